import FleetCore

/// Ingest against the engine's own loader: `chatfleet ingest reports` reads, checks, merges and rolls up; `psql \copy` or
/// `sqlite3 .import` puts the same rows, already parsed, into the same table. Both are whole programs, run in turn.
struct IngestBench {
    let store: any StoreUnderTest
    let chatfleet: String
    let reports: Int
    let directory: String
    /// What the loader's rate is multiplied by to get the least rate wanted.
    let wantedRatio: Double
    let rounds: Int
    private var peakBytes = 0

    init(_ store: any StoreUnderTest, chatfleet: String, reports: Int, directory: String, wantedRatio: Double, rounds: Int) {
        self.store = store
        self.chatfleet = chatfleet
        self.reports = reports
        self.directory = directory
        self.wantedRatio = wantedRatio
        self.rounds = rounds
    }

    mutating func run() throws -> [Measure] {
        let reportsFile = directory + "/reports.ndjson"
        let rowsFile = directory + "/rows.csv"
        defer { for file in [reportsFile, rowsFile] { remove(file) } }
        let size = try BenchReports(count: reports, part: 0).write(to: reportsFile)
        var ingests: [Double] = []
        var loads: [Double] = []
        for round in 0..<rounds {
            try store.makeEmpty(chatfleet)
            ingests.append(try ingest(reportsFile))
            if round == 0 { try exportAll(to: rowsFile, inKeyOrder: false) }
            loads.append(try store.load(rowsFile).seconds)
        }
        try store.makeEmpty(chatfleet)
        _ = try ingest(reportsFile)
        try exportAll(to: rowsFile, inKeyOrder: true)
        let sorted = try store.load(rowsFile).seconds
        let seconds = median(ingests)
        let loaded = median(loads)
        let ratio = loaded / seconds
        let rate = thousands(Double(reports) / seconds)
        return [
            Measure(
                "\(store.name): ingest of \(thousands(Double(reports))) reports (\(size / reports) bytes each) into an empty day",
                "\(places2(ratio)) of the rate of `\(store.loaderName)` "
                    + "(\(rate) reports/s in \(places2(seconds)) s, \(places2(loaded)) s)",
                wanted: "\(places2(wantedRatio)) or more", isMet: ratio >= wantedRatio),
            Measure(
                "\(store.name): the same against rows already in key order", "\(places2(sorted / seconds)) (\(places2(sorted)) s)"
            ),
            try fullDay(reportsFile),
            Measure(
                "\(store.name): peak memory of an ingest", megabytes(peakBytes), wanted: "under 200 MB",
                isMet: peakBytes < 200_000_000),
        ]
    }

    /// What a row costs in a day that holds four times as many, against an empty one.
    private mutating func fullDay(_ file: String) throws -> Measure {
        try store.makeEmpty(chatfleet)
        var seconds: [Double] = []
        for part in 0..<5 {
            _ = try BenchReports(count: reports, part: part).write(to: file)
            seconds.append(try ingest(file))
        }
        let ratio = seconds[4] / seconds[0]
        return Measure(
            "\(store.name): a row in a day that holds \(thousands(Double(reports * 4))), against an empty day",
            "\(places2(ratio)) times as much (\(places2(seconds[4])) s, \(places2(seconds[0])) s)", wanted: "2.50 or less",
            isMet: ratio <= 2.5)
    }

    /// Every report is a row of its own; a store that holds fewer would make a fine rate.
    private func exportAll(to file: String, inKeyOrder: Bool) throws {
        try store.exportFacts(to: file, inKeyOrder: inKeyOrder)
        let rows = try countLines(file)
        guard rows == reports else { throw ToolError(.failure, "\(rows) rows came of \(reports) reports", at: store.name) }
    }

    private mutating func ingest(_ file: String) throws -> Double {
        try store.settle()
        let finished = try Program.run([chatfleet, "ingest", "reports", file, "--store", store.location, "--quiet"])
        peakBytes = max(peakBytes, finished.peakBytes)
        return finished.seconds
    }
}
