import Database
import FleetCore
import TestSupport
import Testing

@testable import Telemetry

/// Reports over some weeks in order of receipt: most of today and yesterday, some late, some repeated, few with events.
func reportsInOrder(_ count: Int, using generator: inout SeededGenerator) -> [ClientReport] {
    var reports: [ClientReport] = []
    var hour: Int32 = 20_000 * 24
    for _ in 0..<count {
        hour += [0, 0, 0, 1, 5, 20].randomElement(using: &generator)!
        if let earlier = reports.last, Int.random(in: 0..<10, using: &generator) == 0 {
            var again = reports.suffix(20).randomElement(using: &generator) ?? earlier
            again.row.reportedKnown = hour
            again.row.bookKnownHours()
            reports.append(again)
            continue
        }
        var report = randomReports(1, using: &generator)[0]
        report.row.key.day = Day(number: hour / 24 - [0, 0, 0, 1, 1, 3, 12].randomElement(using: &generator)!)
        report.row.reportedKnown = hour
        report.row.flagsVersionAt = HealthRow.noInstant
        for index in [HealthMember.crashes, HealthMember.sendFailed, HealthMember.failedRows, HealthMember.queueAge]
        where report.row.members[index] > 0 && Int.random(in: 0..<10, using: &generator) < 8 {
            report.row.members[index] = 0
        }
        report.row.bookKnownHours()
        if Int.random(in: 0..<4, using: &generator) > 0 { report.decryptFailures = [] }
        reports.append(report)
    }
    return reports
}

/// Writes reports in batches of random sizes.
func writeInBatches(_ reports: [ClientReport], _ database: any Database, _ generator: inout SeededGenerator) throws {
    var rest = reports[...]
    let writer = BatchWriter(database)
    while !rest.isEmpty {
        var batch = Batch()
        batch.identity = "batch \(rest.startIndex) \(UInt64.random(in: 0...UInt64.max, using: &generator))"
        batch.reports = Array(rest.prefix(Int.random(in: 1...max(1, reports.count / 3), using: &generator)))
        rest = rest.dropFirst(batch.reports.count)
        _ = try writer.write(&batch, now: Instant(epochSeconds: 20_060 * 86_400))
    }
}

func gateDifferences(_ database: any Database) throws -> [StoreVerify.Difference] {
    try StoreVerify.run(database, window: nil, stop: StopRequest(), progress: { _ in }).differences
}

/// "version platform hour class tenure measure" → at risk, events; without what is zero.
func storedCells(_ database: any Database) throws -> [String: [Int64]] {
    var cells: [String: [Int64]] = [:]
    try database.forEachRow(
        """
        select app_version, platform, known_hour, device_class, tenure, crash_at_risk, crash_events, decrypt_at_risk,
            decrypt_events, failed_at_risk, failed_events, aged_at_risk, aged_events
        from gate_cell
        """
    ) { row in
        let key = [
            try row.text(0) ?? "", try row.text(1) ?? "", "\(try row.integer(2) ?? 0)", try row.text(3) ?? "",
            "\(try row.integer(4) ?? 0)",
        ]
        for (rank, measure) in ["crash", "decrypt", "failed", "aged"].enumerated() {
            let counts = [try row.integer(5 + 2 * rank) ?? 0, try row.integer(6 + 2 * rank) ?? 0]
            if counts != [0, 0] { cells[(key + [measure]).joined(separator: " ")] = counts }
        }
    }
    return cells
}
