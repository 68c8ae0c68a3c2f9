import FleetCore
import QueryCatalog
import Statistics

/// What the key directory counts: how many of something an hour, before and after an instant.
struct KeyFacts {
    struct Change {
        let now: Double
        let usual: Double
        /// Far more than usual?
        var hasRisen: Bool { now > 3 * max(1, usual) }
    }

    let mismatches: Change?
    let bundles: Change?
    let lowStock: Change?
    let listChanges: Change?

    /// - Parameter since: nil: 24 hours before the moment.
    init(_ store: IncidentStore, since: Instant?) throws {
        let start = since ?? store.before(86_400)
        func change(_ name: String) throws -> Change? {
            let table = try store.metric("Chat/Keys", name, lastSeconds: DecryptFacts.daysMax * 86_400).cut(by: [])
            guard let newest = table.newest, store.at.epochSeconds - newest.epochSeconds <= 2 * 3600 else { return nil }
            func hourly(_ table: MetricTable) -> Double? {
                var hours: [Int64: Double] = [:]
                for point in table.points { hours[point.at / 3600, default: 0] += point.value }
                return lowerMedian(Array(hours.values))
            }
            guard let now = hourly(table.within(start, store.at)), let usual = hourly(table.before(start)) else { return nil }
            return Change(now: now, usual: usual)
        }
        mismatches = try change("DeviceMismatch")
        bundles = try change("BundleFetches")
        lowStock = try change("PrekeyStockLow")
        listChanges = try change("DeviceListChanges")
    }
}
