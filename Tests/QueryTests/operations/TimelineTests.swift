import Database
import QueryCatalog
import TestSupport
import Testing

@Suite struct TimelineTests {
    private func rows(_ name: String, _ engine: Engine, _ values: [String: SQLValue]) throws -> [[SQLValue]] {
        try withFleetStore(engine) { db in
            try db.execute(
                """
                insert into rollout_event values
                    (1, 300, '8.14.0', 'android', 'stage', 2.5, 'ana', 'clean', 310),
                    (2, 100, '8.14.0', 'android', 'start', 1, 'ana', 'go', 320),
                    (3, 300, '8.14.0', 'ios', 'halt', null, 'bo', 'INC-1', 330),
                    (4, 300, '8.14.0', 'android', 'halt', null, 'bo', 'slip', 340)
                """)
            try db.execute("insert into rollout_void values (4, 'ana', 'of 8.13.2', 350)")
            try db.execute(
                """
                insert into annotation values
                    (1, 300, 'deploy', 'gateway 7', null, null, 'cy', 301), (2, 200, 'note', 'paged', '8.14.0', 'ios', 'cy', 302)
                """)
            try db.execute(
                "insert into flag_change values (1, 45, 44, 'kill', '/srv', 300, 'di', 'INC-1', 'ios: a: killed', 'l', '', 'h')")
            return try catalog.query(name).rows(on: db, values).map(\.values)
        }
    }

    @Test(arguments: bothEngines)
    func `events of rollouts come in the order in which they happened`(engine: Engine) throws {
        expectRows(
            try rows("operations/rollout_events", engine, ["app_version": "8.14.0", "platform": "android"]),
            [
                [2, 100, "8.14.0", "android", "start", .real(1), "ana", "go", 320, nil, nil, nil],
                [1, 300, "8.14.0", "android", "stage", .real(2.5), "ana", "clean", 310, nil, nil, nil],
                [4, 300, "8.14.0", "android", "halt", nil, "bo", "slip", 340, "ana", "of 8.13.2", 350],
            ])
        #expect(try rows("operations/rollout_events", engine, ["app_version": nil, "platform": nil]).count == 4)
        #expect(try rows("operations/rollout_events", engine, ["app_version": "8.1", "platform": nil]).isEmpty)
    }

    @Test(arguments: bothEngines)
    func `a platform is known by reports, rollouts, flags and server metrics`(engine: Engine) throws {
        try withFleetStore(engine) { db in
            try FleetTables([ReportedDay("2026-09-20", "i1", "8.14.0", "ios")]).insert(into: db)
            try db.execute("insert into rollout_event values (1, 300, '8.14.0', 'tv', 'start', 1, 'ana', 'go', 310)")
            try db.execute("insert into rollout_event values (2, 300, '8.14.0', 'iso', 'start', 1, 'ana', 'go', 310)")
            try db.execute("insert into rollout_void values (2, 'ana', 'ios', 320)")
            try db.execute("insert into flag_document values (2, 'web', 'd', '{}'), (2, 'ios', 'd', '{}')")
            try db.execute("insert into metric_series values (1, 'Chat/Sync', 'Requests', '{}', 'Platform', null, 0, 9)")
            try db.execute("insert into metric_dimension values (1, 'Platform', 'Desktop'), (1, 'AppVersion', '8.14.0')")
            let rows = try catalog.query("operations/named_platforms").rows(on: db, [:]).map(\.values)
            expectRows(rows, [["desktop"], ["ios"], ["tv"], ["web"]])
        }
    }

    @Test(arguments: bothEngines)
    func `annotations are those of the window`(engine: Engine) throws {
        expectRows(
            try rows("operations/annotations", engine, ["from_epoch": 200, "to_epoch": 300]),
            [[2, 200, "note", "paged", "8.14.0", "ios", "cy", 302]])
    }

    @Test(arguments: bothEngines)
    func `the timeline is all of it in one order`(engine: Engine) throws {
        expectRows(
            try rows("operations/timeline", engine, ["from_epoch": 200, "to_epoch": 301, "known_epoch": .integer(.max)]),
            [
                [200, "annotation", 2, "note", nil, "8.14.0", "ios", nil, "cy", "paged", nil],
                [300, "annotation", 1, "deploy", nil, nil, nil, nil, "cy", "gateway 7", nil],
                [300, "flags", 1, "kill", 45, nil, nil, nil, "di", "INC-1", "ios: a: killed"],
                [300, "rollout", 1, "stage", nil, "8.14.0", "android", .real(2.5), "ana", "clean", nil],
                [300, "rollout", 3, "halt", nil, "8.14.0", "ios", nil, "bo", "INC-1", nil],
            ])
    }

    @Test(arguments: bothEngines)
    func `a step is in it from when it was recorded until it was void`(engine: Engine) throws {
        func entries(_ known: Int64) throws -> [[SQLValue]] {
            try rows("operations/timeline", engine, ["from_epoch": 0, "to_epoch": 999, "known_epoch": .integer(known)])
                .map { Array($0[1...3]) }
        }
        let others: [[SQLValue]] = [
            ["rollout", 2, "start"], ["annotation", 2, "note"], ["annotation", 1, "deploy"], ["flags", 1, "kill"],
            ["rollout", 1, "stage"], ["rollout", 3, "halt"],
        ]
        expectRows(try entries(299), [])
        expectRows(try entries(301), [["annotation", 1, "deploy"], ["flags", 1, "kill"]])
        expectRows(try entries(339), others)
        expectRows(try entries(349), others + [["rollout", 4, "halt"]])
        expectRows(try entries(350), others)
    }
}
