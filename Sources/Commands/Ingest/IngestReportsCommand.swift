import CommandLine
import Compression
import Database
import FleetCore
import Foundation
import QueryCatalog
import Reporting
import StrictJSON
import Telemetry
import Terminal

/// `chatfleet ingest reports`.
enum IngestReportsCommand {
    static let paths = ArgumentList(
        .file("PATH"),
        help: "files of reports: objects, lines, arrays, envelopes (also a line each); plain, gzip or zstd; - is standard input")
    static let rejects = Option("rejects", .file(), help: "write the refused reports here, with position and reason")
    static let receivedAt = Option("received-at", .instant, help: "when reports were received that don't say so themselves")
    static let maxAge = Option(
        "max-age", .integer("DAYS", 1...3650), help: "quarantine reports of days further back than this from their receipt",
        defaultText: "35")
    static let batchReports = Option(
        "batch-reports", .integer("N", 1...1_000_000),
        help: "reports a transaction takes: fewer for shorter ones, more need more memory",
        defaultText: "\(IngestOptions().batchReports), or \(IngestOptions().batchBytes >> 20) MiB of them")
    static let retryFor = Option(
        "retry-for", .duration, help: "bear a store that is away, locked or full so long before giving up, such as 10m",
        defaultText: "8s")
    static let pairKeyFile = Option(
        "pair-key-file", .file(), help: "hash device ids with the key in this file, not with the store's own")

    static let command = Command(
        CommandSpec(
            "ingest reports", group: .data, purpose: "take client reports into the store",
            discussion: """
                Every batch of reports is one transaction: facts, what is derived from them, and the memory of the batch. \
                The same file again changes nothing. After Ctrl-C, a lost server or a crash the same command goes on where \
                it stopped. What comes by a pipe is in the store after 10 s at the latest, also where a batch is not full. Device \
                ids are hashed before anything is kept.
                """,
            arguments: [paths], options: [rejects, receivedAt, maxAge, pairKeyFile, batchReports, retryFor],
            examples: [
                Example("chatfleet ingest reports reports.ndjson.gz", "takes a file in and says what became of every report"),
                Example(
                    "zcat export-*.gz | chatfleet ingest reports - --rejects refused.ndjson",
                    "takes a stream in and keeps what was refused"),
            ], exitCodes: [.failure, .badInput, .partial, .unavailable]),
        run: { invocation, context in
            try IngestMemory.check(context)
            var options = IngestOptions()
            options.steadySeconds = context.surroundings.steadySeconds
            options.receivedAt = try receipt(invocation, now: context.now)
            if let days = invocation[maxAge] { options.maxAgeDays = Int(days) }
            if let reports = invocation[batchReports] { options.batchReports = Int(reports) }
            if let time = invocation[retryFor] { options.retry = RetryPolicy(seconds: Double(time.seconds)) }
            let sources = try invocation[paths].map { try IngestSource($0, context) }
            let key = try invocation[pairKeyFile].map { try readBytes($0, "key file", stop: context.stop) }
            return try Ingestion(context: context, options: options, sources: sources, key: key)
                .run(rejectsTo: invocation[rejects])
        })

    /// As a report's own receipt: not before there were any, nor tomorrow.
    private static func receipt(_ invocation: Invocation, now: Instant) throws(ToolError) -> Instant? {
        guard let told = invocation[receivedAt] else { return nil }
        guard told >= .firstTold, told <= now.advanced(bySeconds: 86_400) else {
            throw ToolError(
                .usage, "no report was received at \(told): it is \(now)", at: "--received-at",
                next: "say when the file was received, or leave it out")
        }
        return told
    }
}

/// One run of the command.
private struct Ingestion {
    let context: CommandContext
    let options: IngestOptions
    let sources: [IngestSource]
    let key: [UInt8]?

    func run(rejectsTo path: String?) throws -> ExitCode {
        var options = options
        options.keepsRejects = path != nil
        let location = try context.storeLocation()
        let migrations = try context.queries().migrations(for: location.engine)
        var inputs = sources.map(\.name)
        if case .sqlite(let path) = location { inputs.append(path) }
        let rejects = try path.map { try RejectFile($0, inputs: inputs) }
        let start = context.surroundings.steadySeconds()
        let run = try IngestRun(
            open: { try context.open(location, migrations, .readWrite) },
            openAhead: { try Store.open(location, migrations: migrations, mode: .change) },
            pairKey: { database in
                if let key { try PairKey.broughtAlong(key, database) } else { try PairKey.ofStore(database) }
            },
            options: options, now: context.now)
        let failure = takeIn(run, rejects)
        if let misplaced = failure as? MisplacedInput, run.summary.batches == 0 { throw misplaced.toolError }
        // What was committed is said whatever came after it.
        let seconds = context.surroundings.steadySeconds() - start
        // Where nothing was dealt with, the place holds what it held.
        let hasDealt = run.summary.batches > 0 || (failure == nil && !run.summary.wasStopped)
        let keptRejects = Result { try hasDealt ? rejects?.finish() : nil }
        if run.summary.batches > 0, failure == nil, !run.summary.wasStopped {
            let count = counted(Int64(run.summary.read), "report")
            context.hasDone("what is right of \(count) is in the store", shownBy: "chatfleet store status")
        }
        try context.emit(ingestReport(run.summary, seconds: seconds, store: location, rejects: try? keptRejects.get()))
        switch failure {
        case let error as DatabaseError: throw error.toolError(store: location.description).afterTaking(run.summary)
        case let error as MisplacedInput:
            throw ToolError(
                .badInput, error.what, at: error.name, next: "\(error.command); leave it out here and run the command again"
            ).afterTaking(run.summary)
        case let error as ToolError: throw error.afterTaking(run.summary)
        case .some(let error): throw error
        case nil: _ = try keptRejects.get()
        }
        if run.summary.wasStopped {
            throw ToolError(
                .interrupted, "stopped at the end of a batch", at: location.description
            ).afterTaking(run.summary)
        }
        return run.summary.exitCode
    }

    private func takeIn(_ run: IngestRun, _ rejects: RejectFile?) -> (any Error)? {
        let progress = context.progress("ingest reports", unit: "reports")
        defer { progress.finish() }
        let sizes = sources.map(\.byteCount)
        let total = sizes.contains(nil) ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
        let stopper = run.stopper
        return context.surroundings.interrupts.whileRunning {
            do {
                for source in sources where !run.summary.wasStopped {
                    try run.ingest(source) { batch, summary in
                        try rejects?.add(batch)
                        let share = total.map { $0 == 0 ? 1 : Double(summary.bytes) / Double($0) }
                        progress.update(done: Int64(summary.read), share: share)
                    }
                }
                return nil
            } catch {
                return error
            }
        } onInterrupt: {
            stopper.stop()
        }
    }
}

extension ToolError {
    /// The error with what is in the store in spite of it, and how to go on.
    fileprivate func afterTaking(_ summary: IngestSummary) -> ToolError {
        let batches = counted(Int64(summary.batches), "batch", plural: "batches")
        let kept =
            summary.read == 0
            ? "nothing was taken in before that"
            : "dealt with before that, and kept: \(counted(Int64(summary.read), "report")) in \(batches)"
        let saysAgain = next?.contains("command again") == true
        let steps = [next, saysAgain ? nil : "run the same command again"].compactMap { $0 }.joined(separator: "; then ")
        return ToolError(exitCode, "\(what); \(kept)", at: place, next: "\(steps): it skips what is there and goes on")
    }
}
