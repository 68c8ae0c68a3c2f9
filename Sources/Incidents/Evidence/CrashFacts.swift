import Database
import FleetCore
import Health
import QueryCatalog
import Statistics

/// Which versions crash more than they promise and than all others do, where, and since when.
struct CrashFacts {
    /// What a version promises (design: crash-free users at least 99.5 % per app version), of install-days.
    static let promise = 0.995
    static let days = 7
    private static let lookBackDays = 14
    private static let freshSeconds: Int64 = 48 * 3600

    struct Slice {
        let version: AppVersion
        let platform: String
        var activeDays: Int64 = 0
        var crashedDays: Int64 = 0
        /// Active on the newest day.
        var newest: Int64 = 0
        /// The first day of the last 14 with an active install.
        var firstDay: Day?

        var crashFree: Double? { activeDays > 0 ? 1 - Double(crashedDays) / Double(activeDays) : nil }
    }

    struct Bad {
        let slice: Slice
        let interval: Interval?
        /// Against all others; nil: nobody else crashes.
        let ratio: Double?
    }

    let at: Instant
    let newestDay: Day?
    let completeness: Double?
    let slices: [Slice]
    /// What carries the most crashes beyond those of others first.
    let bad: [Bad]

    init(_ store: IncidentStore) throws {
        at = store.at
        newestDay = try store.health.newestDay(asOf: store.asOf)
        guard let newestDay else {
            (completeness, slices, bad) = (nil, [], [])
            return
        }
        let filter = ReportFilter(
            window: .days(from: newestDay.advanced(by: 1 - CrashFacts.lookBackDays), to: newestDay.advanced(by: 1)),
            asOf: store.asOf)
        let report = try store.health.crashFree(CrashFreeRequest(filter: filter, by: [.version, .platform, .day]))
        var byKey: [[String]: Slice] = [:]
        for row in report.rows {
            guard let version = row.group.version, let platform = row.group.platform, let day = row.group.day else { continue }
            var slice = byKey[[version.text, platform]] ?? Slice(version: version, platform: platform)
            if row.activeInstalls > 0 { slice.firstDay = min(slice.firstDay ?? day, day) }
            if day == newestDay { slice.newest = row.activeInstalls }
            if day >= newestDay.advanced(by: 1 - CrashFacts.days) {
                slice.activeDays += row.activeInstallDays
                slice.crashedDays += row.crashedInstallDays
            }
            byKey[[version.text, platform]] = slice
        }
        let all = byKey.values.filter { $0.activeDays > 0 }.sorted {
            ($0.version.sortKey, $0.platform) < ($1.version.sortKey, $1.platform)
        }
        slices = all
        completeness = report.frame.completeness
        bad = CrashFacts.bad(all)
    }

    var isFresh: Bool {
        newestDay.map { at.epochSeconds - $0.advanced(by: 1).start.epochSeconds <= CrashFacts.freshSeconds } ?? false
    }

    /// "7 days to 2026-09-14".
    var window: String { newestDay.map { "\(CrashFacts.days) days to \($0)" } ?? "no days" }

    var isTooIncomplete: Bool { DayWindow.isTooIncomplete(completeness) }

    func finding(_ isSo: Bool) -> Finding { CrashFacts.finding(isSo, isFresh: isFresh, completeness: completeness) }

    /// What is seen in a part of the data is so; what is not seen in it is not known.
    static func finding(_ isSo: Bool, isFresh: Bool, completeness: Double?) -> Finding {
        guard isFresh else { return .unknown }
        return isSo ? .confirmed : DayWindow.isTooIncomplete(completeness) ? .unknown : .refuted
    }

    /// Below the promise beyond chance, and above all others beyond chance. An install crashes on two of its days and more
    /// rarely: two install-days count as one witness.
    private static func bad(_ slices: [Slice]) -> [Bad] {
        let counts = slices.map { Excess.Count($0.crashedDays, of: $0.activeDays) }
        let excesses = Excess.among(counts, clusterSize: 2)
        return zip(slices, excesses).compactMap { slice, excess -> Bad? in
            guard let excess, slice.crashedDays >= Excess.leastEvents,
                let crashed = ClopperPearson.interval(
                    slice.crashedDays, of: slice.activeDays, alpha: Excess.level / Double(max(1, slices.count))),
                crashed.low > 1 - promise
            else { return nil }
            return Bad(slice: slice, interval: crashed.complement, ratio: excess.ratio)
        }
        .sorted { $0.slice.crashedDays > $1.slice.crashedDays }
    }

    /// Installs that crashed on the version, as known at the moment.
    static func crashedInstalls(_ slice: Slice, _ store: IncidentStore) throws -> [String] {
        try store.catalog.query("operations/crashed_installs").rows(
            on: store.database,
            [
                "app_version": .text(slice.version.text), "platform": .text(slice.platform),
                "as_of_hour": store.asOfHour,
            ]
        ).compactMap { $0.text("install_id") }
    }

    /// Crashed ÷ active installs an hour before and after an instant, a day each at most.
    static func aroundHours(_ slice: Slice, _ instant: Instant, _ store: IncidentStore) throws -> (before: Hours, after: Hours) {
        let from = instant.advanced(bySeconds: -86_400)
        // Hours that were over.
        let to = min(store.at.hour.start, instant.advanced(bySeconds: 86_400))
        guard from < to else { return (Hours(), Hours()) }
        let filter = ReportFilter(
            window: .instants(from: from, to: to), version: slice.version.text, platform: slice.platform,
            asOf: store.asOf)
        var before = Hours()
        var after = Hours()
        for row in try store.health.crashFreeByHour(CrashFreeByHourRequest(filter: filter)).rows {
            if row.hour < instant.hour { before.add(row) } else if row.hour > instant.hour { after.add(row) }
        }
        return (before, after)
    }

    struct Hours {
        var active: Int64 = 0
        var crashed: Int64 = 0
        var share: Double? { active > 0 ? Double(crashed) / Double(active) : nil }

        mutating func add(_ row: CrashFreeHourRow) {
            active += row.activeInstalls
            crashed += row.crashedInstalls
        }
    }
}
