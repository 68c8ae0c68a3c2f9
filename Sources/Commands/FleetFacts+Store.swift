import Database
import Flags
import FleetCore
import QueryCatalog
import Statistics

extension FleetFacts {
    /// Shares are looked at over so many days (flags contract), returns over more: who comes once a month must be seen twice.
    private static let shareDays = 30
    private static let returnDays = 90

    /// What lint needs to know of the fleet for this document.
    init(
        _ document: FlagDocument?, platform: String?, _ database: any Database, _ catalog: QueryCatalog
    ) throws {
        let newest = try catalog.query("operations/newest_day").rows(on: database, ["as_of_hour": .integer(Int64(Int32.max))])
        guard let day = newest.first?.text("newest_day").flatMap({ Day($0) }) else {
            self.init(newestDay: nil)
            return
        }
        let source = Source(newest: day, platform: platform, database: database, catalog: catalog)
        self.init(
            newestDay: day, greatestVersion: try source.greatestVersion(),
            lockedOut: try document?.policy?.minSupported.map(source.lockedOut))
    }

    private struct Source {
        let newest: Day
        let platform: String?
        let database: any Database
        let catalog: QueryCatalog

        func rows(_ name: String, days: Int, below: AppVersion? = nil) throws -> [QueryRow] {
            let to = newest.advanced(by: 1).inCalendar
            var values: [String: SQLValue] = [
                "from_day": .text(to.advanced(by: -days).inCalendar.description), "to_day": .text(to.description),
                "platform": SQLValue(platform),
            ]
            if let below { values["below_key"] = .text("1" + below.gateKey) }
            return try catalog.query(name).rows(on: database, values)
        }

        func greatestVersion() throws -> AppVersion? {
            try rows("flags/fleet_versions", days: FleetFacts.shareDays).compactMap { row in
                row.text("app_version").map { AppVersion($0) }
            }.last { $0.isReadable }
        }

        func lockedOut(_ below: AppVersion) throws -> LockedOut {
            LockedOut(
                below: below,
                days: try rows("flags/installs_below", days: FleetFacts.shareDays, below: below).compactMap { row in
                    row.text("day").flatMap { Day($0) }.map {
                        DayCount(day: $0, below: row.count("below_installs"), all: row.count("active_installs"))
                    }
                }, queueAgeSeconds: try queueAge(below), returnSeconds: try usualReturn(below))
        }

        private func queueAge(_ below: AppVersion) throws -> Int64? {
            var counts = BucketCounts()
            for row in try rows("flags/queue_ages_below", days: FleetFacts.shareDays, below: below) {
                counts.add(bucket: Int32(clamping: row.count("bucket")), count: row.count("install_days"))
            }
            return counts.percentile(99).map { Int64($0.rounded(.up)) }
        }

        private func usualReturn(_ below: AppVersion) throws -> Int64? {
            var returns: [Int: Int64] = [:]
            for row in try rows("flags/returns_below", days: FleetFacts.returnDays, below: below) {
                guard let day = row.text("day").flatMap({ Day($0) }), let next = row.text("next_day").flatMap({ Day($0) })
                else { continue }
                returns[next - day, default: 0] += row.count("returns")
            }
            let all = returns.values.reduce(0, +)
            var seen: Int64 = 0
            for (days, count) in returns.sorted(by: { $0.key < $1.key }) {
                seen += count
                if seen * 100 >= all * 99 { return Int64(days) * 86_400 }
            }
            return nil
        }
    }
}
