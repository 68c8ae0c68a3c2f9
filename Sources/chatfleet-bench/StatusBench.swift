import FleetCore

/// `status` on a store with 90 days: the best of several runs of the whole program. Its time goes with days, versions and
/// series, not with installs, of which there are few here so that the store is made in a minute; the servers' metrics are
/// those of a million.
struct StatusBench {
    let store: any StoreUnderTest
    let chatfleet: String
    let directory: String

    private static let installs = 20_000
    /// As many hours as `simulate metrics` writes at most.
    private static let metricHours = 360
    private static let limit = 1.0

    func run() throws -> Measure {
        try store.makeEmpty(chatfleet)
        // The fleet's broken reports are refused: partial.
        try ingest(
            "reports", ["fleet", "--installs", "\(StatusBench.installs)", "--days", "90", "--start", "2026-06-17"],
            expecting: ExitCode.partial.rawValue)
        try ingest(
            "metrics",
            [
                "metrics", "--installs", "1000000", "--hours", "\(StatusBench.metricHours)", "--end", "2026-09-15T12:00:00Z",
            ])
        try store.settle()
        let command = [
            chatfleet, "status", "--at", "2026-09-15T12:00:00Z", "--format", "json", "--store", store.location,
        ]
        let seconds = try (0..<7).map { _ in try Program.run(command).seconds }.min() ?? .infinity
        return Measure(
            "\(store.name): status, 90 days of reports and \(StatusBench.metricHours / 24) of server metrics",
            milliseconds(seconds), wanted: "under \(Int(StatusBench.limit * 1000)) ms", isMet: seconds < StatusBench.limit)
    }

    private func ingest(_ kind: String, _ simulation: [String], expecting code: Int32 = 0) throws {
        let file = directory + "/\(kind)"
        defer { remove(file) }
        try Program.run([chatfleet, "simulate"] + simulation + ["--seed", "1", "--quiet"], output: file)
        try Program.run([chatfleet, "ingest", kind, file, "--store", store.location, "--quiet"], expecting: code)
    }
}
