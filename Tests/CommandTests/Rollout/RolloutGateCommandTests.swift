import Database
import FleetCore
import Foundation
import Reporting
import Rollout
import TestSupport
import Testing

@testable import Commands

@Suite struct RolloutGateCommandTests {
    @Test(arguments: bothEngines)
    func `a release that crashes is halted, with its evidence and what to do`(engine: Engine) throws {
        let store = try TestStore.ofFleet(engine)
        SimulatedFleet.ingest(SimulatedFleet.badRelease, into: store)
        let answer = Transcript("rollout gate 8.14.0", store: store)
        #expect(answer.code == .badAnswer, "\(answer.errors)")
        #expect(answer.output.hasPrefix("HALT: 8.14.0 on android against 8.13.2: crashes ×"))
        for words in [
            "Guarded measures, first events of installs at risk", "✗ harm", "What is still possible", "Strata that moved it most",
            "same installs, before and after", "chatfleet rollout record halt 8.14.0 --platform android",
            "A halt is no rollback: who has 8.14.0 keeps it.", "Still to do", "record the halt",
        ] {
            #expect(answer.output.contains(words), "\(words)")
        }
        // One platform alone, without the panel.
        let ios = Transcript("rollout gate 8.14.0 --platform iOS --no-panel", store: store)
        #expect(ios.code == .unknown)
        #expect(ios.output.hasPrefix("INSUFFICIENT: 8.14.0 on ios against 8.13.2: "))
        #expect(!ios.output.contains("same installs"))
        #expect(ios.output.contains("left out (--no-panel)"))
    }

    /// Loaded in order of receipt, printed, loaded on, printed as of then: byte for byte.
    @Test(arguments: bothEngines)
    func `as of a time it says what it said then`(engine: Engine) throws {
        let store = try TestStore.ofFleet(engine)
        let then = "2026-09-16T09:00:00Z"
        SimulatedFleet.ingest(SimulatedFleet.badRelease, to: then, into: store)
        let formats = ["table", "json"]
        let said = formats.map { Transcript("rollout gate 8.14.0 --as-of \(then) --format \($0)", store: store).output }
        #expect(said[0].contains("as known at \(then)"))
        SimulatedFleet.ingest(SimulatedFleet.badRelease, from: then, into: store)
        for (format, before) in zip(formats, said) {
            let after = Transcript("rollout gate 8.14.0 --as-of \(then) --format \(format)", store: store).output
            #expect(after == before, "\(format)")
        }
        #expect(Transcript("rollout gate 8.14.0", store: store).output != said[0])
    }

