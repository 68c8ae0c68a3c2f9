import Database
import Flags
import FleetCore
import QueryCatalog
import ServerMetrics
import Statistics

/// What a store knows of the use of each version, for whoever asks whom a `min_supported` would lock out.
struct VersionUse {
    /// Shares are looked at over so many days (flags contract), returns over more: who comes once a month must be seen twice.
    private static let shareDays = FleetFacts.LockedOut.shareDays
    private static let returnDays = 90
    /// Installs that were active in so many days are active now.
    private static let activeDays = 7

    /// The newest day in the store.
    let newest: Day
    /// In version order, those that anybody ran in the last days.
    let versions: [AppVersion]
    private var installs: [Day: [(version: AppVersion, count: Int64)]] = [:]
    private var queueAges: [(version: AppVersion, bucket: Int32, count: Int64)] = []
    /// Days between, by the least version of the first.
    private var returns: [(version: AppVersion, days: Int, count: Int64)] = []
    private let requests: RequestsByVersion

    /// Nil: the store has no reports.
    init?(platform: String?, _ database: any Database, _ catalog: QueryCatalog) throws {
        let found = try catalog.query("operations/newest_day").rows(on: database, ["as_of_hour": .integer(Int64(Int32.max))])
        guard let newest = found.first?.text("newest_day").flatMap({ Day($0) }) else { return nil }
        self.newest = newest
        let to = newest.advanced(by: 1).inCalendar
        var known: [String: AppVersion] = [:]
        func rows(_ name: String, days: Int) throws -> [QueryRow] {
            let from = to.advanced(by: -days).inCalendar
            return try catalog.query("flags/\(name)").rows(
                on: database,
                [
                    "from_day": .text(from.description), "to_day": .text(to.description), "platform": SQLValue(platform),
                ])
        }
        func version(_ row: QueryRow) -> AppVersion {
            let text = row.text("app_version") ?? ""
            let version = known[text] ?? AppVersion(text)
            known[text] = version
            return version
        }
        for row in try rows("installs_by_version", days: VersionUse.shareDays) {
            guard let day = row.text("day").flatMap({ Day($0) }) else { continue }
            installs[day, default: []].append((version(row), row.count("latest_installs")))
        }
        versions = known.values.sorted()
        for row in try rows("queue_ages_by_version", days: VersionUse.shareDays) {
            queueAges.append((version(row), Int32(clamping: row.count("bucket")), row.count("install_days")))
        }
        for row in try rows("returns_by_version", days: VersionUse.returnDays) {
            guard let day = row.text("day").flatMap({ Day($0) }), let next = row.text("next_day").flatMap({ Day($0) })
            else { continue }
            returns.append((version(row), next - day, row.count("returns")))
        }
        requests = try RequestsByVersion.read(
            from: to.advanced(by: -VersionUse.shareDays).inCalendar, to: to, platform: platform, database, catalog)
    }

    /// All who are below a version, together.
    func lockedOut(_ below: AppVersion) -> FleetFacts.LockedOut {
        func isBelow(_ version: AppVersion) -> Bool { version.precedes(below) == true }
        return FleetFacts.LockedOut(
            below: below,
            days: installs.sorted { $0.key < $1.key }.map { day, counts in
                FleetFacts.DayCount(
                    day: day, below: counts.reduce(0) { $0 + (isBelow($1.version) ? $1.count : 0) },
                    all: counts.reduce(0) { $0 + $1.count })
            },
            queueAgeSeconds: queueAge(isBelow), returnSeconds: usualReturn(isBelow),
            requests: requests.counts { isBelow(AppVersion($0)) }.map { day, below, all in
                FleetFacts.DayCount(day: day, below: VersionUse.count(below), all: VersionUse.count(all))
            })
    }

    /// Whole requests of a sum of samples, which may be any number.
    private static func count(_ sum: Double) -> Int64 { Int64(exactly: sum.rounded()) ?? .max }

    private func queueAge(_ isBelow: (AppVersion) -> Bool) -> Int64? {
        var counts = BucketCounts()
        for age in queueAges where isBelow(age.version) { counts.add(bucket: age.bucket, count: age.count) }
        return counts.percentile(99).map { Int64($0.rounded(.up)) }
    }

    private func usualReturn(_ isBelow: (AppVersion) -> Bool) -> Int64? {
        var counts: [Int: Int64] = [:]
        for found in returns where isBelow(found.version) { counts[found.days, default: 0] += found.count }
        let all = counts.values.reduce(0, +)
        var seen: Int64 = 0
        for (days, count) in counts.sorted(by: { $0.key < $1.key }) {
            seen += count
            if seen * 100 >= all * 99 { return Int64(days) * 86_400 }
        }
        return nil
    }

    /// Installs of a version that are active now, and the outboxes among them in which messages wait, or of which nothing is
    /// known.
    struct Outboxes {
        var installs: Int64 = 0
        var waiting: Int64 = 0
        var untold: Int64 = 0
    }

    /// By version.
    static func outboxes(
        newest: Day, platform: String?, _ database: any Database, _ catalog: QueryCatalog
    ) throws -> [AppVersion: Outboxes] {
        let to = newest.advanced(by: 1).inCalendar
        let values: [String: SQLValue] = [
            "from_day": .text(to.advanced(by: -activeDays).inCalendar.description), "to_day": .text(to.description),
            "platform": SQLValue(platform),
        ]
        var found: [AppVersion: Outboxes] = [:]
        for row in try catalog.query("flags/outboxes_by_version").rows(on: database, values) {
            found[AppVersion(row.text("app_version") ?? "")] = Outboxes(
                installs: row.count("active_installs"), waiting: row.count("waiting_installs"),
                untold: row.count("untold_installs"))
        }
        return found
    }
}
