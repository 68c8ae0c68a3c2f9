import FleetCore

/// How long an answer over 14 days takes, start-up included: the best of several runs of the whole program.
struct AnswerBench {
    let store: any StoreUnderTest
    let chatfleet: String
    let installs: Int
    let directory: String

    private static let window = ["--from", "2026-09-01", "--to", "2026-09-15"]
    private static let answers: [(name: String, command: [String], limit: Double?)] = [
        ("crash-free by day, version and platform", ["crash-free", "--by", "day,version,platform"] + window, 0.1),
        ("crash-free by hour", ["crash-free", "--by", "hour,version"] + window, 0.1),
        ("versions", ["versions"], 0.1),
        ("queue-ages (percentiles)", ["queue-ages"] + window, 0.25),
        ("crash-free (exact distinct installs, scans)", ["crash-free"] + window, nil),
        ("decrypt-failures (exact distinct pairs, scans)", ["decrypt-failures"] + window, nil),
    ]

    func run() throws -> [Measure] {
        let file = directory + "/fleet.ndjson"
        defer { remove(file) }
        try Program.run(
            [chatfleet, "simulate", "fleet", "--installs", "\(installs)", "--days", "14", "--seed", "1", "--quiet"], output: file)
        try store.makeEmpty(chatfleet)
        // The fleet's broken reports are refused: partial.
        let ingest = try Program.run(
            [chatfleet, "ingest", "reports", file, "--store", store.location, "--quiet"],
            expecting: ExitCode.partial.rawValue)
        try store.settle()
        let memory = Measure(
            "\(store.name): peak memory of an ingest of a simulated fleet, whose reports say more, are late and repeated",
            megabytes(ingest.peakBytes), wanted: "under 200 MB", isMet: ingest.peakBytes < 200_000_000)
        return try [memory]
            + AnswerBench.answers.map { answer in
                let command = [chatfleet] + answer.command + ["--store", store.location, "--format", "json"]
                let runs = try (0..<7).map { _ in try Program.run(command) }
                let best = runs.map(\.seconds).min() ?? .infinity
                let processor = runs.map(\.processorSeconds).min() ?? .infinity
                return Measure(
                    "\(store.name): \(answer.name), 14 days of \(thousands(Double(installs))) installs",
                    "\(milliseconds(best)), of it \(milliseconds(processor)) of the client's processor",
                    wanted: answer.limit.map { "under \(Int($0 * 1000)) ms" } ?? "",
                    isMet: answer.limit.map { best < $0 } ?? true)
            }
    }
}
