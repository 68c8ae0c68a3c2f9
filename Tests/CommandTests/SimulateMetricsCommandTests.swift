import Database
import FleetCore
import QueryCatalog
import TestSupport
import Testing

@Suite struct SimulateMetricsCommandTests {
    /// Sum (or the other statistic) of a metric over the last half hour and over an earlier one, by dimensions.
    private func halves(
        _ scenario: String, _ metric: String, _ statistic: String = "Sum"
    ) throws -> [String: (before: Double, during: Double)] {
        let made = Transcript("simulate metrics --hours 2 --scenario \(scenario)")
        #expect(made.code == .success)
        let store = try TestStore(.sqlite)
        let taken = Transcript("ingest metrics -", store: store, input: made.output)
        #expect(taken.code == .success, "\(taken.output)")
        let database = try store.open(fleetSchema(.sqlite), mode: .readWrite)
        var halves: [String: (before: Double, during: Double)] = [:]
        // The window ends at 2026-09-15T12:00:00Z.
        let end: Int64 = 1_789_473_600
        try database.forEachRow(
            """
            select m.dimensions, s.at_epoch, s.value
            from metric_series m join metric_sample s on s.series_id = m.series_id
            where m.name = :name and s.statistic = :statistic
            """, ["name": .text(metric), "statistic": .text(statistic)]
        ) { row in
            guard let key = try row.text(0), let at = try row.integer(1), let value = try row.real(2) else { return }
            if at >= end - 1800 { halves[key, default: (0, 0)].during += value }
            if at >= end - 5400, at < end - 3600 { halves[key, default: (0, 0)].before += value }
        }
        return halves
    }

