import Database
import FleetCore
import Foundation
import QueryCatalog
import TestSupport
import Testing

/// What a user with only an engine's own shell types, typed.
@Suite struct ShellTests {
    private let values: [String: SQLValue] = [
        "from_hour": 497_000, "to_hour": 498_000, "app_version": "8'1 \"x\" $HOME \\`!", "platform": nil, "by_version": 1,
        "by_platform": 0,
    ]

    private func prepare(_ db: any Database) throws {
        try db.execute("insert into app_version values (:v, '1', 1)", ["v": values["app_version"] ?? nil])
        for (version, active) in [(values["app_version"] ?? nil, 7), ("8.2", 9)] as [(SQLValue, SQLValue)] {
            try db.execute(
                "insert into health_hour values (497200, :v, 'ios', :active, 2)", ["v": version, "active": active])
        }
    }

    @Test func `the command line for psql gives the query's rows`() throws {
        let store = try TestStore(.postgres)
        try prepare(store.open(fleetSchema(.postgres)))
        guard case .postgres(let conninfo) = store.location else { return }
        let query = try QueryCatalog(directory: repositoryRoot + "/Queries").query("health/crash_free_by_hour")
        let printed = try shell(query.psqlCommand(store: conninfo, values) + " --csv")
        #expect(
            printed == "app_version,platform,hour,active_installs,crashed_installs\n\"8'1 \"\"x\"\" $HOME \\`!\",,497200,7,2\n")
    }

    @Test func `the command line for sqlite3 gives the query's rows`() throws {
        let store = try TestStore(.sqlite)
        try prepare(store.open(fleetSchema(.sqlite)))
        guard case .sqlite(let path) = store.location else { return }
        let query = try QueryCatalog(directory: repositoryRoot + "/Queries").query("health/crash_free_by_hour")
        let command = query.sqlite3Command(store: path, values)
        #expect(command.hasPrefix("sqlite3 -readonly -box"))
        let printed = try shell(command.replacingOccurrences(of: "-box", with: "-list -header"))
        #expect(
            printed == "app_version|platform|hour|active_installs|crashed_installs\n8'1 \"x\" $HOME \\`!||497200|7|2\n")
    }

    @Test func `an example is ready to be typed`() throws {
        let query = try QueryCatalog(directory: repositoryRoot + "/Queries").query("health/crash_free_daily")
        let values = query.exampleValues(from: "2026-09-14", to: "2026-09-21")
        #expect(
            query.psqlCommand(store: "postgres://db/fleet", values).contains(
                """
                psql -X -v ON_ERROR_STOP=1 \\
                    -v "from_day='2026-09-14'" \\
                    -v "to_day='2026-09-21'" \\
                    -v app_version=null \\
                    -v platform=null \\
                    -v by_device_class=0 \\
                    -v as_of_hour=2147483647 \\
                    -f
                """))
    }

    private func shell(_ command: String) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return said
    }
}
