import FleetCore
import Operations
import Reporting
import Rollout
import Statistics

/// Every count that entered, for programs: with these and the levels of the summary the verdict can be recomputed.
extension Report {
    static func cells(_ answer: GateAnswer) -> Report {
        var report = Report(
            "cells", title: "Cells",
            columns: [
                .text("platform", ""), .text("measure", ""), .count("known_hour", ""), .text("stratum", ""), .count("tenure", ""),
                .flag("is_new", ""), .count("at_risk", ""), .count("events", ""),
            ])
        report.audience = .programs
        for platform in answer.platforms {
            for evidence in platform.gate.facts.evidence {
                let cells = evidence.cells.filter { $0.hour < answer.horizon }.sorted { one, other in
                    if one.hour != other.hour { return one.hour < other.hour }
                    return one.stratum == other.stratum ? one.isNew && !other.isNew : one.stratum < other.stratum
                }
                for cell in cells {
                    report.add(
                        .text(platform.platform), .text(evidence.measure.name), .integer(Int64(cell.hour.number)),
                        .text(cell.stratum.group), .integer(Int64(cell.stratum.tenure)), .flag(cell.isNew),
                        .integer(cell.exposure.atRisk), .integer(cell.exposure.events))
                }
            }
        }
        return report
    }

    static func receipts(_ answer: GateAnswer) -> Report {
        var report = Report(
            "receipts", title: "Receipts",
            columns: [
                .text("platform", ""), .count("known_hour", ""), .count("new_reporting", ""), .count("new_active", ""),
                .count("new_crashed", ""), .count("baseline_reporting", ""), .count("baseline_active", ""),
                .count("baseline_crashed", ""), .count("all_reporting", ""), .count("all_active", ""), .count("all_crashed", ""),
            ])
        report.audience = .programs
        for platform in answer.platforms {
            for hour in platform.gate.facts.receipts {
                let counts = [hour.new, hour.baseline, hour.all].flatMap { [$0.reporting, $0.active, $0.crashed] }
                report.add(
                    row: [.text(platform.platform), .integer(Int64(hour.hour.number))] + counts.map { .integer($0) })
            }
        }
        return report
    }

    static func served(_ answer: GateAnswer) -> Report {
        var report = Report(
            "served", title: "Served",
            columns: [
                .text("platform", ""), .count("hour", ""), .count("version_requests", ""), .count("all_requests", ""),
            ])
        report.audience = .programs
        for platform in answer.platforms {
            for hour in platform.gate.facts.served {
                report.add(
                    .text(platform.platform), .integer(Int64(hour.hour.number)), .integer(hour.new), .integer(hour.all))
            }
        }
        return report
    }

    static func records(_ answer: GateAnswer) -> Report {
        var report = Report(
            "records", title: "Records",
            columns: [
                .text("platform", ""), .instant("at", ""), .instant("recorded", ""), .text("kind", ""),
                Column("percent", "", .rate(decimals: 2)),
            ])
        report.audience = .programs
        for platform in answer.platforms {
            for record in platform.records {
                report.add(
                    .text(platform.platform), .instant(record.event.at), .instant(record.recorded),
                    .text(record.event.kind.rawValue), .real(record.event.percent))
            }
        }
        return report
    }
}
