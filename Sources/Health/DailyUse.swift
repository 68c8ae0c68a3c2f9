import Database
public import FleetCore
import QueryCatalog

/// How much the fleet does on a day: what a capacity plan's assumptions are held against.
public struct DailyUse: Sendable {
    public let window: DayWindow
    /// Days of the window that have reports.
    public let days: Int64
    /// Sum over these days.
    public let activeInstallDays: Int64
    public let sessions: Int64
    public let syncs: Int64

    public var activeInstallsPerDay: Double { Double(activeInstallDays) / Double(days) }
    public var sessionsPerInstallDay: Double? { ratio(sessions) }
    public var syncsPerInstallDay: Double? { ratio(syncs) }

    private func ratio(_ count: Int64) -> Double? {
        activeInstallDays > 0 ? Double(count) / Double(activeInstallDays) : nil
    }
}

extension HealthReports {
    /// Nil where no day of the window has reports.
    public func dailyUse(_ window: WindowRequest) throws -> DailyUse? {
        let days = try days(ReportFilter(window: window))
        let values: [String: SQLValue] = ["from_day": .text(days.from.description), "to_day": .text(days.to.description)]
        guard let row = try rows("operations/daily_use", values).first else { return nil }
        return DailyUse(
            window: days, days: row.count("days"), activeInstallDays: row.count("active_install_days"),
            sessions: row.count("sessions"), syncs: row.count("syncs"))
    }
}
