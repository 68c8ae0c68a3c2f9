import FleetCore
import Foundation

/// Reports as another reader sees them, and what is to be counted of them: written from the contract, sharing nothing
/// with what it checks but days, instants and version order.
struct RecountedReports {
    struct Row: Hashable {
        let day: String
        let install: String
        let version: String
        let platform: String
    }

    struct Report {
        let row: Row
        /// UTC hours since the epoch.
        let receivedHour: Int
        let isActive: Bool
        let hasCrashed: Bool
    }

    let reports: [Report]

    /// Leaves out what the contract refuses or sets aside.
    init(lines: [String]) {
        reports = lines.compactMap { line in
            // Foundation reads true as 1: a count that is a boolean is told by the text.
            guard !line.contains("s\":true"),
                let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            else { return nil }
            return RecountedReports.report(object)
        }
    }

    private static func report(_ object: [String: Any]) -> Report? {
        guard let install = object["install_id"] as? String, install.hasPrefix("i_"),
            let version = object["app_version"] as? String, let platform = object["platform"] as? String,
            let dayText = object["day"] as? String, let day = Day(dayText),
            let received = (object["received_at"] as? String).flatMap({ Instant($0) }),
            let health = object["health"] as? [String: Any],
            let sessions = count(health["sessions"]), let crashes = count(health["crashes"]),
            (-1...35).contains(received.day - day)
        else { return nil }
        return Report(
            row: Row(day: dayText, install: install, version: version, platform: platform),
            receivedHour: Int(received.epochSeconds / 3600), isActive: sessions > 0 || crashes > 0, hasCrashed: crashes > 0)
    }

    /// Zero for a member that is not there, nil for what is no count.
    private static func count(_ value: Any?) -> Int? {
        guard let value else { return 0 }
        guard let number = value as? NSNumber, number.doubleValue == Double(number.intValue) else { return nil }
        return (0...Int(Int32.max)).contains(number.intValue) ? number.intValue : nil
    }

    /// Installs by (day, version, platform), from the reports received before `hour`:
    /// reporting, active, crashed, and those whose greatest active version it is.
    func installs(before hour: Int) -> [String: [Int64]] {
        let known = reports.filter { $0.receivedHour < hour }
        var counts: [String: [Int64]] = [:]
        func add(_ rows: some Sequence<Row>, _ column: Int) {
            for row in rows { counts["\(row.day) \(row.version) \(row.platform)", default: [0, 0, 0, 0]][column] += 1 }
        }
        let active = Set(known.filter(\.isActive).map(\.row))
        add(Set(known.map(\.row)), 0)
        add(active, 1)
        add(Set(known.filter(\.hasCrashed).map(\.row)), 2)
        let byInstall = Dictionary(grouping: active) { "\($0.day) \($0.install)" }
        add(byInstall.values.compactMap { rows in rows.max { AppVersion($0.version) < AppVersion($1.version) } }, 3)
        return counts
    }
}
