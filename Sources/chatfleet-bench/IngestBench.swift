import FleetCore

/// Ingest against the engine's own loader: `chatfleet ingest reports` reads, checks, merges and rolls up; `psql \copy` or
/// `sqlite3 .import` puts the same rows, already parsed, into the same table. Both are whole programs, run in turn.
struct IngestBench {
    let store: any StoreUnderTest
    let chatfleet: String
    let reports: Int
    let directory: String
    /// What the loader's rate is multiplied by to get the least rate wanted: of installs that the store has never heard of,
    /// and of those it knows.
    private let wantedRatio = (first: 0.4, known: 0.6)
    let rounds: Int
    private var peakBytes = 0

    init(_ store: any StoreUnderTest, chatfleet: String, reports: Int, directory: String, rounds: Int) {
        self.store = store
        self.chatfleet = chatfleet
        self.reports = reports
        self.directory = directory
        self.rounds = rounds
    }

    mutating func run() throws -> [Measure] {
        let reportsFile = directory + "/reports.ndjson"
        let nextDayFile = directory + "/next.ndjson"
        let rowsFile = directory + "/rows.csv"
        defer { for file in [reportsFile, nextDayFile, rowsFile] { remove(file) } }
        let size = try BenchReports(count: reports, part: 0).write(to: reportsFile)
        _ = try BenchReports(count: reports, part: 0, daysOn: 1).write(to: nextDayFile)
        var ingests: [Double] = []
        var nextDays: [Double] = []
        var loads: [Double] = []
        for round in 0..<rounds {
            try store.makeEmpty(chatfleet)
            ingests.append(try ingest(reportsFile))
            if round == 0 { try exportAll(to: rowsFile, inKeyOrder: false) }
            nextDays.append(try ingest(nextDayFile))
            loads.append(try store.load(rowsFile).seconds)
        }
        try store.makeEmpty(chatfleet)
        _ = try ingest(reportsFile)
        try exportAll(to: rowsFile, inKeyOrder: true)
        let sorted = try store.load(rowsFile).seconds
        let seconds = median(ingests)
        let loaded = median(loads)
        let reportsText = "ingest of \(thousands(Double(reports))) reports (\(size / reports) bytes each)"
        return [
            against(loaded, "\(reportsText) into an empty store", seconds, wanted: wantedRatio.first),
            against(
                loaded, "\(reportsText) of installs it knows into an empty day", median(nextDays), wanted: wantedRatio.known),
            Measure(
                "\(store.name): the same against rows already in key order", "\(places2(sorted / seconds)) (\(places2(sorted)) s)"
            ),
            try fullDay(reportsFile),
            Measure(
                "\(store.name): peak memory of an ingest", megabytes(peakBytes), wanted: "under 200 MB",
                isMet: peakBytes < 200_000_000),
        ]
    }

    /// A rate against the loader's.
    private func against(_ loaded: Double, _ what: String, _ seconds: Double, wanted: Double) -> Measure {
        let ratio = loaded / seconds
        let rate = thousands(Double(reports) / seconds)
        return Measure(
            "\(store.name): \(what)",
            "\(places2(ratio)) of the rate of `\(store.loaderName)` "
                + "(\(rate) reports/s in \(places2(seconds)) s, \(places2(loaded)) s)",
            wanted: "\(places2(wanted)) or more", isMet: ratio >= wanted)
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
