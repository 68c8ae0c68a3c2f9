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