    /// The verdict stays what it is; what is done is not ordered again.
    @Test(arguments: bothEngines)
    func `a halt that is recorded is said, and what is left to do`(engine: Engine) throws {
        let store = try TestStore.ofFleet(engine)
        SimulatedFleet.ingest(SimulatedFleet.badRelease, into: store)
        func record(_ event: String) {
            let record = Transcript("rollout record \(event) --platform android --reason x --by ana", store: store)
            #expect(record.code == .success, "\(record.errors)")
        }
        func gate() -> Transcript { Transcript("rollout gate 8.14.0 --platform android --no-panel", store: store) }
        /// The steps of the procedure under its title.
        func steps(_ answer: Transcript, _ title: String) -> [String] {
            answer.output.components(separatedBy: "\n\(title)\n\n").last?.split(separator: "\n").map(String.init) ?? []
        }
        record("start 8.14.0 --percent 5 --at 2026-09-12T00:00:00Z")
        let running = gate()
        #expect(running.code == .badAnswer)
        #expect(running.output.hasPrefix("HALT: 8.14.0 on android against 8.13.2: crashes ×"), "\(running.output)")
        #expect(steps(running, "Halt the rollout")[1].contains("1  android   Halt the staged rollout in the Play Console; then"))
        record("halt 8.14.0 --at 2026-09-20T08:30:00Z")
        let halted = gate()
        #expect(halted.code == .badAnswer)
        let words = "HALT: 8.14.0 on android (recorded: halted at 5 % since 2026-09-20T08:30:00Z) against 8.13.2: crashes ×"
        #expect(halted.output.hasPrefix(words), "\(halted.output)")
        #expect(!halted.output.contains("Halt the staged rollout") && !halted.output.contains("rollout record halt"))
        let left = steps(halted, "The halt is recorded: what is left to do")
        let keepers = "who has it, and what until the fix reaches them: chatfleet rollout exposure 8.14.0 --platform android"
        #expect(left[1].contains("1  android   " + keepers), "\(halted.output)")
        #expect(left[2].contains("2  android   find the feature") && left[5].contains("5  android   fix forward"), "\(left)")
        // On two platforms, the other of which is not worse: its own line says nothing of a halt.
        let both = Transcript("rollout gate 8.14.0 --no-panel", store: store)
        #expect(both.output.hasPrefix(words) && both.output.contains("\nios  INSUFFICIENT: "), "\(both.output)")
        record("resume 8.14.0 --at 2026-09-21T08:30:00Z")
        #expect(gate().output.hasPrefix("HALT: 8.14.0 on android against 8.13.2: crashes ×"))
        #expect(gate().output.contains("\nHalt the rollout\n"))
    }

    @Test(arguments: bothEngines)
    func `a record that was made void counts as of earlier, and no more now`(engine: Engine) throws {
        let store = try TestStore.ofFleet(engine)
        SimulatedFleet.ingest(SimulatedFleet.badRelease, into: store)
        for event in ["start 8.14.0 --percent 1 --at 2026-09-12T00:00:00Z", "halt 8.14.0 --at 2026-09-20T00:00:00Z"] {
            let record = Transcript("rollout record \(event) --platform android --reason x --by ana", store: store)
            #expect(record.code == .success, "\(record.errors)")
        }
        try store.open().execute("update rollout_event set recorded_epoch = at_epoch")
        func ask(_ command: String, _ options: String) -> Transcript {
            Transcript("rollout \(command) 8.14.0 --platform android \(options)", store: store)
        }
        let then = "--as-of 2026-09-21T09:00:00Z"
        let commands = ["gate", "exposure", "replay"]
        let before = commands.map { ask($0, then + " --format json").output }
        #expect(before[0].contains(#""since_reason":"as recorded""#))
        #expect(before[1].contains(#""halted_at":"2026-09-20T00:00:00Z""#))
        #expect(before[2].contains(#""recorded_halt_at":"2026-09-20T00:00:00Z""#))
        // Before both were made, also where nothing else is known of the version.
        for (moment, count) in [
            ("2026-09-11T00:00:00Z", "2 records made since then are"), ("2026-09-19T00:00:00Z", "1 record made since then is"),
        ] {
            for command in commands {
                let early = ask(command, "--as-of \(moment)").output
                let note = "\n\(count) not counted: chatfleet rollout list --version 8.14.0 --platform android.\n"
                #expect(early.contains(note), "\(command) \(moment): \(early.prefix(600))")
            }
        }
        for number in 1...2 {
            #expect(Transcript("rollout void \(number) --reason slip --by bo", store: store).code == .success)
        }
        let words = "2 records that count here are void since: chatfleet rollout list --version 8.14.0 --platform android."
        for (command, said) in zip(commands, before) {
            let after = ask(command, then + " --format json")
            #expect(after.output == said && after.errors.hasSuffix("chatfleet: note: \(words)\n"), "\(command): \(after.errors)")
            #expect(ask(command, then).output.contains("\n\(words)\n"), "\(command)")
        }
        let now = commands.map { ask($0, "--format json").output }
        #expect(now[0].contains(#""since_reason":"first report""#))
        #expect(now[1].contains(#""halted_at":null"#))
        #expect(now[2].contains(#""recorded_halt_at":null"#))
    }

