import FleetCore

/// What an ingest of reports maps at most; with less the program would be ended by the system, with a trace for an answer.
enum IngestMemory {
    /// Of batches as large as they get 365 MB were measured.
    static let neededBytes = 400_000_000

    static func isTooLittle(_ limit: Int?) -> Bool { limit.map { $0 < neededBytes } ?? false }

    static func text(_ bytes: Int) -> String { "\(bytes / 1_000_000) MB" }

    /// `ulimit` counts in KiB.
    static let remedy = "ulimit -v unlimited, or at least \(neededBytes / 1024)"

    static func check(_ context: CommandContext) throws(ToolError) {
        guard let limit = context.surroundings.addressSpaceLimit, isTooLittle(limit) else { return }
        throw ToolError(
            .failure,
            "this process may map \(text(limit)) of memory (ulimit -v), and taking reports in needs \(text(neededBytes))",
            at: "chatfleet ingest reports", next: remedy)
    }
}
