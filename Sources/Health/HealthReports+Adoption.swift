import Database
public import FleetCore
import QueryCatalog
public import Statistics

/// Who was on which version on each day of a window.
public struct AdoptionReport: Sendable {
    /// By version and day.
    public let frame: ReportFrame
    /// In version order, then by day; days on which nobody was active are not here.
    public let rows: [AdoptionRow]

    public var outcome: Outcome { Outcome(hasData: rows.contains { $0.adoption != nil }) }
}

public struct AdoptionRow: Sendable {
    public let version: AppVersion
    public let day: Day
    /// Installs whose greatest version of the day this is.
    public let latestInstalls: Int64
    /// Distinct installs active on the day, on any version.
    public let dayInstalls: Int64
    /// Latest ÷ all active installs of the day: sums to 1 over the versions. Nil: nobody was active.
    public let adoption: Double?
    /// Wilson, 95 %.
    public let interval: Interval?
    public let completeness: Double?
}

extension HealthReports {
    public func adoption(_ filter: ReportFilter) throws -> AdoptionReport {
        let window = try days(filter)
        let completeness = try completenessOfDays(filter)
        let asked = filter.version.map { AppVersion($0) }
        var rows: [AdoptionRow] = []
        var versionCount: Int64 = 0
        for row in try versionRows(filter, from: window.from, to: window.to) {
            versionCount = row.count("all_versions")
            guard let version = row.text("app_version").map({ AppVersion($0) }), asked ?? version == version,
                let day = row.text("day").flatMap({ Day($0) })
            else { continue }
            let latest = row.count("latest_installs")
            let all = row.count("day_installs")
            rows.append(
                AdoptionRow(
                    version: version, day: day, latestInstalls: latest, dayInstalls: all,
                    adoption: all > 0 ? Double(latest) / Double(all) : nil, interval: Wilson.interval(latest, of: all),
                    completeness: completeness.share(of: day, platform: filter.platform)))
        }
        let frame = ReportFrame(
            window: .days(window), filter: filter, by: [.version, .day],
            completeness: completeness.share(of: window, platform: filter.platform),
            notes: HealthReports.leftOut(versionCount, shown: Set(rows.map(\.version)).count, filter))
        return AdoptionReport(
            frame: frame, rows: rows.sorted { $0.version == $1.version ? $0.day < $1.day : $0.version < $1.version })
    }
}