    /// In order of receipt, in batches of different sizes.
    @Test func `a good release is not halted, and both engines print the same of any split`() throws {
        let answers = try [(Engine.postgres, 10_000), (.sqlite, 531)].map { engine, batch in
            let store = try TestStore.ofFleet(engine)
            SimulatedFleet.ingest(SimulatedFleet.healthy, batchReports: batch, into: store)
            return Transcript("rollout gate 8.14.0 --format json", store: store)
        }
        #expect(answers[0].code == .unknown)
        #expect(answers[0].output == answers[1].output)
    }

    /// Health case 18: nothing measured is never a pass.
    @Test(arguments: bothEngines)
    func `a version that dies at launch and sends nothing is never passed`(engine: Engine) throws {
        let store = try TestStore(
            engine,
            FleetTables(
                (15..<22).flatMap { day in active(200, "2026-09-\(day)", "8.13.2", "android") }))
        let unheard = Transcript("rollout gate 8.14.0", store: store)
        #expect(unheard.code == .unknown)
        #expect(unheard.output.hasPrefix("INSUFFICIENT: nothing was measured of 8.14.0"))
        // It is out since the 18th, says the record.
        let record = Transcript(
            "rollout record start 8.14.0 --platform android --percent 10 --by ana --reason go --at 2026-09-18T08:00:00Z",
            store: store)
        #expect(record.code == .success, "\(record.errors)")
        let recorded = Transcript("rollout gate 8.14.0 --as-of 2026-09-22T12:00:00Z", store: store)
        #expect(recorded.code == .unknown)
        #expect(recorded.output.hasPrefix("DATA_FAULT: 8.14.0 on android against 8.13.2: recorded as out at 10 % for 4 d 4 h"))
        let stage = Transcript(
            "rollout record stage 8.14.0 --platform android --percent 12.5 --by ana --reason go --at 2026-09-19T08:00:00Z",
            store: store)
        #expect(stage.code == .success, "\(stage.errors)")
        let staged = Transcript("rollout gate 8.14.0 --as-of 2026-09-22T12:00:00Z", store: store)
        #expect(staged.output.contains("recorded as out at 12.5 % for"))
    }

    /// 8.14.0 crashes on android; and somebody says that it runs on a toaster.
    private func storeWithToaster(_ engine: Engine) throws -> TestStore {
        var days: [ReportedDay] = []
        for day in 18..<22 {
            for var reported in active(60, "2026-09-\(day)", "8.14.0", "android", crashed: 40) {
                reported.install = "new" + reported.install
                days.append(reported)
            }
            days += active(200, "2026-09-\(day)", "8.13.2", "android", crashed: 1)
        }
        days.append(ReportedDay("2026-09-21", "odd", "8.14.0", "toaster", ["sessions": 1]))
        return try TestStore(engine, FleetTables(days))
    }

