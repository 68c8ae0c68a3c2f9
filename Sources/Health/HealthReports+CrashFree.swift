import Database
import FleetCore
import QueryCatalog
import Statistics

extension HealthReports {
    /// Crash-free installs of a window of days, each install once.
    public func crashFree(_ request: CrashFreeRequest) throws -> CrashFreeReport {
        let filter = request.filter
        try refuse(request.by, beyond: [.version, .platform, .deviceClass, .day], in: "crash-free")
        let window = try days(filter)
        let completeness = try completenessOfDays(filter)
        let rows = try crashFreeRows(request, window).map { row in
            let group = ReportGroup(row)
            return CrashFreeRow(
                group, row, target: request.target,
                completeness: completeness.share(of: group, in: window, filter: filter), isAsOf: filter.asOf != nil)
        }
        let frame = ReportFrame(
            window: .days(window), filter: filter, by: request.by,
            completeness: completeness.share(of: window, platform: filter.platform), notes: notes(request))
        return CrashFreeReport(frame: frame, target: request.target, rows: rows.sorted { $0.group < $1.group })
    }

    private func notes(_ request: CrashFreeRequest) -> [String] {
        var notes: [String] = []
        if request.by.contains(.version), !request.by.contains(.day) {
            notes.append("an install that used several versions counts in each: installs by version don't add up to the total")
        }
        if request.filter.asOf != nil { notes.append("crashes at launch are not told apart as of an hour") }
        return notes
    }

    /// A day, version and platform hold one row an install: their distinct installs are sums, and the rollup has them.
    /// Anything wider must look at the installs.
    private func crashFreeRows(_ request: CrashFreeRequest, _ window: DayWindow) throws -> [QueryRow] {
        let filter = request.filter
        let isOneVersion = request.by.contains(.version) || filter.version != nil
        let isOnePlatform = request.by.contains(.platform) || filter.platform != nil
        let isOneDay = request.by.contains(.day) || window.dayCount == 1
        guard isOneVersion, isOnePlatform, isOneDay else {
            return try rows(
                "health/crash_free_installs",
                parameters(window, filter, by: request.by, of: [.version, .platform, .deviceClass, .day]))
        }
        return try rows("health/crash_free_daily", parameters(window, filter, by: request.by, of: [.deviceClass]))
    }

    func refuse(_ by: Set<Dimension>, beyond known: Set<Dimension>, in report: String) throws {
        guard let odd = Dimension.allCases.first(where: { by.contains($0) && !known.contains($0) }) else { return }
        let names = Dimension.allCases.filter(known.contains).map(\.rawValue).joined(separator: ", ")
        throw ToolError(.usage, "\(report) can't be told apart by \(odd.rawValue)", next: "it knows \(names)")
    }
}

extension CrashFreeRow {
    init(_ group: ReportGroup, _ row: QueryRow, target: Double?, completeness: Double?, isAsOf: Bool) {
        self.group = group
        activeInstalls = row.count("active_installs")
        reportingInstalls = row.count("reporting_installs")
        crashedInstalls = row.count("crashed_installs")
        // Whether a crash came with a session has no known hour of its own: rollup and facts would differ as of an hour.
        launchCrashInstalls = isAsOf ? nil : row.count("launch_crash_installs")
        crashFree = row.real("crash_free")
        crashFreeInterval = Wilson.interval(crashedInstalls, of: activeInstalls)?.complement
        crashFreeOfReporting = row.real("crash_free_of_reporting")
        // Within a day an install is one install-day, and the daily query says no more.
        let isDaily = !row.has("active_install_days")
        activeInstallDays = row.count(isDaily ? "active_installs" : "active_install_days")
        crashedInstallDays = row.count(isDaily ? "crashed_installs" : "crashed_install_days")
        crashFreeInstallDays = row.real(isDaily ? "crash_free" : "crash_free_install_days")
        crashFreeInstallDaysInterval = Wilson.interval(crashedInstallDays, of: activeInstallDays)?.complement
        // Sums are booked at the hours of the reports that changed them: as of an hour they may be short, down to below 0.
        sessions = max(0, row.count("sessions"))
        crashes = max(0, row.count("crashes"))
        crashesPer1000Sessions = sessions > 0 ? Double(crashes) * 1000 / Double(sessions) : nil
        self.completeness = completeness
        let whole = Double(activeInstallDays)
        let part = whole - Double(crashedInstallDays)
        // One division of whole numbers: what is exactly the target meets it.
        if let target, whole > 0 { meetsTarget = part / whole >= target } else { meetsTarget = nil }
    }
}
