package import Database
package import FleetCore
package import QueryCatalog

/// The servers' requests by app version, day by day, from `Chat/Sync Requests`: the oldest versions send no telemetry, and
/// are seen here only.
package struct RequestsByVersion: Sendable {
    /// UTC days that have any, and each version's requests.
    package let days: [Day: [String: Double]]

    package static let namespace = "Chat/Sync"
    package static let metric = "Requests"

    /// Requests of the versions that `isCounted` names, and of all, of each day that has any; in order.
    package func counts(_ isCounted: (String) -> Bool) -> [(day: Day, counted: Double, all: Double)] {
        days.sorted { $0.key < $1.key }.compactMap { day, versions in
            let all = versions.values.reduce(0, +)
            guard all > 0 else { return nil }
            return (day, versions.filter { isCounted($0.key) }.values.reduce(0, +), all)
        }
    }

    /// - Parameter platform: this one only; nil: all.
    package static func read(
        from: Day, to: Day, platform: String?, _ database: any Database, _ catalog: QueryCatalog
    ) throws -> RequestsByVersion {
        var days: [Day: [String: Double]] = [:]
        let sums = try MetricDaySums.read(namespace, metric, from: from, to: to, database, catalog)
        for sum in sums.split(by: ["AppVersion"] + (platform == nil ? [] : ["Platform"])) {
            if let platform, sum.value("Platform")?.lowercased() != platform { continue }
            days[sum.day, default: [:]][sum.value("AppVersion") ?? "", default: 0] += sum.total
        }
        return RequestsByVersion(days: days)
    }
}
