import Database
import FleetCore
import QueryCatalog
import Statistics

extension HealthReports {
    /// Failing device pairs of a window of days (00:00 UTC to 00:00 UTC) or of instants.
    public func decryptFailures(_ request: DecryptFailureRequest) throws -> DecryptFailureReport {
        let window = try pairWindow(request.filter)
        var counts = try pairCounts(request, window)
        if let hours = window.denominatorHours {
            let active = try activeInstalls(hours, request)
            for (group, installs) in active where !counts.keys.contains(where: { $0.ofInstalls.withoutDay == group }) {
                counts[group] = PairCount(active: installs)
            }
            for group in counts.keys { counts[group]?.active = active[group.ofInstalls.withoutDay] ?? 0 }
        }
        let share = try completenessOfPairs(request, window)
        // A row without pairs says that nobody failed; it has no message type to say it of.
        let finer: Set<Dimension> = [.messageType, .peerVersion, .restored]
        let shown = counts.filter { $0.value.pairs > 0 || request.by.isDisjoint(with: finer) }
        let frame = ReportFrame(
            window: window.shown, filter: request.filter, by: request.by, completeness: share(nil), notes: window.notes)
        return DecryptFailureReport(
            frame: frame,
            rows: shown.map { DecryptFailureRow($0, $1, completeness: share($0)) }.sorted { $0.group < $1.group },
            denominatorHours: window.denominatorHours.map { Hour(number: $0.lowerBound)..<Hour(number: $0.upperBound) },
            activeInstallsOfGroups: Dictionary(counts.map { ($0.ofInstalls, $1.active) }) { $1 }.values.reduce(0, +),
            hasData: counts.values.contains { $0.pairs > 0 || $0.active > 0 })
    }

    private struct PairWindow {
        let shown: ReportWindow
        let from: Instant
        let to: Instant
        /// The days whose active installs are the denominator.
        let days: DayWindow
        /// Set under a day.
        let denominatorHours: Range<Int32>?
        var notes: [String] = []
    }

    private func pairWindow(_ filter: ReportFilter) throws -> PairWindow {
        let days = try days(filter)
        guard case .instants(let from, let to) = filter.window, let hours = try wholeHours(filter.window) else {
            return PairWindow(
                shown: .days(days), from: days.from.start, to: days.to.start, days: days, denominatorHours: nil)
        }
        let isUnderADay = to.epochSeconds - from.epochSeconds < 86_400
        let trailing = hours.upperBound - 24..<hours.upperBound
        return PairWindow(
            shown: .instants(from: from, to: to), from: from, to: to, days: days,
            denominatorHours: isUnderADay ? trailing : nil,
            notes: [
                isUnderADay
                    ? "pairs per 10,000 are of the installs active in the 24 h that end with the window"
                    : "pairs per 10,000 are of the installs active on \(days), by their local days"
            ])
    }

    fileprivate struct PairCount {
        var pairs: Int64 = 0
        var newPairs: Int64 = 0
        var unorderedPairs: Int64 = 0
        var recoveredPairs: Int64 = 0
        var affectedInstalls: Int64 = 0
        var failures: Int64 = 0
        var active: Int64 = 0
    }

    private func pairCounts(_ request: DecryptFailureRequest, _ window: PairWindow) throws -> [ReportGroup: PairCount] {
        var values = parameters(window.days, request.filter, by: request.by, of: Dimension.allCases)
        values["from_epoch"] = .integer(window.from.epochSeconds)
        values["to_epoch"] = .integer(window.to.epochSeconds)
        // An empty window of days leaves the denominator out, and with it the look at the facts.
        if window.denominatorHours != nil { values["to_day"] = values["from_day"] }
        var counts: [ReportGroup: PairCount] = [:]
        for row in try rows("messaging/decrypt_failure_pairs", values) {
            counts[ReportGroup(row)] = PairCount(
                pairs: row.count("pairs"), newPairs: row.count("new_pairs"), unorderedPairs: row.count("unordered_pairs"),
                recoveredPairs: row.count("recovered_pairs"), affectedInstalls: row.count("affected_installs"),
                failures: row.count("failures"), active: row.count("active_installs"))
        }
        return counts
    }

    /// Installs active in a day's worth of hours, by version, platform and device class.
    private func activeInstalls(_ hours: Range<Int32>, _ request: DecryptFailureRequest) throws -> [ReportGroup: Int64] {
        // A local day reaches from 14 hours before 00:00 UTC to 36 after: four of them can meet 24 hours.
        let middle = Hour(number: hours.upperBound - 12).start.day
        let reaching = (-1...2).map { middle.advanced(by: $0) }.map { ($0, LocalDayHours.mask(of: $0, in: hours)) }
        guard let first = reaching.first?.0, let last = reaching.last?.0,
            let span = DayWindow(from: first, to: last.advanced(by: 1))
        else { return [:] }
        var values = parameters(span, request.filter, by: request.by, of: [.version, .platform, .deviceClass])
        values["whole_day"] = .text(middle.description)
        for (index, (day, mask)) in reaching.enumerated() {
            values["day_\(index + 1)"] = .text(day.description)
            values["mask_\(index + 1)"] = .integer(mask)
        }
        var active: [ReportGroup: Int64] = [:]
        for row in try rows("health/active_installs_in_hours", values) {
            active[ReportGroup(row)] = row.count("active_installs")
        }
        return active
    }

    /// The completeness of a row, or of the window for nil: of days for a window of days, of hours for one of instants.
    private func completenessOfPairs(
        _ request: DecryptFailureRequest, _ window: PairWindow
    ) throws -> (ReportGroup?) -> Double? {
        let filter = request.filter
        guard let hours = try wholeHours(filter.window) else {
            let completeness = try completenessOfDays(filter)
            return { completeness.share(of: $0 ?? ReportGroup(), in: window.days, filter: filter) }
        }
        let completeness = try completenessOfHours(filter)
        return { completeness.share(of: hours, platform: $0?.platform ?? filter.platform) }
    }
}

extension DecryptFailureRow {
    fileprivate init(_ group: ReportGroup, _ count: HealthReports.PairCount, completeness: Double?) {
        self.group = group
        pairs = count.pairs
        newPairs = count.newPairs
        unorderedPairs = count.unorderedPairs
        recoveredPairs = count.recoveredPairs
        affectedInstalls = count.affectedInstalls
        failures = count.failures
        activeInstalls = count.active
        pairsPer10kActive = count.active > 0 ? Double(count.pairs) / Double(count.active) * 10_000 : nil
        let isShare = count.active > 0 && count.affectedInstalls <= count.active
        affectedShare = isShare ? Double(count.affectedInstalls) / Double(count.active) : nil
        affectedInterval = isShare ? Wilson.interval(count.affectedInstalls, of: count.active) : nil
        self.completeness = completeness
    }
}
