import Database
import FleetCore
import TestSupport
import Testing

@testable import Commands

@Suite struct CapacityCheckCommandTests {
    private func fleet(_ installs: Int) -> FleetTables {
        FleetTables((0..<installs).map { ReportedDay("2026-09-14", "i\($0)", "8.14.0", "ios", ["sessions": 3, "syncs_ok": 20]) })
    }

    @Test(arguments: bothEngines)
    func `a plan is held against active installs`(engine: Engine) throws {
        let store = try TestStore(engine, fleet(30))
        let asPlanned = Transcript("capacity check chat-r1 --set chat.r1.dau=29", store: store)
        #expect(asPlanned.code == .success && asPlanned.output.contains("✓ as planned"))
        let above = Transcript("capacity check chat-r1 --set chat.r1.dau=20", store: store)
        #expect(above.code == .badAnswer && above.output.contains("150.00 %  ✗ above plan"))
        #expect(Transcript("capacity check chat-r1 --set chat.r1.dau=20 --tolerance 60%", store: store).code == .success)
        let below = Transcript("capacity check chat-r1", store: store)
        #expect(below.code == .success && below.output.contains("✓ below plan"))
    }

    @Test func `what nobody measured is unknown, and not 0`() throws {
        let store = try TestStore(.sqlite, fleet(3))
        let nothing = Transcript("capacity check chat-r1 --from 2026-08-01 --to 2026-08-08", store: store)
        #expect(nothing.code == .unknown)
        #expect(nothing.output.contains("not measured") && !nothing.output.contains("0.00 %"))
    }

    /// A metric stream's records: sums of a minute, but for sockets.
    private func metrics(_ records: [(String, String, String, Double)]) -> String {
        records.enumerated().map { index, record in
            let at = (Day("2026-09-14")!.start.epochSeconds + Int64(index) * 60) * 1000
            let (namespace, name, dimensions, value) = record
            return """
                {"namespace":"\(namespace)","metric_name":"\(name)","dimensions":{\(dimensions)},"timestamp":\(at),\
                "value":{"count":1,"sum":\(value),"min":\(value),"max":\(value)},"unit":"Count"}

                """
        }.joined()
    }

    @Test(arguments: bothEngines)
    func `servers' metrics are held against the peaks of a plan`(engine: Engine) throws {
        let store = try TestStore(engine, fleet(30))
        let fcm = #""Provider":"FCM""#
        let table = #""TableName":"Mailboxes""#
        let text = metrics([
            ("Chat/Push", "SendAttempts", fcm, 430_000), ("Chat/Push", "SendAttempts", fcm, 437_500),
            ("Chat/Push", "SendAttempts", #""Provider":"APNs""#, 900_000),
            ("Chat/Push", "SendAttempts", fcm + #","Worker":"w1""#, 9),
            ("Chat/Gateway", "OpenSockets", "", 3_300_000),
            ("AWS/DynamoDB", "ConsumedWriteCapacityUnits", table, 12_000_000),
            ("AWS/DynamoDB", "ConsumedWriteCapacityUnits", #""TableName":"Keys""#, 60),
            ("AWS/DynamoDB", "ReadThrottleEvents", table, 3),
        ])
        let loaded = Transcript("ingest metrics -", store: store, input: text)
        #expect(loaded.code == .success, "\(loaded.errors)")
        let found = Transcript("capacity check chat-r2 --format csv", store: store)
        func row(_ id: String) -> String {
            found.output.split(separator: "\r\n").first { $0.hasPrefix(id + ",") }.map(String.init) ?? ""
        }
        #expect(
            row("chat.r2.push.fcm_peak_per_min")
                == "chat.r2.push.fcm_peak_per_min,437500.0,437500.0,messages/min,1.0,ok,as planned")
        #expect(row("chat.r2.sockets.peak").contains(",3300000.0,"), "\(found.output)")
        // A fleet's sockets are no task's.
        #expect(row("chat.r2.gateways.sockets_a_task").hasSuffix(",unknown,not measured"))
        #expect(row("chat.r2.dynamodb.writes_peak_per_s").contains(",200000.0,write-units/s,"), "\(found.output)")
        #expect(row("chat.r2.dynamodb.writes_peak_per_s").hasSuffix(",bad,above plan"))
        // No throttled write while the tables tell what they wrote is none; what reads they did, nobody tells.
        #expect(row("WriteThrottleEvents") == "WriteThrottleEvents,0.0,0.0,events,,ok,as planned")
        #expect(row("ReadThrottleEvents") == "ReadThrottleEvents,0.0,,events,,unknown,not measured")
        #expect(row("chat.r2.azloss.read_units_per_s").hasSuffix(",unknown,not measured"))
        #expect(found.code == .badAnswer)
    }

    @Test func `a store without reports is checked by its metrics`() throws {
        let store = try TestStore(.sqlite)
        _ = try store.open(fleetSchema(.sqlite))
        #expect(Transcript("capacity check chat-r2", store: store).code == .unknown)
        let loaded = Transcript(
            "ingest metrics -", store: store, input: metrics([("Chat/Push", "SendAttempts", #""Provider":"FCM""#, 1000)]))
        #expect(loaded.code == .success)
        let found = Transcript("capacity check chat-r2", store: store)
        #expect(found.code == .success, "\(found.output)")
        #expect(found.output.contains("2026-09-08 to 2026-09-15 (exclusive, 7 days)"), "\(found.output)")
    }

    @Test func `a scenario takes what the store measured`() throws {
        let store = try TestStore(.sqlite, fleet(30))
        let folder = try TemporaryFolder()
        func scenario(_ metric: String) throws -> String {
            try folder.write(
                "\(metric).json",
                #"{"schema":1,"design":"chat-r1","name":"m","set":{"chat.r1.dau":{"measured":"\#(metric)","window":"28 d"}}}"#)
        }
        let plan = Transcript("capacity plan --scenario \(try scenario("active_installs"))", store: store)
        #expect(plan.code == .success)
        #expect(plan.output.contains("set  chat.r1.dau = 30 users (measured active_installs, 2026-08-18 to 2026-09-15)"))
        let unknown = Transcript("capacity plan --scenario \(try scenario("active_instals"))", store: store)
        #expect(unknown.code == .badInput && unknown.errors.contains("did you mean active_installs?"))
        let empty = Transcript(
            "capacity plan --scenario \(try scenario("active_installs"))", store: try TestStore(.sqlite, fleet(0)))
        #expect(empty.code == .unknown)
    }
}
