import Database
import FleetCore
import QueryCatalog
import TestSupport
import Testing

@testable import Incidents

private let catalog = QueryCatalog(directory: repositoryRoot + "/Queries")

@Suite struct MetricTableTests {
    private func point(_ dimensions: [String: String], _ at: Int64, _ value: Double) -> MetricTable.Point {
        MetricTable.Point(dimensions: dimensions, at: at, value: value)
    }

    @Test func `a metric that is published with several sets of dimensions is never added up twice`() {
        let table = MetricTable([
            point(["Provider": "FCM"], 60, 10), point(["Provider": "FCM", "Worker": "w-1"], 60, 4),
            point(["Provider": "FCM", "Worker": "w-2"], 60, 6),
            point(["ErrorCode": "E", "Provider": "FCM", "Worker": "w-2"], 60, 6),
        ])
        #expect(table.cut(by: ["Provider"]).sum == 10)
        #expect(table.cut(by: ["Worker"]).sum == 10)
        #expect(table.cut(by: ["Worker"]).only("Worker", "w-2").sum == 6)
        #expect(table.cut(by: ["ErrorCode"]).sum == 6)
        #expect(table.cut(by: ["Table"]).isEmpty)
        #expect(table.cut(by: ["Worker"]).values(of: "Worker") == ["w-1", "w-2"])
    }

    @Test func `a set of dimensions that is published no more counts for nothing`() {
        let old = (0..<10).map { point(["Provider": "FCM"], $0 * 60, 7) }
        let new = (0..<60).map { point(["Provider": "FCM", "Worker": "w-1"], $0 * 60, 3) }
        #expect(MetricTable(old + new).cut(by: ["Provider"]).sum == 180)
        // A few minutes behind is late, and not gone.
        #expect(MetricTable(old + new.prefix(24)).cut(by: ["Provider"]).sum == 70)
        #expect(MetricTable(old).cut(by: ["Worker"]).isEmpty)
    }

    @Test func `what is counted by the hour is late after hours, and what is counted by the minute after minutes`() {
        let hourly = [MetricTable.Point(dimensions: [:], at: 0, value: 600, periodSeconds: 3600)]
        let minutes = (0..<120).map { minute in
            MetricTable.Point(dimensions: ["Worker": "w-1"], at: Int64(minute) * 60, value: 5, periodSeconds: 60)
        }
        #expect(MetricTable(hourly + minutes).cut(by: []).sum == 600)
        let stopped = [MetricTable.Point(dimensions: [:], at: 0, value: 600, periodSeconds: 60)]
        // Of the workers, 120 times 5.
        #expect(MetricTable(stopped + minutes).cut(by: []).byTime.count == 120)
    }

    @Test func `series of one instant are added up`() {
        let points = [point([:], 0, 5), point([:], 60, 7), point(["T": "x"], 60, 1)]
        #expect(MetricTable(points).byTime == [0: 5, 60: 8])
    }

    @Test(arguments: bothEngines)
    func `of the same points by the minute and by five minutes the minutes count`(engine: Engine) throws {
        try withFleetStore(engine) { db throws in
            try db.execute("insert into metric_series values (1, 'A', 'm', '{\"T\":\"x\"}', 'T', null, 0, 9)")
            try db.execute("insert into metric_series values (2, 'A', 'm', '{\"T\":\"y\"}', 'T', null, 0, 9)")
            try insertMetricDimensions(db)
            for (series, period, at, value) in [(1, 60, 60, 1.0), (1, 60, 120, 2), (1, 300, 0, 9), (2, 300, 0, 7)] {
                try db.execute(
                    "insert into metric_sample values (:series, 'Sum', :period, :at, :value, null)",
                    [
                        "series": .integer(Int64(series)), "period": .integer(Int64(period)), "at": .integer(Int64(at)),
                        "value": .real(value),
                    ])
            }
            let table = try MetricTable(
                "A", "m", from: Instant(epochSeconds: 0), to: Instant(epochSeconds: 300), db, catalog)
            #expect(table.only("T", "x").sum == 3)
            #expect(table.only("T", "y").sum == 7)
            #expect(table.newest == Instant(epochSeconds: 120))
        }
    }
}

@Suite struct ShellTests {
    @Test func `a shell's word stays one word`() {
        #expect(shellQuoted("it's; rm -rf $HOME") == #"'it'\''s; rm -rf $HOME'"#)
    }

    @Test func `what clients write is quoted where a shell would read more than a word, and left alone elsewhere`() {
        for plain in ["8.14.0", "8.15.0-rc.1+7", "android", "poll_posts"] { #expect(shellWord(plain) == plain) }
        #expect(shellWord("1;curl x|sh") == "'1;curl x|sh'")
        #expect(shellWord("1'$(id)") == #"'1'\''$(id)'"#)
        #expect(shellWord("") == "''")
        for other in ["~", "*", "=ls", "a,b", "a b", "$HOME", "`id`", "#", "!1", "é", "\\"] {
            #expect(shellWord(other) == "'" + other + "'")
        }
    }

    @Test func `a playbook's and a kill's values are words too`() {
        let at = Instant(epochSeconds: 0)
        let metric = PlaybookCommands.metric("N", "m", [("AppVersion", "1;curl x|sh"), ("P", "ios")], from: at, to: at)
        #expect(metric.contains("--dimensions Name=AppVersion,Value='1;curl x|sh' Name=P,Value=ios --statistics"))
        let kill = FlagFacts.kill("a;b", platform: "i'os", reason: "it's")
        #expect(kill.line == #"chatfleet flags kill 'a;b' --platform 'i'\''os' --reason 'it'\''s'"#)
    }
}
