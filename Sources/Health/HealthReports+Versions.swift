import Database
import FleetCore
import QueryCatalog
import Statistics

extension HealthReports {
    /// Adoption on the newest day in the store, and how it came there.
    public func versions(_ request: VersionsRequest) throws -> VersionsReport {
        let filter = ReportFilter(version: request.version, platform: request.platform, asOf: request.asOf)
        let newest = try days(filter).to.advanced(by: -1)
        let from = newest.advanced(by: 1 - VersionsRequest.underDays).inCalendar
        guard let window = DayWindow(from: newest, to: newest.advanced(by: 1)),
            let trendWindow = DayWindow(from: newest.advanced(by: 1 - VersionsRequest.trendDays), to: window.to)
        else { preconditionFailure("a newest day is after the days before it") }
        let history = try versionHistory(filter, from: from, to: window.to)
        let completeness = try completenessOfDays(filter).share(of: window, platform: request.platform)
        let rows = history.versions.filter { request.version.map(AppVersion.init) ?? $0.key == $0.key }
            .map { VersionRow($0, $1, history, newest: newest, trendWindow: trendWindow, completeness: completeness) }
        return VersionsReport(
            frame: ReportFrame(
                window: .days(window), filter: filter, by: [.version], completeness: completeness,
                notes: HealthReports.leftOut(history.versionCount, shown: history.versions.count, filter)),
            trendWindow: trendWindow, dayInstalls: history.dayInstalls[newest] ?? 0,
            rows: rows.sorted { $0.version < $1.version })
    }

    fileprivate struct VersionHistory {
        var versions: [AppVersion: VersionDays] = [:]
        /// Also those that are not among ``versions``.
        var versionCount: Int64 = 0
        /// Distinct active installs.
        var dayInstalls: [Day: Int64] = [:]

        func adoption(_ days: VersionDays, _ day: Day) -> Double? {
            guard let installs = dayInstalls[day], installs > 0 else { return nil }
            return Double(days.counts[day]?.latest ?? 0) / Double(installs)
        }
    }

    fileprivate struct VersionDays {
        let firstDay: Day
        var counts: [Day: (reporting: Int64, active: Int64, latest: Int64)] = [:]
    }

    private func versionHistory(_ filter: ReportFilter, from: Day, to: Day) throws -> VersionHistory {
        var history = VersionHistory()
        for row in try versionRows(filter, from: from, to: to) {
            guard let version = row.text("app_version").map({ AppVersion($0) }),
                let day = row.text("day").flatMap({ Day($0) }), let first = row.text("first_day").flatMap({ Day($0) })
            else { continue }
            history.dayInstalls[day] = row.count("day_installs")
            history.versionCount = row.count("all_versions")
            history.versions[version, default: VersionDays(firstDay: first)].counts[day] = (
                row.count("reporting_installs"), row.count("active_installs"), row.count("latest_installs")
            )
        }
        return history
    }
}

extension HealthReports {
    /// Of the versions on most install-days, and of the one that is asked for.
    func versionRows(_ filter: ReportFilter, from: Day, to: Day) throws -> [QueryRow] {
        try rows(
            "health/versions",
            [
                "from_day": .text(from.description), "to_day": .text(to.description), "platform": SQLValue(filter.platform),
                "app_version": SQLValue(filter.version), "versions_max": .integer(Int64(VersionsRequest.versionsMax)),
                "as_of_hour": SQLValue(filter.asOfHour),
            ])
    }

    /// What is to be said of versions that are not shown.
    static func leftOut(_ all: Int64, shown: Int, _ filter: ReportFilter) -> [String] {
        let count = all - Int64(shown)
        guard count > 0, filter.version == nil else { return [] }
        return ["\(count) versions on fewer install-days are left out; --version shows any of them"]
    }
}

extension VersionRow {
    fileprivate init(
        _ version: AppVersion, _ days: HealthReports.VersionDays, _ history: HealthReports.VersionHistory, newest: Day,
        trendWindow: DayWindow, completeness: Double?
    ) {
        let ofDay = days.counts[newest] ?? (0, 0, 0)
        let installs = history.dayInstalls[newest] ?? 0
        self.version = version
        reportingInstalls = ofDay.reporting
        activeInstalls = ofDay.active
        latestInstalls = ofDay.latest
        adoption = history.adoption(days, newest)
        adoptionInterval = Wilson.interval(ofDay.latest, of: installs)
        activeShare = installs > 0 ? Double(ofDay.active) / Double(installs) : nil
        trend = trendWindow.days.map { history.adoption(days, $0) }
        firstDay = days.firstDay
        var under = 0
        for back in 0..<VersionsRequest.underDays {
            let day = newest.advanced(by: -back)
            guard day >= days.firstDay else { break }
            // A day on which nobody was active says nothing.
            guard let share = history.adoption(days, day) else { continue }
            guard share < VersionsRequest.underShare else { break }
            under += 1
        }
        daysUnder = under
        self.completeness = completeness
    }
}