    /// 8.13.2 told of crashes alone in the days before; on the last day clients of both versions tell everything.
    @Test(arguments: bothEngines)
    func `what the baseline did not report before takes no alpha, and what comes later takes it from nobody`(engine: Engine)
        throws
    {
        var days = (10..<20).flatMap { active(200, "2026-09-\($0)", "8.13.2", "android") }
        for day in 18..<21 {
            days += active(50, "2026-09-\(day)", "8.14.0", "android").map { day in
                var day = day
                day.install = "new" + day.install
                return day
            }
        }
        func alphas(_ days: [ReportedDay], _ at: String) throws -> [String: Double] {
            let store = try TestStore(engine, FleetTables(days))
            let words = "rollout gate 8.14.0 --baseline 8.13.2 --as-of \(at) --format json --no-panel"
            let output = Transcript(words, store: store).output
            let json = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
            let details = try #require(json["details"] as? [String: [String: Any]])
            let rows = try #require(details["measures"]?["rows"] as? [[String: Any]])
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["measure"] as? String ?? "", $0["alpha"] as? Double ?? -1) })
        }
        let expected = ["crash": 0.005, "decrypt": 0.0025, "failed": 0, "aged": 0, "silence": 0.0025]
        #expect(try alphas(days, "2026-09-20T12:00:00Z") == expected)
        for day in days.indices where days[day].day >= Day("2026-09-19")! {
            days[day].values["send_failed"] = 0
            days[day].values["queue_age_max_s"] = 5
        }
        #expect(try alphas(days, "2026-09-22T12:00:00Z") == expected)
        // Nothing is known of before: all are guarded.
        let new = days.filter { $0.day >= Day("2026-09-18")! }
        #expect(
            try alphas(new, "2026-09-22T12:00:00Z")
                == ["crash": 0.004, "decrypt": 0.002, "failed": 0.001, "aged": 0.001, "silence": 0.002])
    }

    /// Any client can name a platform.
    @Test(arguments: bothEngines)
    func `a platform without a baseline takes no halt from the others`(engine: Engine) throws {
        let store = try storeWithToaster(engine)
        let answer = Transcript("rollout gate 8.14.0", store: store)
        #expect(answer.code == .badAnswer, "\(answer.errors)")
        #expect(answer.output.hasPrefix("HALT: 8.14.0 on android against 8.13.2: crashes ×"))
        #expect(answer.output.contains("INSUFFICIENT: no version below it was active there"))
        let alone = Transcript("rollout gate 8.14.0 --platform toaster", store: store)
        #expect(alone.code == .unknown)
        #expect(alone.errors.contains("nothing to compare it with"))
        for command in ["replay 8.14.0", "exposure 8.14.0", "plan 8.14.0"] {
            let other = Transcript("rollout \(command)", store: store)
            #expect(other.code == .success, "\(command): \(other.errors)")
            #expect(other.output.contains("android"), "\(command)")
        }
    }

    @Test func `a recorded halt is still to do where a resume came later`() throws {
        let store = try storeWithToaster(.sqlite)
        func record(_ kind: String, at hour: String) {
            let record = Transcript(
                "rollout record \(kind) 8.14.0 --platform android --by ana --reason go --at 2026-09-22T\(hour):00:00Z",
                store: store)
            #expect(record.code == .success, "\(record.errors)")
        }
        func isDone() throws -> Bool? {
            let output = Transcript(
                "rollout gate 8.14.0 --since 2026-09-18 --as-of 2026-09-22T12:00:00Z --format json", store: store
            ).output
            let json = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
            let details = try #require(json["details"] as? [String: [String: Any]])
            let rows = try #require(details["to_do"]?["rows"] as? [[String: Any]])
            return rows.first?["done"] as? Bool
        }
        #expect(try isDone() == false)
        record("halt", at: "08")
        #expect(try isDone() == true)
        record("resume", at: "09")
        #expect(try isDone() == false)
    }

    /// Reports count by whole hours; who records a halt and asks again in the same minute sees it.
    @Test(arguments: bothEngines) func `a halt counts as soon as it is recorded, and not before`(engine: Engine) throws {
        let store = try storeWithToaster(engine)
        let record = Transcript(
            "rollout record halt 8.14.0 --platform android --by ana --reason INC-311", store: store)
        #expect(record.code == .success, "\(record.errors)")
        func gate(_ at: String) -> String { Transcript("rollout gate 8.14.0 --format json\(at)", store: store).output }
        func exposure(_ at: String) -> String {
            Transcript("rollout exposure 8.14.0 --platform android --format json\(at)", store: store).output
        }
        let done = "\"what\":\"record the halt: who, when, why\",\"done\":true"
        #expect(gate("").contains(done), "\(gate(""))")
        #expect(gate(" --as-of 2026-09-22T12:00:00Z") == gate(""))
        #expect(exposure("").contains("\"halted_at\":\"2026-09-22T12:00:00Z\""), "\(exposure(""))")
        let before = " --as-of 2026-09-22T11:59:59Z"
        #expect(!gate(before).contains(done))
        #expect(!exposure(before).contains("\"halted_at\":\"2026-09-22"))
    }

    @Test func `the servers answer it, and telemetry does not see it`() throws {
        let store = try TestStore(
            .sqlite,
            FleetTables(
                (15..<22).flatMap { day in active(200, "2026-09-\(day)", "8.13.2", "android") }
                    + [ReportedDay("2026-09-21", "i0", "8.14.0", "android", ["sessions": 1])]))
        let db = try store.open(fleetSchema(.sqlite))
        let at = SQLValue.integer(1_790_078_400 - 7200)
        for (id, version, value) in [(1, "8.14.0", 900.5), (2, "8.13.2", 9100.5)] {
            try db.execute(
                """
                insert into metric_series values
                    (\(id), 'Chat/Sync', 'Requests', '\(version)', 'AppVersion,Platform', null, 0, 9)
                """)
            try db.execute(
                "insert into metric_dimension values (\(id), 'AppVersion', '\(version)'), (\(id), 'Platform', 'Android')")
            try db.execute(
                "insert into metric_sample values (\(id), 'Sum', 60, :at, :value, null)", ["at": at, "value": .real(value)])
        }
        // The same counts again by five minutes, and another share by the version alone: neither is added to it.
        try db.execute(
            """
            insert into metric_series values (3, 'Chat/Sync', 'Requests', '8.13.2 all', 'AppVersion', null, 0, 9);
            """)
        try db.execute("insert into metric_dimension values (3, 'AppVersion', '8.13.2')")
        for (id, period, value) in [(1, 300, 5000.5), (3, 60, 90_000.0)] {
            try db.execute(
                "insert into metric_sample values (\(id), 'Sum', \(period), :at, :value, null)",
                ["at": at, "value": .real(value)])
        }
        let answer = Transcript("rollout gate 8.14.0", store: store)
        #expect(answer.code == .unknown)
        #expect(answer.output.contains("the servers answer it (9.00 % of requests)"))
    }

    @Test func `what is under the target by chance only is said where it is, and not to be below it`() {
        // Wilson at 95 %: 6 of 1,000 are 0.28 to 1.30 %, 60 of 10,000 are 0.47 to 0.77 %, 70 of 10,000 are 0.55 to 0.88 %.
        func words(_ crashed: Int64, _ active: Int64) -> String? {
            Report.underTarget(ReceiptCounts(active: active, crashed: crashed), target: 0.995)?.words
        }
        #expect(words(6, 1000) == "at 99.40 % (98.69 to 99.72 %), target 99.5 %")
        #expect(words(60, 10_000) == "at 99.40 % (99.22 to 99.53 %), target 99.5 %")
        #expect(words(70, 10_000) == "below 99.5 %")
        #expect(words(0, 0) == nil)
    }

    @Test func `the errors say what is wrong`() throws {
        let store = try TestStore(.sqlite, FleetTables(active(3, "2026-09-20", "8.13.2")))
        for alpha in ["2", "0", "1e-308"] {
            #expect(Transcript("rollout gate 8.14.0 --alpha \(alpha)", store: store).code == .usage)
        }
        #expect(Transcript("rollout gate 8.14.0 --baseline 8.14.0", store: store).code == .usage)
        let alone = Transcript("rollout gate 8.13.2", store: store)
        #expect(alone.code == .unknown)
        #expect(alone.errors.contains("nothing to compare it with"))
        let newer = Transcript("rollout gate 8.13.3", store: store).output
        let words = "no data: no report of version 8.13.3 is in yet; the newest version with reports is 8.13.2"
        #expect(newer.contains(words), "\(newer)")
        #expect(Transcript("rollout gate 8.31.2", store: store).output.contains("did you mean 8.13.2?"))
    }
}
