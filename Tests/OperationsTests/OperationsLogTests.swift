import Database
import FleetCore
import Operations
import QueryCatalog
import TestSupport
import Testing

private let catalog = QueryCatalog(directory: repositoryRoot + "/Queries")

@Suite struct OperationsLogTests {
    private func at(_ seconds: Int64) -> Instant { Instant(epochSeconds: 1_789_344_000 + seconds) }

    private func event(
        _ kind: RolloutEvent.Kind, at seconds: Int64, _ percent: Double? = nil, version: String = "8.14.0",
        platform: String = "android"
    ) -> RolloutEvent {
        RolloutEvent(
            at: at(seconds), version: version, platform: platform, kind: kind, percent: percent, by: "ana", reason: "because")
    }

    @Test(arguments: bothEngines)
    func `what was recorded comes back in the order in which it happened`(engine: Engine) throws {
        try withFleetStore(engine) { db throws in
            let log = OperationsLog(database: db, catalog: catalog)
            let events = [event(.stage, at: 50, 5), event(.start, at: 10, 0.5), event(.halt, at: 90), event(.resume, at: 90, 5)]
            for event in events { #expect(try log.record(event, now: at(100)) == .new) }
            #expect(try log.rolloutEvents() == [events[1], events[0], events[2], events[3]])
            #expect(try log.rolloutEvents(version: "8.14.0", platform: "ios") == [])
        }
    }

    @Test(arguments: bothEngines)
    func `saying it again changes nothing, saying it of another second does`(engine: Engine) throws {
        try withFleetStore(engine) { db throws in
            let log = OperationsLog(database: db, catalog: catalog)
            let note = Annotation(at: at(5), kind: .deploy, text: "gateway 7", version: nil, platform: "ios", by: "bo")
            let later = Annotation(at: at(6), kind: .deploy, text: "gateway 7", version: nil, platform: "ios", by: "bo")
            #expect(try log.record(note, now: at(9)) == .new)
            #expect(try log.record(note, now: at(90)) == .known)
            #expect(try log.record(later, now: at(90)) == .new)
            #expect(try log.record(event(.stage, at: 5, 5), now: at(9)) == .new)
            #expect(try log.record(event(.stage, at: 5, 5), now: at(99)) == .known)
            #expect(try log.record(event(.stage, at: 5, 10), now: at(99)) == .new)
            let entries = try log.timeline(from: at(0), to: at(7))
            #expect(entries.map(\.what) == ["deploy", "rollout stage 5 %", "rollout stage 10 %", "deploy"])
        }
    }

    @Test(arguments: bothEngines)
    func `many who write at once all get their row`(engine: Engine) throws {
        let store = try TestStore(engine)
        _ = try store.open(fleetSchema(engine))
        let kinds = try inThreads(6) { thread in
            let log = OperationsLog(database: try store.open(), catalog: catalog)
            var recorded: [OperationsLog.Recorded] = []
            for round in 0..<5 {
                let own = Annotation(
                    at: Instant(epochSeconds: 1_789_344_000), kind: .note, text: "\(thread) \(round)", version: nil,
                    platform: nil,
                    by: "t")
                recorded.append(try log.record(own, now: own.at))
                let shared = Annotation(
                    at: Instant(epochSeconds: 1_789_344_000), kind: .note, text: "round \(round)", version: nil, platform: nil,
                    by: "t")
                recorded.append(try log.record(shared, now: shared.at))
            }
            return recorded
        }
        #expect(kinds.joined().count { $0 == .new } == 6 * 5 + 5)
        let log = OperationsLog(database: try store.open(), catalog: catalog)
        #expect(Set(try log.timeline().map(\.words)).count == 35)
        #expect(try log.timeline().count == 35)
        withExtendedLifetime(store) {}
    }

    @Test(arguments: bothEngines)
    func `changes of the flags, steps and notes stand in one order, with the platforms they touch`(engine: Engine) throws {
        try withFleetStore(engine) { db throws in
            try db.execute(
                """
                insert into flag_change values (1, 45, 44, 'kill', '/srv', 1789344020, 'cy', 'INC-311',
                    'ios: polls: killed\nandroid: polls: killed; was 20 % of android', 'l', '', 'h')
                """)
            let log = OperationsLog(database: db, catalog: catalog)
            try log.record(event(.start, at: 10, 1), now: at(99))
            try log.record(
                Annotation(at: at(20), kind: .note, text: "paged", version: "8.14.0", platform: nil, by: "bo"), now: at(99))
            let entries = try log.timeline(from: at(0), to: at(21))
            #expect(entries.map(\.what) == ["rollout start 1 %", "note", "flags kill"])
            #expect(entries.map(\.platforms) == [["android"], [], ["android", "ios"]])
            #expect(entries.map(\.flagsVersion) == [nil, nil, 45])
            #expect(entries[2].effects.count == 2)
            #expect(try log.timeline(from: at(21), to: nil).isEmpty)
            #expect(try log.timeline(from: at(11), to: at(20)).isEmpty)
        }
    }

    @Test(arguments: bothEngines)
    func `what was written down later was not known before`(engine: Engine) throws {
        try withFleetStore(engine) { db throws in
            let log = OperationsLog(database: db, catalog: catalog)
            func note(_ text: String) -> Annotation {
                Annotation(at: at(5), kind: .note, text: text, version: nil, platform: nil, by: "bo")
            }
            try log.record(event(.start, at: 0, 1), now: at(10))
            try log.record(event(.halt, at: 5), now: at(50))
            try log.record(note("then"), now: at(10))
            try log.record(note("afterwards"), now: at(50))
            #expect(try log.rollouts(before: at(20), recordedBy: at(20)).map(\.phase) == [.running])
            #expect(try log.rollouts(before: at(20), recordedBy: at(50)).map(\.phase) == [.halted])
            #expect(try log.rollouts(before: at(20)).map(\.phase) == [.halted])
            #expect(try log.rollouts(recordedBy: at(9)).isEmpty)
            #expect(try log.timeline(recordedBy: at(20)).map(\.words) == ["because", "then"])
            #expect(try log.timeline(recordedBy: at(50)).count == 4)
            #expect(try log.timeline().count == 4)
        }
    }

    @Test(arguments: bothEngines)
    func `what was made void counts until then, and never after`(engine: Engine) throws {
        try withFleetStore(engine) { db throws in
            let log = OperationsLog(database: db, catalog: catalog)
            try log.record(event(.start, at: 0, 1), now: at(10))
            try log.record(event(.halt, at: 5), now: at(20))
            guard case .new(let record) = try log.makeVoid(2, by: "bo", reason: "of ios", now: at(50)) else {
                Issue.record("record 2 was not made void")
                return
            }
            let void = RecordedRolloutEvent.Voiding(at: at(50), by: "bo", reason: "of ios")
            #expect(record == RecordedRolloutEvent(event(.halt, at: 5), number: 2, recorded: at(20), voided: void))
            #expect(try log.makeVoid(2, by: "cy", reason: "again", now: at(60)) == .known(record))
            #expect(try log.makeVoid(3, by: "cy", reason: "none", now: at(60)) == .unheard)
            #expect(try log.rolloutEvents() == [event(.start, at: 0, 1)])
            #expect(try log.rollouts().map(\.phase) == [.running])
            #expect(try log.timeline().map(\.kind) == ["start"])
            #expect(try log.rollouts(recordedBy: at(49)).map(\.phase) == [.halted])
            #expect(try log.timeline(recordedBy: at(49)).map(\.kind) == ["start", "halt"])
            #expect(try log.rollouts(recordedBy: at(50)).map(\.phase) == [.running])
            let journal = try log.rolloutJournal()
            #expect(journal.map(\.number) == [1, 2])
            #expect([5, 10, 20, 49, 50].map { journal.changedSince(at($0)) } == [1, 0, 1, 1, 0])
            // It may be said again, and is another record.
            #expect(try log.record(event(.halt, at: 5), now: at(70)) == .new)
            #expect(try log.rollouts().map(\.phase) == [.halted])
            #expect(try log.rolloutJournal().map(\.number) == [1, 2, 3])
        }
    }

    /// Else it would be said to be there, and be void the moment after.
    @Test func `a record is not made void while the same event is being recorded, nor the other way round`() throws {
        let store = try TestStore(.postgres)
        let database = try store.open(fleetSchema(.postgres))
        let log = OperationsLog(database: database, catalog: catalog)
        try log.record(event(.halt, at: 5), now: at(10))
        let other = try store.open()
        try other.execute("set lock_timeout = 100")
        let beside = OperationsLog(database: other, catalog: catalog)
        try database.transaction {
            // What a record takes before it looks whether the store has the event.
            try database.execute("lock table rollout_event in share row exclusive mode")
            #expect(throws: (any Error).self) { try beside.makeVoid(1, by: "bo", reason: "of ios", now: at(50)) }
            #expect(throws: (any Error).self) { try beside.record(event(.halt, at: 5), now: at(60)) }
        }
        #expect(try log.rolloutJournal().map(\.voided) == [nil])
        guard case .new = try beside.makeVoid(1, by: "bo", reason: "of ios", now: at(70)) else {
            Issue.record("record 1 was not made void")
            return
        }
        #expect(try log.record(event(.halt, at: 5), now: at(80)) == .new)
        withExtendedLifetime(store) {}
    }

    @Test func `records of one second that leave a rollout in different states contradict each other`() {
        func contradictions(_ events: [RolloutEvent]) -> [[Int64]] {
            zip(1..., events).map { RecordedRolloutEvent($1, number: $0, recorded: at(99)) }.contradictions(at: nil)
                .map { $0.map(\.number) }
        }
        #expect(contradictions([event(.halt, at: 5), event(.resume, at: 5)]) == [[1, 2]])
        #expect(contradictions([event(.stage, at: 5, 5), event(.stage, at: 5, 10)]) == [[1, 2]])
        #expect(contradictions([event(.start, at: 5), event(.stage, at: 5, 10)]) == [])
        #expect(contradictions([event(.halt, at: 5), event(.halt, at: 5)]) == [])
        #expect(contradictions([event(.halt, at: 5), event(.resume, at: 6)]) == [])
        #expect(contradictions([event(.halt, at: 5), event(.resume, at: 5, platform: "ios")]) == [])
        #expect(contradictions([event(.stage, at: 5, 100), event(.complete, at: 5)]) == [[1, 2]])
    }

    // MARK: The state of a rollout

    @Test func `a rollout is where its last events left it`() throws {
        #expect(RolloutState([]) == nil)
        var events = [event(.start, at: 0, 1)]
        func expect(_ phase: RolloutState.Phase, _ percent: Double?, since seconds: Int64) throws {
            let state = try #require(RolloutState(events))
            #expect(state.phase == phase && state.percent == percent && state.since == at(seconds))
            #expect(state.startedAt == at(0) && state.events == events.count)
        }
        try expect(.running, 1, since: 0)
        events.append(event(.stage, at: 10, 5))
        try expect(.running, 5, since: 10)
        events.append(event(.halt, at: 20))
        try expect(.halted, 5, since: 20)
        events.append(event(.halt, at: 25))
        try expect(.halted, 5, since: 20)
        events.append(event(.resume, at: 30, 2))
        try expect(.running, 2, since: 30)
        events.append(event(.complete, at: 40))
        try expect(.complete, 100, since: 40)
    }

    @Test func `what is odd about an event is said`() throws {
        let running = try #require(RolloutState([event(.start, at: 0, 1), event(.stage, at: 10, 5)]))
        #expect(running.oddities(of: event(.stage, at: 20, 10)) == [])
        #expect(running.oddities(of: event(.halt, at: 20)) == [])
        #expect(running.oddities(of: event(.stage, at: 20, 2)) == ["it was at 5 %: who has the version keeps it"])
        #expect(running.oddities(of: event(.resume, at: 20)) == ["it was not halted"])
        #expect(running.oddities(of: event(.start, at: 20, 5)) == ["its rollout began at 2026-09-14T00:00:00Z already"])
        #expect(
            running.oddities(of: event(.stage, at: 5, 7)) == [
                "an event of 2026-09-14T00:00:10Z is recorded already: this one comes before it"
            ])
        let halted = try #require(RolloutState([event(.start, at: 0, 1), event(.halt, at: 10)]))
        #expect(halted.oddities(of: event(.resume, at: 20)) == [])
        #expect(halted.oddities(of: event(.stage, at: 20, 5)).count == 1)
        #expect(halted.oddities(of: event(.halt, at: 20)) == ["it is halted since 2026-09-14T00:00:10Z"])
    }