    @Test func `the same options give the same bytes, and a sentence says what is wrong`() {
        let first = Transcript("simulate metrics --scenario lag --hours 1")
        #expect(first == Transcript("simulate metrics --scenario lag --hours 1"))
        #expect(first.output != Transcript("simulate metrics --scenario lag --hours 1 --seed 2").output)
        #expect(
            first.errors.hasSuffix(
                "Since 2026-09-15T11:20:00Z the readers of sync-log-events fall behind, a minute in every one.\n"))
    }

    @Test func `an outage is the provider's, not a worker's`() throws {
        let failures = try halves("push-outage", "SendFailures")
        let fcm = try #require(failures[#"{"Provider":"FCM"}"#])
        #expect(fcm.during > fcm.before * 100)
        let apns = try #require(failures[#"{"Provider":"APNs"}"#])
        #expect(apns.during < apns.before * 2)
        for worker in 1...4 {
            let one = try #require(failures[#"{"ErrorCode":"UNAVAILABLE","Provider":"FCM","Worker":"w-\#(worker)"}"#])
            #expect(one.during > one.before * 100)
        }
        // It coalesces: the queue grows, and is bounded.
        let depth = try #require(try halves("push-outage", "QueueDepth", "Maximum")["{}"])
        #expect(depth.during > depth.before * 50)
        #expect(depth.during < 30 * 401_000)
    }

    @Test func `one worker fails alone`() throws {
        let failures = try halves("one-worker", "SendFailures")
        for worker in 1...4 {
            let one = try #require(failures[#"{"ErrorCode":"UNAVAILABLE","Provider":"FCM","Worker":"w-\#(worker)"}"#])
            #expect((one.during > one.before * 100) == (worker == 3))
        }
    }

    @Test func `a queue that does not coalesce holds far more than there are conversations`() throws {
        let depth = try #require(try halves("push-uncoalesced", "QueueDepth", "Maximum")["{}"])
        let conversations = try #require(try halves("push-uncoalesced", "QueuedConversations", "Maximum")["{}"])
        #expect(depth.during > conversations.during * 3)
        let usual = try #require(try halves("push-outage", "QueueDepth", "Maximum")["{}"])
        let bound = try #require(try halves("push-outage", "QueuedConversations", "Maximum")["{}"])
        #expect(usual.during < bound.during * 1.2)
    }

    @Test func `refused credentials have their own code`() throws {
        let failures = try halves("push-credentials", "SendFailures")
        for worker in 1...4 {
            let one = try #require(failures[#"{"ErrorCode":"UNAUTHENTICATED","Provider":"FCM","Worker":"w-\#(worker)"}"#])
            #expect(one.during > 10_000 && one.before == 0)
        }
    }

    @Test func `after an outage the queue drains below the quota and above its alarm`() throws {
        let made = Transcript("simulate metrics --hours 1 --scenario push-recovery").output.split(separator: "\n")
        func values(_ metric: String, _ dimensions: String, _ statistic: String) -> [Int] {
            made.filter { $0.contains("\"\(metric)\",\"dimensions\":\(dimensions)") }.compactMap { line in
                line.firstRange(of: "\"\(statistic)\":").flatMap { Int(line[$0.upperBound...].prefix { $0.isNumber }) }
            }
        }
        let sends = values("SendAttempts", #"{"Provider":"FCM"}"#, "sum")
        #expect(sends.count == 60)
        #expect(sends.allSatisfy { $0 < 600_000 })
        #expect(sends[48...].contains { $0 > 480_000 } && sends[..<48].allSatisfy { $0 < 480_000 })
        let queue = values("QueueDepth", "{}", "max")
        #expect(queue[47] > 3_000_000 && queue[59] < queue[52] && queue[52] < queue[47])
    }

    @Test func `counts can be those of a smaller fleet, times stay what they are`() {
        func line(_ words: String, _ metric: String) -> String {
            Transcript("simulate metrics --hours 1 \(words)").output.split(separator: "\n").first { $0.contains(metric) }
                .map(String.init) ?? ""
        }
        #expect(line("", "OpenSockets").contains(#""max":33"#))
        #expect(line("--installs 8000", "OpenSockets").contains(#""max":33"#))
        #expect(line("--installs 8000", "OpenSockets").count == line("", "OpenSockets").count - 9)
        #expect(line("--installs 8000", "TimeToDelivered") == line("", "TimeToDelivered"))
    }

    @Test(arguments: [("prekey-fault", "DeviceMismatch"), ("key-changes", "DeviceListChanges")])
    func `what the key directory says tells the runbook's branches apart`(scenario: String, metric: String) {
        func daily(_ scenario: String) -> (before: Int, during: Int) {
            var sums = (before: 0, during: 0)
            let lines = Transcript("simulate metrics --scenario \(scenario) --hours 50").output.split(separator: "\n")
            for (index, line) in lines.filter({ $0.contains("\"\(metric)\"") }).enumerated() {
                let sum = line.firstRange(of: #""sum":"#).flatMap { Int(line[$0.upperBound...].prefix { $0.isNumber }) } ?? 0
                // The fault begins after four hours.
                if index < 240 { sums.before += sum } else if index < 480 { sums.during += sum }
            }
            return sums
        }
        let wrong = daily(scenario)
        #expect(wrong.during > wrong.before * 8)
        let other = daily(scenario == "key-changes" ? "prekey-fault" : "key-changes")
        #expect(other.during < other.before * 2)
    }

    @Test(arguments: [
        ("throttle", "WriteThrottleEvents", "Sum", #"{"TableName":"Mailboxes"}"#),
        ("lag", "GetRecords.IteratorAgeMilliseconds", "Maximum", #"{"StreamName":"sync-log-events"}"#),
        ("dead-letters", "DeadLetters", "Sum", #"{"Stream":"fan-out"}"#),
    ])
    func `each of the others shows in its metric, and in a healthy fleet nothing does`(
        scenario: String, metric: String, statistic: String, dimensions: String
    ) throws {
        let bad = try #require(try halves(scenario, metric, statistic)[dimensions])
        #expect(bad.during > bad.before * 100 && bad.during > 50)
        let good = try halves("healthy", metric, statistic)[dimensions] ?? (0, 0)
        #expect(good.during <= good.before * 2)
    }
}
