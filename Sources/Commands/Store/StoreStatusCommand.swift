import CommandLine
import Database
import FleetCore
import Health
import QueryCatalog
import Reporting
import Telemetry

/// `chatfleet store status`.
enum StoreStatusCommand {
    static let command = Command(
        CommandSpec(
            "store status", group: .store, purpose: "what the store holds, how new it is, what was loaded last",
            examples: [
                Example("chatfleet store status", "shows the days covered, the last batches and why reports were set aside")
            ],
            exitCodes: [.badAnswer, .badInput, .unavailable])
    ) { _, context in
        let location = try context.storeLocation()
        return try context.withStore(.inspect) { database, catalog in
            let schema = try Store.migrationStatus(database, catalog.migrations(for: database.engine))
            var report = Report("store-status", title: "Store \(location)")
            report.summarise(.text("engine", "engine"), .text(database.engine.rawValue))
            if let state = try DistributedStore.state(database) {
                report.summarise(.text("distributed", "distributed"), .text("\(state)"))
            }
            report.summarise(.count("schema_at", "schema"), .integer(Int64(schema.version)))
            report.summarise(Column("schema_needed", "", .integer, for: .programs), .integer(Int64(schema.needed)))
            guard schema.isCurrent else {
                report.notes = ["The schema is behind: this chatfleet needs \(schema.needed). Run chatfleet store migrate."]
                try context.emit(report)
                return .badAnswer
            }
            add(try HealthReports(database: database, catalog: catalog).storeStatus(), to: &report)
            try context.emit(report)
            return .success
        }
    }

    private static func add(_ status: StoreStatus, to report: inout Report) {
        report.summarise(.day("oldest_day", "oldest day"), .day(status.oldestDay))
        report.summarise(.day("newest_day", "newest day"), .day(status.newestDay))
        report.summarise(.instant("newest_known_hour", "newest receipt"), .instant(status.newestKnownHour?.start))
        report.summarise(.count("install_days", "install-days"), .integer(status.installDays))
        report.summarise(.count("versions", "versions"), .integer(status.versions))
        report.summarise(.count("decrypt_entries", "decrypt failures kept"), .integer(status.decryptEntries))
        report.summarise(.count("quarantined_reports", "in quarantine"), .integer(status.quarantinedReports))
        report.summarise(.count("batches", "batches loaded"), .integer(status.batches))
        report.summarise(.instant("newest_commit", "last load"), .instant(status.newestCommit))
        let counts = zip(countColumns, cells(status.reports))
        for (column, cell) in counts { report.summarise(Column(column.name, "reports \(column.header)", column.kind), cell) }
        if !status.recentBatches.isEmpty {
            var batches = Report(
                "batches", title: "Last batches",
                columns: [.instant("committed", "committed"), .text("source", "source"), .count("first_position", "from report")]
                    + countColumns)
            for batch in status.recentBatches {
                batches.add(
                    row: [.instant(batch.committed), .text(batch.source), .integer(batch.firstPosition)] + cells(batch.reports))
            }
            report.details.append(batches)
        }
        if !status.quarantineReasons.isEmpty {
            var reasons = Report(
                "quarantine", title: "In quarantine",
                columns: [
                    .text("reason", "reason"), .count("reports", "reports"), .instant("first_known_hour", "first received"),
                    .instant("last_known_hour", "last received"),
                ])
            for reason in status.quarantineReasons {
                reasons.add(
                    .text(reason.reason), .integer(reason.reports), .instant(reason.firstKnownHour.start),
                    .instant(reason.lastKnownHour.start))
            }
            report.details.append(reasons)
        }
    }

    private static let countColumns: [Column] = [
        .count("reports_read", "read"), .count("reports_new", "new"), .count("reports_changed", "changed"),
        .count("reports_unchanged", "unchanged"), .count("reports_refused", "refused"),
        .count("reports_quarantined", "quarantined"),
    ]

    private static func cells(_ reports: StoreStatus.Reports) -> [Cell] {
        [reports.read, reports.new, reports.changed, reports.unchanged, reports.refused, reports.quarantined].map { .integer($0) }
    }
}
