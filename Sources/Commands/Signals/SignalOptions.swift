import CommandLine
import Database
import FleetCore
import Health
import QueryCatalog
import Reporting
import StrictJSON

/// What the commands about signals share.
enum SignalOptions {
    static let at = Option("at", .instant, help: "the time to tell of", defaultText: "now").carried(as: Carried.moment)
    static let levels = Option(
        "levels", .file(), help: "the fleet's own levels, a JSON file", defaultText: "those of the signals' files",
        environmentVariable: "CHATFLEET_LEVELS"
    ).carried(as: Carried.levels)

    static let shared: [any DeclaresOption] = [at, levels]

    /// The fleet's own levels, held against the signals that there are. Throws with `.badInput`, line and column.
    static func settings(_ invocation: Invocation, _ context: CommandContext, _ catalog: QueryCatalog) throws -> SignalSettings {
        let named = invocation[levels] ?? context.environment["CHATFLEET_LEVELS"].flatMap { $0.isEmpty ? nil : $0 }
        guard let path = named else { return SignalSettings() }
        let bytes = path == "-" ? try context.input.readDocument() : try readDocument(path, "file of levels", stop: context.stop)
        let (settings, problems) = SignalLevelsFile.read(bytes, file: path, signals: try Signals.all(in: catalog))
        guard let settings else {
            for problem in problems { context.noteProblem(problem.text) }
            throw ToolError(
                .badInput, "\(counted(Int64(problems.count), "error")) in the file of levels", at: path,
                next: "mend it; chatfleet signals show NAME says how a level is written")
        }
        return settings
    }

    /// - Parameter now: the present as the command has seen it already.
    static func signals(
        _ database: any Database, _ catalog: QueryCatalog, _ invocation: Invocation, _ context: CommandContext,
        now: Instant? = nil
    ) throws -> Signals {
        Signals(
            database: database, catalog: catalog, settings: try settings(invocation, context, catalog),
            now: now ?? context.now)
    }

    /// The signals of the store that the context names.
    static func withSignals<Result>(
        _ invocation: Invocation, _ context: CommandContext, now: Instant? = nil, _ body: (Signals) throws -> Result
    ) throws -> Result {
        try context.withStore { database, catalog in
            try body(signals(database, catalog, invocation, context, now: now))
        }
    }
}
