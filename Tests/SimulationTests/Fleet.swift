import FleetCore
import Foundation
import Simulation

/// A small fleet and what came out of it, read back by another JSON reader than the project's own.
struct Fleet {
    let bytes: [UInt8]
    let summary: FleetSummary
    let lines: [Substring]

    init(installs: Int, days: Int = 14, seed: UInt64 = 7, scenario: Scenario = .healthy) throws {
        let simulation = FleetSimulation(
            try FleetOptions(installs: installs, days: days, seed: seed, scenario: scenario))
        var bytes: [UInt8] = []
        summary = try simulation.run { bytes += $0 }
        self.bytes = bytes
        lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    /// The lines that are JSON objects, without those whose counts are booleans: Foundation reads `true` as 1.
    var objects: [[String: Any]] {
        lines.filter { !$0.contains("s\":true,") }.compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }
}

/// The largest value of each count over the uploads of one (day, install, version).
struct Merged {
    var counts: [String: Int] = [:]
    var version = ""
    var platform = ""
    var day = ""
    var failures: Set<String> = []

    static func rows(_ fleet: Fleet) -> [Merged] {
        var rows: [String: Merged] = [:]
        for object in fleet.objects {
            guard let install = object["install_id"] as? String, install.hasPrefix("i_"),
                let day = object["day"] as? String, day.hasPrefix("2026-09"),
                let version = object["app_version"] as? String, let platform = object["platform"] as? String,
                let health = object["health"] as? [String: Any]
            else { continue }
            var row = rows[day + install + version] ?? Merged(version: version, platform: platform, day: day)
            for (name, value) in health {
                if let count = value as? Int, count >= 0 { row.counts[name] = max(row.counts[name] ?? 0, count) }
            }
            for entry in object["decrypt_failures"] as? [[String: Any]] ?? [] {
                guard let peer = entry["peer_device"] as? String, let type = entry["message_type"] as? String else { continue }
                row.failures.insert(type + peer)
            }
            rows[day + install + version] = row
        }
        return Array(rows.values)
    }
}

extension [Merged] {
    func of(_ version: String, _ platform: String) -> [Merged] {
        filter { $0.version == version && $0.platform == platform }
    }

    /// Share of active rows for which the condition holds.
    func share(_ condition: (Merged) -> Bool) -> Double {
        let active = filter { $0.counts["sessions", default: 0] > 0 || $0.counts["crashes", default: 0] > 0 }
        return Double(active.count(where: condition)) / Double(Swift.max(1, active.count))
    }
}
