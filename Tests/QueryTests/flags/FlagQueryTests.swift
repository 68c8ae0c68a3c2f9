import Database
import QueryCatalog
import TestSupport
import Testing

@Suite struct FlagQueryTests {
    private func rows(_ name: String, _ engine: Engine, _ values: [String: SQLValue] = [:]) throws -> [[SQLValue]] {
        try withFleetStore(engine) { db in
            try db.execute("insert into flag_authority values (1, 's3://b/flags', 'https://flags.example', 900, 'ana')")
            try db.execute(
                "insert into flag_document values (3, 'ios', 'd', '{ }'), (3, 'android', 'c', '{}'), (1, 'ios', 'e', '')")
            // Version 2 was published while the store was away, and learned of last; 4 was given up.
            try db.execute(
                """
                insert into flag_change values
                    (1, 1, 0, 'publish', 't', 100, 'ana', 'first', '', 'l1', '', 'h1'),
                    (2, 3, 2, 'rollout', 't', 300, 'bo', 'more', 'a: 20 %', 'l3', 'h1', 'h3'),
                    (3, 2, 1, 'kill', 't', 200, 'cy', 'crash', 'b: killed', 'l2', 'h3', 'h2'),
                    (4, 5, 3, 'publish', 't', 500, 'ana', 'new', '', 'l5', 'h2', 'h5')
                """)
            return try catalog.query(name).rows(on: db, values).map(\.values)
        }
    }

    @Test(arguments: bothEngines)
    func `the authority is one row`(engine: Engine) throws {
        expectRows(try rows("flags/authority", engine), [["s3://b/flags", "https://flags.example", 900, "ana"]])
        let none = try withFleetStore(engine) { try catalog.query("flags/authority").rows(on: $0, [:]).map(\.values) }
        expectRows(none, [])
    }

    @Test(arguments: bothEngines)
    func `changes come in the order in which the store learned of them, the newest first`(engine: Engine) throws {
        expectRows(
            try rows("flags/changes", engine, ["from_version": 3, "changes_max": 9]),
            [
                [4, 5, 3, "publish", "t", 500, "ana", "new", "", "l5", "h2", "h5"],
                [2, 3, 2, "rollout", "t", 300, "bo", "more", "a: 20 %", "l3", "h1", "h3"],
            ])
        let newest = try rows("flags/changes", engine, ["from_version": 0, "changes_max": 2]).map { $0[1] }
        #expect(newest == [5, 2])
    }

    @Test(arguments: bothEngines)
    func `documents are those of the version, byte for byte`(engine: Engine) throws {
        expectRows(
            try rows("flags/documents", engine, ["version": 3]), [["android", "c", "{}"], ["ios", "d", "{ }"]])
    }

    @Test(arguments: bothEngines)
    func `the newest version is the greatest, whenever it was learned of`(engine: Engine) throws {
        expectRows(try rows("flags/newest_version", engine), [[5, 4]])
        let none = try withFleetStore(engine) { try catalog.query("flags/newest_version").rows(on: $0, [:]).map(\.values) }
        expectRows(none, [[nil, nil]])
    }

    @Test(arguments: bothEngines)
    func `a version is known, or one was made from it, or past it`(engine: Engine) throws {
        expectRows(try rows("flags/known_version", engine, ["version": 3]), [[1, 5, nil]])
        expectRows(try rows("flags/known_version", engine, ["version": 4]), [[0, nil, 5]])
        expectRows(try rows("flags/known_version", engine, ["version": 5]), [[1, nil, nil]])
        expectRows(try rows("flags/known_version", engine, ["version": 6]), [[0, nil, nil]])
    }
}
