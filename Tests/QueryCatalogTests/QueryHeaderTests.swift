import Database
import FleetCore
import Foundation
import QueryCatalog
import TestSupport
import Testing

/// A catalogue of one query file with the given text, in a folder of its own.
private func withCatalog<T>(_ text: String, _ body: (QueryCatalog) throws -> T) throws -> T {
    let folder = NSTemporaryDirectory() + "chatfleet-queries-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder + "/health", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: folder + "/schema", withIntermediateDirectories: true)
    try text.write(toFile: folder + "/health/crashes.sql", atomically: true, encoding: .utf8)
    return try body(QueryCatalog(directory: folder))
}

private let good = """
    -- crashes
    -- question:   How many
    --             crashes?
    -- parameters: from_day day, to_day day (exclusive, as ever), app_version text or null,
    --             by_version flag
    -- grain:      one row
    -- columns:    app_version text or null; crashes count;
    --             share share or null
    -- engines:    postgres, sqlite
    -- source:     a test
    select 1;
    -- severity:   not a part of the header
    """

@Suite struct QueryHeaderTests {
    @Test func `a header is read with its types, notes and long lines`() throws {
        try withCatalog(good) { catalog in
            #expect(try catalog.names() == ["health/crashes"])
            let query = try catalog.query("health/crashes")
            #expect(query.question == "How many crashes?")
            #expect(query.grain == "one row")
            #expect(query.engines == ["postgres", "sqlite"])
            #expect(query.source == "a test")
            #expect(query.parameters.map(\.name) == ["from_day", "to_day", "app_version", "by_version"])
            #expect(query.parameters.map(\.type) == [.day, .day, .text, .flag])
            #expect(query.parameters.map(\.isNullable) == [false, false, true, false])
            #expect(query.parameters.map(\.note) == [nil, "exclusive, as ever", nil, nil])
            #expect(query.columns.map(\.name) == ["app_version", "crashes", "share"])
            #expect(query.columns.map(\.type) == [.text, .count, .share])
            #expect(query.columns.map(\.isNullable) == [true, false, true])
            #expect(query.more.isEmpty)
        }
    }

    @Test(arguments: [
        ("-- crashes", "-- other", 1, "the first line must be \"-- crashes\""),
        ("-- grain:      one row\n", "", 1, "the header has no \"grain\""),
        ("-- grain: ", "-- grains:", 6, "unknown header member \"grains\""),
        ("-- source: ", "-- grain:  ", 10, "the header has \"grain\" twice"),
        ("crashes count", "crashes counts", 7, "unknown type \"counts\" of crashes"),
        ("from_day day", "from_day", 4, "\"from_day\" is not \"name type\" or \"name type or null\""),
        ("to_day day", "from_day day", 4, "the parameter from_day is given twice"),
        ("sqlite", "mysql", 9, "unknown engine \"mysql\""),
        ("-- grain:      one row", "--grain one row", 6, "a header line is \"-- member: value\""),
    ])
    func `a mistake in a header is said with file and line`(text: String, instead: String, line: Int, what: String) throws {
        try withCatalog(good.replacingOccurrences(of: text, with: instead)) { catalog in
            let error = #expect(throws: ToolError.self) { try catalog.query("health/crashes") }
            #expect(error?.what == what)
            #expect(error?.place == "\(catalog.directory)/health/crashes.sql:\(line)")
            #expect(error?.exitCode == .badInput)
        }
    }

    @Test func `a query that is not there says where it was looked for`() throws {
        try withCatalog(good) { catalog in
            let error = #expect(throws: ToolError.self) { try catalog.query("health/none") }
            #expect(error?.what == "there is no query health/none")
            #expect(error?.place == "\(catalog.directory)/health/none.sql")
        }
    }

    @Test func `parameters are checked against the header before a store sees them`() throws {
        let values: [String: SQLValue] = ["from_day": "2026-09-14", "to_day": "2026-09-21", "app_version": nil, "by_version": 1]
        try withCatalog(good) { catalog in
            let query = try catalog.query("health/crashes")
            try query.check(values)
            for (name, value, what) in [
                ("from_day", "2026-02-30", "the parameter from_day is no date YYYY-MM-DD: 2026-02-30"),
                ("from_day", nil, "the parameter from_day is null, and must not be"),
                ("by_version", "1", "the parameter by_version is not of its type, flag"),
                ("by_version", 2, "the parameter by_version is a flag, 0 or 1: 2"),
                ("app_version", 8, "the parameter app_version is not of its type, text"),
                ("by_day", 1, "the query has no parameter by_day"),
            ] as [(String, SQLValue, String)] {
                let error = #expect(throws: ToolError.self) { try query.check(values.merging([name: value]) { $1 }) }
                #expect(error?.what == what)
            }
            let error = #expect(throws: ToolError.self) { try query.check(values.filter { $0.key != "to_day" }) }
            #expect(error?.what == "the query needs the parameter to_day")
        }
    }

    @Test(arguments: bothEngines)
    func `a query whose columns are not its header's is refused`(engine: Engine) throws {
        let other = good.replacingOccurrences(of: "select 1;", with: "select null as app_version, 1 as crash, 0.5 as share;")
            .replacingOccurrences(of: "from_day day, to_day day (exclusive, as ever), app_version text or null,", with: "none")
            .replacingOccurrences(of: "\n--             by_version flag", with: "")
        try withCatalog(other) { catalog in
            try withStore(engine) { db in
                let error = #expect(throws: ToolError.self) { try catalog.query("health/crashes").rows(on: db, [:]) }
                #expect(error?.what == "the query returns app_version, crash, share; its header says app_version, crashes, share")
            }
        }
    }
}
