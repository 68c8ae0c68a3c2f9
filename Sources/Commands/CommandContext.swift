import CommandLine
import Database
import FleetCore
import QueryCatalog
import Reporting
import Terminal

/// What a command works with: streams, clock, format, store, queries. Made for one run, passed, never reached for.
public struct CommandContext: Sendable {
    let surroundings: Surroundings
    /// Of standard output and standard error.
    let outputTraits: TerminalTraits
    let errorTraits: TerminalTraits
    let format: ReportFormat
    let isQuiet: Bool
    private let storeOption: String?
    private let queriesOption: String?
    private let carried: [String: String]

    init(surroundings: Surroundings, invocation: Invocation, outputTraits: TerminalTraits, errorTraits: TerminalTraits) {
        self.surroundings = surroundings
        self.outputTraits = outputTraits
        self.errorTraits = errorTraits
        format = invocation[GlobalOptions.format]
        isQuiet = invocation[GlobalOptions.quiet]
        storeOption = invocation[GlobalOptions.store]
        queriesOption = invocation[GlobalOptions.queriesDirectory]
        var carried = invocation.carried
        // What is asked of the present, or later, is asked anew.
        if let moment = carried[Carried.moment].flatMap({ Instant($0) }), moment >= surroundings.now() {
            carried[Carried.moment] = nil
        }
        self.carried = carried
    }

    /// Bytes that stand for a file named `-`.
    var input: InputStream { surroundings.input }
    /// Results only. A command that streams writes here, and lets ``BrokenPipe`` through: then it ends quietly.
    var output: OutputStream { surroundings.output }
    var environment: [String: String] { surroundings.environment }
    var now: Instant { surroundings.now() }
    /// Set once the user wants to stop; long work looks at it between its steps.
    var stop: StopRequest { surroundings.stop }

    // MARK: What the user reads

    /// Prints a report in the format asked for.
    func emit(_ report: Report) throws {
        try emit(text: report.text(as: format, for: outputTraits))
        let leftOut = report.tablesLeftOut(of: format)
        if !leftOut.isEmpty { note("CSV holds one table; left out: \(leftOut.joined(separator: ", ")) (--format json has them)") }
    }

    /// Prints a result that is text already, control characters and all.
    func emit(text: String) throws {
        // The answer is complete, so its exit status holds whether or not a reader stays to the end.
        do { try output.write(text) } catch is BrokenPipe {}
    }

    /// Said once something is done for good, before it is printed: where the print fails, the error says so instead of
    /// "run the command again".
    /// - Parameters:
    ///   - step: a sentence without a full stop: "the note is recorded".
    ///   - command: what shows it, from `chatfleet` on.
    func hasDone(_ step: String, shownBy command: String) { surroundings.workDone.add(step, shownBy: next(command)) }

    /// A line on standard error about what is being done; silent with `--quiet`.
    func note(_ text: String) {
        if isQuiet { return }
        try? surroundings.errors.write(escapingControls(text) + "\n")
    }

    /// A warning: as ``note(_:)``, and marked. Also silent with `--quiet`: what must be known belongs in the report.
    func warn(_ text: String) { note("chatfleet: note: \(text)") }

    /// A progress line for work that may take over a second; `finish()` it on each way out.
    func progress(_ label: String, unit: String) -> ProgressLine {
        ProgressLine(
            on: isQuiet ? nil : surroundings.errors, errorTraits, label: label, unit: unit, now: surroundings.steadySeconds)
    }

    // MARK: Store and queries

    /// Where the store is: `--store`, else `CHATFLEET_STORE`, else the file in the user's data directory.
    func storeLocation() throws(ToolError) -> StoreLocation {
        if let storeOption { return try StoreLocation.parse(storeOption, from: .commandLine) }
        if let text = environment["CHATFLEET_STORE"], !text.isEmpty { return try StoreLocation.parse(text, from: .environment) }
        return StoreLocation.standard(environment: environment)
    }

    /// How to type a command that asks the same store, of the same moment.
    var next: NextLine { NextLine(store: storeOption, carried: carried) }

    /// Who named the store, for people.
    var storeOrigin: String {
        if storeOption != nil { return "--store" }
        return (environment["CHATFLEET_STORE"] ?? "").isEmpty ? "the default" : "CHATFLEET_STORE"
    }

    /// The folder of queries: `--queries-dir`, else `CHATFLEET_QUERIES`, else the one that came with the program.
    func queries() throws(ToolError) -> QueryCatalog {
        try QueryCatalog.locate(option: queriesOption, environment: environment)
    }

    /// The same folder, also one that lacks queries.
    func queriesAsTheyAre() throws(ToolError) -> QueryCatalog {
        try QueryCatalog.find(option: queriesOption, environment: environment)
    }

    /// Opens the store. Ctrl-C ends the wait for a server that says nothing; a step of the schema that has begun is ended.
    func open(_ location: StoreLocation, _ migrations: Migrations, _ mode: Store.Mode) throws -> any Database {
        try Store.open(location, migrations: migrations, mode: mode) { connect in
            try waiting(unless: stop, for: "the store", at: location.description, connect)
        }
    }

    /// Opens the store for `body`. Ctrl-C cancels the statement that runs, unless `cancelsQueries` is false: then `body`
    /// looks at ``stop`` where it may stop.
    func withStore<Result>(
        _ mode: Store.Mode = .read, cancelsQueries: Bool = true, _ body: (any Database, QueryCatalog) throws -> Result
    ) throws -> Result {
        let location = try storeLocation()
        let catalog = try queries()
        let database = try open(location, catalog.migrations(for: location.engine), mode)
        let interrupter = database.interrupter
        do {
            return try surroundings.interrupts.whileRunning {
                try body(database, catalog)
            } onInterrupt: {
                if cancelsQueries { interrupter.interrupt() }
            }
        } catch let error as DatabaseError {
            throw error.toolError(store: location.description)
        }
    }
}
