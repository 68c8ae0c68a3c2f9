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

    /// The share of requests of the versions that `isCounted` names, of each day with so many in all; in order.
    package func shares(atLeast least: Double, _ isCounted: (String) -> Bool) -> [(day: Day, share: Double)] {
        days.sorted { $0.key < $1.key }.compactMap { day, versions in
            let all = versions.values.reduce(0, +)
            guard all > 0, all >= least else { return nil }
            let counted = versions.filter { isCounted($0.key) }.values.reduce(0, +)
            return (day, counted / all)
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
