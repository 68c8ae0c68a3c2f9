import Database
import FleetCore
import QueryCatalog
import TestSupport
import Testing

@testable import Incidents

private let catalog = QueryCatalog(directory: repositoryRoot + "/Queries")

@Suite struct PushFactsTests {
    /// 2026-09-14T00:00:00Z.
    private static let start: Int64 = 1_789_344_000

    /// An hour of one series, minute by minute.
    private struct Series {
        var namespace = "Chat/Push"
        let name: String
        var statistic = "Sum"
        let dimensions: String
        let value: @Sendable (_ minute: Int64) -> Double
    }

    private static let fcm = #"{"Provider":"FCM"}"#

    /// What is asked of a store with these series, so many minutes after they begin.
    private func asked<T>(at minute: Int64, _ series: [Series], _ ask: (IncidentStore) throws -> T) throws -> T {
        try withFleetStore(.sqlite) { db throws in
            let start = PushFactsTests.start
            for (index, one) in series.enumerated() {
                let id = Int64(index + 1)
                try db.execute(
                    "insert into metric_series values (:id, :namespace, :name, :dimensions, '', null, 0, 9)",
                    [
                        "id": .integer(id), "namespace": .text(one.namespace), "name": .text(one.name),
                        "dimensions": .text(one.dimensions),
                    ])
                for at in Int64(0)..<60 {
                    try db.execute(
                        "insert into metric_sample values (:series, :statistic, 60, :at, :value, null)",
                        [
                            "series": .integer(id), "statistic": .text(one.statistic), "at": .integer(start + at * 60),
                            "value": .real(one.value(at)),
                        ])
                }
            }
            try insertMetricDimensions(db)
            let moment = Instant(epochSeconds: start + minute * 60)
            return try ask(IncidentStore(database: db, catalog: catalog, at: moment))
        }
    }

    @Test(arguments: [60, 66, 72, 74] as [Int64])
    func `metrics that come late still show an outage`(minute: Int64) throws {
        let answer = try asked(
            at: minute,
            [
                Series(name: "SendAttempts", dimensions: PushFactsTests.fcm) { _ in 1000 },
                Series(name: "SendFailures", dimensions: PushFactsTests.fcm) { $0 < 40 ? 0 : 750 },
            ]
        ) { try $0.answer(.pushOutage) }
        #expect(answer.isCalledFor == .confirmed)
        #expect(answer.branches == ["provider"])
        #expect(answer.since == Instant(epochSeconds: PushFactsTests.start + 40 * 60))
    }

    @Test func `what is too old, and what names no provider, is unknown`() throws {
        let old = try asked(
            at: 76, [Series(name: "SendAttempts", dimensions: PushFactsTests.fcm) { _ in 1000 }]
        ) { try $0.answer(.pushOutage) }
        #expect(old.isCalledFor == .unknown)
        let nameless = try asked(
            at: 60, [Series(name: "SendAttempts", dimensions: "{}") { _ in 1000 }]
        ) { try $0.answer(.pushOutage) }
        #expect(nameless.isCalledFor == .unknown)
        #expect(nameless.verdict == "unknown: no sends were counted by provider in 10 min")
        let sound = try asked(
            at: 60, [Series(name: "SendAttempts", dimensions: PushFactsTests.fcm) { _ in 1000 }]
        ) { try $0.answer(.pushOutage) }
        #expect(sound.isCalledFor == .refuted)
    }

    @Test func `what is published with several sets of dimensions counts once, and ages and percentiles don't add up`() throws {
        let apns = #"{"Provider":"APNs"}"#
        let table = #"{"TableName":"Mailboxes"}"#
        let index = #"{"GlobalSecondaryIndexName":"by-user","TableName":"Mailboxes"}"#
        func gauge(_ name: String, _ dimensions: String, _ value: Double, _ statistic: String = "Maximum") -> Series {
            Series(name: name, statistic: statistic, dimensions: dimensions) { _ in value }
        }
        func storage(_ name: String, _ dimensions: String, _ value: Double) -> Series {
            Series(namespace: "AWS/DynamoDB", name: name, dimensions: dimensions) { _ in value }
        }
        func sockets(_ dimensions: String, _ value: Double) -> Series {
            Series(namespace: "Chat/Gateway", name: "OpenSockets", statistic: "Maximum", dimensions: dimensions) { _ in value }
        }
        let facts = try asked(
            at: 60,
            [
                gauge("SendAttempts", PushFactsTests.fcm, 1000, "Sum"),
                gauge("QueueDepth", "{}", 500), gauge("QueueDepth", PushFactsTests.fcm, 300), gauge("QueueDepth", apns, 200),
                gauge("OldestAgeSeconds", PushFactsTests.fcm, 70), gauge("OldestAgeSeconds", apns, 40),
                gauge("TimeToDeliveredMs", PushFactsTests.fcm, 100, "p99"), gauge("TimeToDeliveredMs", apns, 300, "p99"),
                gauge("Escalations", PushFactsTests.fcm, 4, "Sum"), gauge("Escalations", apns, 3, "Sum"),
                sockets("{}", 900), sockets(#"{"Gateway":"g-1"}"#, 900),
                storage("ConsumedWriteCapacityUnits", table, 10), storage("WriteThrottleEvents", table, 5),
                storage("WriteThrottleEvents", index, 7),
            ]
        ) { try PushFacts($0) }
        #expect(facts.queueNow == 500 && facts.queueUsual == 500)
        #expect(facts.oldestSeconds == 70)
        #expect(facts.deliveredNow == 300 && facts.deliveredUsual == 300)
        #expect(facts.escalationsNow == 7 && facts.escalationsUsual == 7)
        #expect(facts.socketsNow == 900 && facts.socketsUsual == 900)
        #expect(facts.mailboxThrottles == 50)
    }
}
