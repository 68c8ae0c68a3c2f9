public import FleetCore
import QueryCatalog

/// For a question that names what the store never heard of: what was probably meant.
extension HealthReports {
    /// In version order.
    public func knownVersions() throws -> [AppVersion] {
        try rows("operations/known_versions", [:]).compactMap { $0.text("app_version").map { AppVersion($0) } }
    }

    /// Those that reports came from.
    public func knownPlatforms() throws -> [String] {
        try rows("operations/known_platforms", [:]).compactMap { $0.text("platform") }
    }

    /// Those that anything is known of: reports, records of rollouts, flags, server metrics.
    public func namedPlatforms() throws -> [String] {
        try rows("operations/named_platforms", [:]).compactMap { $0.text("platform") }
    }

    /// The days from the oldest to the newest with a report; nil in an empty store.
    public func knownDays() throws -> DayWindow? {
        let status = try storeStatus(batchesMax: 0)
        guard let oldest = status.oldestDay, let newest = status.newestDay else { return nil }
        return DayWindow(from: oldest, to: newest.advanced(by: 1))
    }
}