    @Test func `whatever came before, a halt halts, a completion is everybody, and time only goes on`() throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        print("rollout state seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            var events: [RolloutEvent] = []
            var second: Int64 = 0
            for _ in 0..<Int(1 + random.next() % 8) {
                second += Int64(random.next() % 3)
                let kind = RolloutEvent.Kind.allCases[Int(random.next() % 5)]
                events.append(event(kind, at: second, kind == .halt ? nil : Double(1 + random.next() % 100)))
            }
            let state = try #require(RolloutState(events))
            #expect(state.since >= events[0].at && state.since <= at(second), "seed \(seed)")
            let begun = events.first { $0.kind == .start } ?? events.first { $0.kind == .stage }
            #expect(state.startedAt == begun?.at, "seed \(seed)")
            let halted = try #require(RolloutState(events + [event(.halt, at: second + 1)]))
            #expect(halted.phase == .halted && halted.percent == state.percent, "seed \(seed)")
            let complete = try #require(RolloutState(events + [event(.complete, at: second + 1)]))
            #expect(complete.phase == .complete && complete.percent == 100, "seed \(seed)")
        }
    }

    @Test(arguments: bothEngines)
    func `the rollout that moved last comes first`(engine: Engine) throws {
        try withFleetStore(engine) { db throws in
            let log = OperationsLog(database: db, catalog: catalog)
            try log.record(event(.start, at: 10, 1, version: "8.9.0"), now: at(99))
            try log.record(event(.start, at: 10, 1, version: "8.10.0"), now: at(99))
            try log.record(event(.start, at: 20, 1, version: "8.14.0", platform: "ios"), now: at(99))
            #expect(try log.rollouts().map(\.version) == ["8.14.0", "8.9.0", "8.10.0"])
            #expect(try log.rollouts(platform: "ios").count == 1)
        }
    }
}
