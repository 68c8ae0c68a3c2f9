import Database
import FleetCore
import QueryCatalog
import Statistics

extension HealthReports {
    /// Installs active and crashed in each UTC hour of a window, from the clients' hour sets.
    public func crashFreeByHour(_ request: CrashFreeByHourRequest) throws -> CrashFreeByHourReport {
        let filter = request.filter
        try refuse(request.by, beyond: [.version, .platform, .deviceClass], in: "crash-free by hour")
        let window = try days(filter)
        let span = window.from.number * 24..<window.to.number * 24
        let asked = try wholeHours(filter.window)
        let hours = asked ?? span
        let fromFacts = request.by.contains(.deviceClass) || filter.asOf != nil
        let counts = try fromFacts ? hourCounts(request, window, hours) : hourCounts(request, hours)
        // An hour's reports come in as those of its day do. When single hours come in is known of decrypt failures only,
        // and finding it out takes a look at all of them.
        let completeness = try completenessOfDays(filter)
        let rows = counts.map { key, count in
            CrashFreeHourRow(
                group: key.group, hour: key.hour, activeInstalls: count.active, crashedInstalls: count.crashed,
                crashFree: 1 - Double(count.crashed) / Double(count.active),
                crashFreeInterval: Wilson.interval(count.crashed, of: count.active)?.complement,
                completeness: completeness.share(of: key.hour.start.day, platform: key.group.platform ?? filter.platform))
        }
        let frame = ReportFrame(
            window: asked == nil
                ? .days(window)
                : .instants(from: Hour(number: hours.lowerBound).start, to: Hour(number: hours.upperBound).start),
            filter: filter, by: request.by, completeness: completeness.share(of: window, platform: filter.platform),
            notes: notes(request, fromFacts: fromFacts))
        return CrashFreeByHourReport(
            frame: frame, withoutHoursShare: try withoutHoursShare(window, filter),
            rows: rows.sorted { $0.group == $1.group ? $0.hour < $1.hour : $0.group < $1.group })
    }

    /// The whole hours of a window of instants; nil for a window of days.
    func wholeHours(_ window: WindowRequest) throws -> Range<Int32>? {
        guard case .instants(let from, let to) = window else { return nil }
        guard from < to else {
            throw ToolError(
                .usage, "the window from \(from) to \(to) (exclusive) is empty", next: "name an end after the beginning")
        }
        return from.hour.number..<to.advanced(bySeconds: -1).hour.number + 1
    }

    private struct HourKey: Hashable {
        let group: ReportGroup
        let hour: Hour
    }

    private struct HourCount {
        var active: Int64 = 0
        var crashed: Int64 = 0
    }

    private func hourCounts(_ request: CrashFreeByHourRequest, _ hours: Range<Int32>) throws -> [HourKey: HourCount] {
        var counts: [HourKey: HourCount] = [:]
        let values: [String: SQLValue] = [
            "from_hour": SQLValue(hours.lowerBound), "to_hour": SQLValue(hours.upperBound),
            "app_version": SQLValue(request.filter.version), "platform": SQLValue(request.filter.platform),
            "by_version": SQLValue(request.by.contains(.version)), "by_platform": SQLValue(request.by.contains(.platform)),
        ]
        for row in try rows("health/crash_free_by_hour", values) {
            let key = HourKey(group: ReportGroup(row), hour: Hour(number: Int32(clamping: row.count("hour"))))
            counts[key] = HourCount(active: row.count("active_installs"), crashed: row.count("crashed_installs"))
        }
        return counts
    }

    /// From the facts, a local day at a time: a day's hour set begins 14 hours before 00:00 UTC and has 50 bits, so the
    /// days from one before the window to one after it reach into it.
    private func hourCounts(
        _ request: CrashFreeByHourRequest, _ window: DayWindow, _ hours: Range<Int32>
    ) throws -> [HourKey: HourCount] {
        var counts: [HourKey: HourCount] = [:]
        let query = try catalog.query("health/crash_free_hours_of_day")
        var values = parameters(window, request.filter, by: request.by, of: [.version, .platform, .deviceClass])
        values["from_day"] = nil
        values["to_day"] = nil
        // No more than the store holds, however long the window.
        guard let held = try knownDays() else { return [:] }
        let first = max(window.from.number - 1, held.from.number)
        let last = min(window.to.number, held.to.number - 1)
        for number in first..<max(first, last + 1) {
            let day = Day(number: number)
            values["day"] = .text(day.description)
            try query.forEachRow(on: database, values) { row in
                let hour = LocalDayHours.first(of: day) + Int32(clamping: row.count("bit"))
                guard hours.contains(hour), hour < request.filter.asOfHour else { return }
                let key = HourKey(group: ReportGroup(row), hour: Hour(number: hour))
                counts[key, default: HourCount()].active += row.count("active_installs")
                counts[key, default: HourCount()].crashed += row.count("crashed_installs")
            }
        }
        return counts
    }

    private func withoutHoursShare(_ window: DayWindow, _ filter: ReportFilter) throws -> Double? {
        // Whether hours were sent has no known hour of its own.
        if filter.asOf != nil { return nil }
        let rows = try rows("health/crash_free_daily", parameters(window, filter, by: [], of: [.deviceClass]))
        let active = rows.reduce(0) { $0 + $1.count("active_installs") }
        let withHours = rows.reduce(0) { $0 + $1.count("hours_installs") }
        return active > 0 ? min(max(0, 1 - Double(withHours) / Double(active)), 1) : nil
    }

    private func notes(_ request: CrashFreeByHourRequest, fromFacts: Bool) -> [String] {
        var notes = ["an hour is as complete as its day"]
        if !request.by.contains(.version), request.filter.version == nil {
            notes.append("an install that changed its version within an hour counts once a version")
        }
        if request.filter.asOf != nil {
            notes.append("hours are as now known, of the install-days that had reported by then")
        }
        if fromFacts { notes.append("answered from the facts, which takes longer than from the rollup") }
        return notes
    }
}
