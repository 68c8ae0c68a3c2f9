import Database
import FleetCore
import TestSupport
import Testing

@testable import Telemetry

/// A batch must not cost more the more its day holds.
@Suite struct ProbePlanTests {
    @Test(arguments: bothEngines) func `a batch's rows are found by their key, an install a probe`(_ engine: Engine) throws {
        try withFleetStore(engine) { database in
            var generator = SeededGenerator(seed: 4)
            var batch = Batch()
            batch.identity = "plan"
            var report = try #require(randomReports(1, using: &generator).first)
            // More than a few pages, so that Postgres plans as it does for a day that is under way.
            for number in 0..<4_000 {
                report.row.key.install = InstallID("i_\(number)")
                batch.reports.append(report)
            }
            _ = try BatchWriter(database).write(&batch, now: try #require(Instant("2026-09-21T00:00:00Z")))
            try database.transaction {
                let facts = HealthFacts(database: database)
                try facts.useIndexProbes()
                let key = report.row.key
                #expect(try !facts.rows(of: [key.installDay]).isEmpty)
                let query = HealthFacts.probeQuery(engine).replacing(":day", with: "'\(key.day)'")
                let plan = try database.rows((engine == .postgres ? "explain " : "explain query plan ") + query)
                    .map { row in row.map { "\($0)" }.joined(separator: " ") }.joined(separator: "\n")
                switch engine {
                case .postgres:
                    #expect(plan.contains("Index Scan"), "\(plan)")
                    #expect(plan.contains(/Index Cond: .*install_id/), "\(plan)")
                case .sqlite: #expect(plan.contains(/SEARCH h USING INDEX .* \(day=\? AND install_id=\?\)/), "\(plan)")
                }
            }
        }
    }
}
