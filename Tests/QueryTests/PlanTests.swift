import Database
import QueryCatalog
import TestSupport
import Testing

/// How the answers that must be quick get at their rows: a part of a table by its key, whatever the number of installs.
@Suite struct PlanTests {
    private static let quick = [
        "health/crash_free_daily", "health/crash_free_by_hour", "health/histogram", "health/reporting_delays",
        "health/versions", "health/version_norms", "messaging/queue_ages", "operations/newest_day",
    ]

    @Test(arguments: quick)
    func `a quick answer reads no facts, and no more of a rollup than its window`(name: String) throws {
        let query = try catalog.query(name)
        let code = query.sql.split(separator: "\n").filter { !$0.hasPrefix("--") }.joined(separator: "\n")
        #expect(!code.contains("health_daily") && !code.contains("decrypt_failure"))
        try withFleetStore(.sqlite) { db in
            var steps: [String] = []
            let values = query.exampleValues(from: "2026-09-14", to: "2026-09-21")
            try db.forEachRow("explain query plan \(code)", values.filter { query.sql.contains(":\($0.key)") }) {
                steps.append(try $0.text(3) ?? "")
            }
            let scans = steps.filter { $0.hasPrefix("SCAN health_") && !$0.contains("USING COVERING INDEX") }
            #expect(scans.isEmpty, "\(name): \(steps)")
        }
    }

    /// The facts are keyed by day and then by install: one install is one probe a day.
    @Test(arguments: ["health/install_days", "messaging/install_failures"])
    func `one install is found by its key`(name: String) throws {
        let query = try catalog.query(name)
        try withFleetStore(.sqlite) { db in
            var steps: [String] = []
            let values = query.exampleValues(from: "2026-09-14", to: "2026-09-21")
            try db.forEachRow("explain query plan \(query.sql)", values) { steps.append(try $0.text(3) ?? "") }
            #expect(steps.contains { $0.hasPrefix("SEARCH") && $0.hasSuffix("(day=? AND install_id=?)") }, "\(steps)")
        }
    }
}
