import FleetCore
import QueryCatalog
import Statistics

/// What the key directory counts: how many of something an hour, before and after an instant.
struct KeyFacts {
    struct Change {
        /// Of the middle hour since, and of the middle hour before.
        let now: Double
        let usual: Double
        /// What is far more than usual: that of the signals of the same metrics.
        static let times = 2.5

        /// Beyond chance, either way; unknown where chance allows both.
        var hasRisen: Finding {
            // Given all events, those of the later hour are binomial. Without one nothing rises.
            let events = (now: Int64(now.rounded()), all: Int64(now.rounded()) + Int64(usual.rounded()))
            guard let part = ClopperPearson.interval(events.now, of: events.all) else { return .refuted }
            let limit = Change.times / (1 + Change.times)
            return part.low > limit ? .confirmed : part.high < limit ? .refuted : .unknown
        }
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
