import CommandLine
import Database
import FleetCore
import FoundationEssentials
import Health
import Operations
import QueryCatalog
import Rollout
import Statistics

/// The options that the questions about a rollout share.
enum RolloutOptions {
    static let version = Argument(.text("VERSION"), help: "the new version, as clients write it")
    static let baseline = Option(
        "baseline", .text("VERSION"), help: "the version to compare with; auto is the one with most active installs before"
    ).defaulting(to: "auto", shown: "auto")
    static let since = Option(
        "since", .day, help: "the first day of the rollout", defaultText: "as recorded, else the first report")
    static let alpha = Option(
        "alpha", .chance, help: "the chance, on a platform, of ever halting a good release, and of calling one twice as bad safe"
    ).defaulting(to: 0.01, shown: "0.01")
    static let asOf = Option(
        "as-of", .instant, help: "only what the store knew in the whole hours before this time", defaultText: "now"
    ).carried(as: Carried.moment)
    static let noPanel = Flag("no-panel", help: "without silent installs and the bias panel, which take longer")
    static let measureFile = Option(
        "measure-file", .file(), help: "a query file with a guarded measure of your own, as rollout/gate_cells")

    /// What the gate's options ask for, but for a measure of one's own.
    static func request(_ invocation: Invocation, _ context: CommandContext, version: String) throws -> GateRequest {
        var request = GateRequest(version: version, at: invocation[asOf] ?? context.now)
        request.platform = invocation[AnswerOptions.platform]
        request.baseline = invocation[baseline] == "auto" ? nil : invocation[baseline]
        request.since = invocation[since]
        request.settings = GateSettings(alpha: invocation[alpha])
        request.hasPanel = !invocation[noPanel]
        guard request.baseline != request.version else {
            throw ToolError(.usage, "--baseline names the new version itself", next: "name the version that was out before")
        }
        return request
    }

    /// A version that has a place in version order, as one has to have that nobody reported yet.
    static func comparable(_ text: String) throws(ToolError) -> AppVersion {
        let version = AppVersion(text)
        guard version.isReadable else {
            throw ToolError(
                .usage, "\"\(text)\" is no version that clients can be compared with", next: "name one such as 8.12.0")
        }
        return version
    }

    /// A version to compare with that nobody reported compares with nothing. Where there is no other version either, that is
    /// the answer, and no mistake.
    static func checkBaseline(_ request: GateRequest, _ reports: HealthReports) throws {
        guard let baseline = request.baseline else { return }
        let known = try reports.knownVersions().filter { $0.text != request.version }
        guard !known.isEmpty, !known.contains(AppVersion(baseline)) else { return }
        let meant = closest(to: baseline, among: known.map(\.text)).map { "did you mean \($0)? " } ?? ""
        throw ToolError.unheard(
            "--baseline: the store never heard of version \(baseline)",
            next: "\(meant)it knows \(known.suffix(10).map(\.text).joined(separator: ", "))"
                + (known.count > 10 ? " and \(known.count - 10) lower" : ""))
    }

    /// What has to be known of the records behind an answer to this request.
    static func records(
        _ request: GateRequest, _ database: any Database, _ catalog: QueryCatalog, _ next: NextLine
    ) throws -> RecordNotes {
        try RecordNotes(
            version: request.version.isEmpty ? nil : request.version, platform: request.platform, at: request.at,
            OperationsLog(database: database, catalog: catalog), next)
    }

    static func ownMeasure(_ path: String, _ context: CommandContext) throws -> Query {
        guard let sql = String(validating: try readDocument(path, "measure's file", stop: context.stop), as: UTF8.self) else {
            throw ToolError(.badInput, "the measure's file is no text in UTF-8", at: path, next: "name a query file")
        }
        return try Rollouts.ownMeasure(path, sql: sql)
    }
}

extension Rollouts {
    /// With completeness as every other answer has it.
    init(_ database: any Database, _ catalog: QueryCatalog) {
        let health = HealthReports(database: database, catalog: catalog)
        self.init(database: database, catalog: catalog) { window, platform, asOf in
            try health.completeness(of: window, platform: platform, asOf: asOf)
        }
    }
}
