import CommandLine
import Database
import FleetCore
import FoundationEssentials
import Health
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
        "alpha",
        ValueType("SHARE", expects: "a probability from 1e-9 to below 0.5") { text in
            Double(text).flatMap { $0 >= 1e-9 && $0 < 0.5 ? $0 : nil }
        }, help: "the chance, on a platform, of ever halting a good release, and of calling one twice as bad safe"
    ).defaulting(to: 0.01, shown: "0.01")
    static let asOf = Option(
        "as-of", .instant, help: "only what the store knew in the whole hours before this time", defaultText: "now")
    static let noPanel = Flag("no-panel", help: "without silent installs and the bias panel, which take longer")
    static let measureFile = Option(
        "measure-file", .file(), help: "a query file with a guarded measure of your own, as rollout/gate_cells")

    /// What the gate's options ask for, but for a measure of one's own.
    static func request(_ invocation: Invocation, _ context: CommandContext, version: String) throws -> GateRequest {
        var request = GateRequest(version: version, at: invocation[asOf] ?? context.now)
        request.platform = AnswerOptions.platform(invocation)
        request.baseline = invocation[baseline] == "auto" ? nil : invocation[baseline]
        request.since = invocation[since]
        request.settings = GateSettings(alpha: invocation[alpha])
        request.hasPanel = !invocation[noPanel]
        guard request.baseline != request.version else {
            throw ToolError(.usage, "--baseline names the new version itself", next: "name the version that was out before")
        }
        return request
    }

    static func ownMeasure(_ path: String) throws -> Query {
        guard let sql = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw ToolError(.badInput, "can't read the measure's file", at: path, next: "name a query file")
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
