import Database
import FleetCore
import Health
import QueryCatalog
import Statistics

/// New failing device pairs of the newest 24 hours with reports, and of the days before.
struct DecryptFacts {
    /// How far back is looked for what is usual.
    static let daysMax: Int64 = 8
    /// Fewer new pairs in a day are no spike.
    static let leastPairs = 20.0
    static let spikeTimes = 2.0
    /// A slice that carries less of the excess is not where it is.
    static let carriesMost = 0.5
    static let carriesNearlyAll = 0.85
    /// Devices that can't be decrypted by at least so many others are counted as clustered.
    private static let peerDevicesMin: Int64 = 5
    private static let peersMax: Int64 = 10
    /// Reports older than this say nothing about now.
    private static let freshSeconds: Int64 = 48 * 3600

    struct Row {
        let hour: Int64
        let version: String
        let platform: String
        let messageType: String
        let restored: Bool
        let pairs: Double
    }

    let at: Instant
    /// Exclusive, a whole hour: the newest moment that reports can tell of; nil: the store holds none.
    let end: Instant?
    let rows: [Row]
    /// Whole days with reports before the newest 24 hours, up to seven.
    let usualDays: Int
    /// Failing pairs of the newest 24 hours, and how many of them have one of a few devices as their peer.
    let clustered: (pairs: Int64, of: Int64, peers: Int64)

    init(_ store: IncidentStore) throws {
        at = store.at
        let asOf = store.asOfHour
        guard let newest = try store.health.newestDay(asOf: store.asOf) else {
            (end, rows, usualDays, clustered) = (nil, [], 0, (0, 0, 0))
            return
        }
        let end = min(newest.advanced(by: 1).start, at.hour.start)
        self.end = end
        let start = end.advanced(bySeconds: -DecryptFacts.daysMax * 86_400)
        rows = try store.catalog.query("messaging/new_pairs_by_hour").rows(
            on: store.database,
            ["from_epoch": .integer(start.epochSeconds), "to_epoch": .integer(end.epochSeconds), "as_of_hour": asOf]
        ).map {
            Row(
                hour: $0.count("hour"), version: $0.text("app_version") ?? "", platform: $0.text("platform") ?? "",
                messageType: $0.text("message_type") ?? "", restored: $0.count("restored") == 1,
                pairs: Double($0.count("new_pairs")))
        }
        let oldest = try store.health.knownDays()?.from.start ?? end
        usualDays = Int(min(7, max(0, (end.epochSeconds - oldest.epochSeconds) / 86_400 - 1)))
        var peers: (pairs: Int64, of: Int64, peers: Int64) = (0, 0, 0)
        for row in try store.catalog.query("messaging/failing_peers").rows(
            on: store.database,
            [
                "from_epoch": .integer(end.advanced(bySeconds: -86_400).epochSeconds), "to_epoch": .integer(end.epochSeconds),
                "as_of_hour": asOf, "peers_max": .integer(DecryptFacts.peersMax),
            ])
        {
            peers.of = row.count("all_pairs")
            guard row.count("devices") >= DecryptFacts.peerDevicesMin else { continue }
            peers.pairs += row.count("devices")
            peers.peers += 1
        }
        clustered = peers
    }

    var isFresh: Bool { end.map { at.epochSeconds - $0.epochSeconds <= DecryptFacts.freshSeconds } ?? false }

    // MARK: Now and usually

    /// Pairs a day by what `key` names: of the newest 24 hours first, then of the days before.
    func daily(_ key: (Row) -> String) -> [(name: String, days: [Double])] {
        guard let end else { return [] }
        var days: [String: [Double]] = [:]
        for row in rows {
            let day = Int((end.hour.start.epochSeconds / 3600 - 1 - row.hour) / 24)
            guard day >= 0, day <= usualDays else { continue }
            days[key(row), default: [Double](repeating: 0, count: usualDays + 1)][day] += row.pairs
        }
        return days.sorted { utf8Less($0.key, $1.key) }.map { ($0, $1) }
    }

    /// The middle one of the days before.
    private static func usual(_ days: [Double]) -> Double { lowerMedian(Array(days.dropFirst())) ?? 0 }

    var total: (now: Double, usual: Double) {
        let days = daily { _ in "" }.first?.days ?? []
        return (days.first ?? 0, DecryptFacts.usual(days))
    }

    /// Does anybody send decrypt failures, and is there a time before to compare with?
    var isKnown: Bool { isFresh && !rows.isEmpty && usualDays >= 3 }

    /// Over all, which is all that can be told where the signal can't.
    var isMore: Bool {
        isKnown && total.now >= DecryptFacts.leastPairs && total.now >= DecryptFacts.spikeTimes * max(1, total.usual)
    }

    struct Share {
        let name: String
        /// Of all that is more than usual; over 1 where others have less than usual.
        let ofExcess: Double
        let now: Double
        let usually: Double
        /// What all other slices have.
        let restNow: Double
        let restUsually: Double
        /// Nearly all of the excess, or most of it while the rest has no more than usual; unknown where so few pairs may be
        /// nearly all by chance.
        var finding: Finding {
            if carriesAll { return .confirmed }
            let interval = ClopperPearson.interval(Int64(now), of: Int64(now + restNow))
            return interval.map { $0.high > DecryptFacts.carriesNearlyAll } ?? true ? .unknown : .refuted
        }
        /// Nearly all of the excess, or most of it while the rest has no more than usual, up to chance.
        var carriesAll: Bool {
            let chance = restUsually.squareRoot()
            let restIsUsual = restNow <= 1.3 * restUsually + 2 * chance + 1
            let restIsNearlyUsual = restNow <= 2 * restUsually + 3 * chance + 1
            return ofExcess >= DecryptFacts.carriesNearlyAll && restIsNearlyUsual
                || ofExcess >= DecryptFacts.carriesMost && restIsUsual
        }
    }

    /// "in the 24 h to 2026-09-15T00:00:00Z"
    var window: String { end.map { "in the 24 h to \($0)" } ?? "" }

    /// The slice with most of what is more than usual; nil: there is no excess.
    func greatest(_ key: (Row) -> String) -> Share? {
        let slices = daily(key).map { (name: $0.name, days: $0.days, now: $0.days[0], usual: DecryptFacts.usual($0.days)) }
        let all = daily { _ in "" }.first?.days ?? []
        let excess = total.now - total.usual
        guard excess > 0, let most = slices.max(by: { $0.now - $0.usual < $1.now - $1.usual }) else { return nil }
        let rest = zip(all, most.days).map { $0 - $1 }
        return Share(
            name: most.name, ofExcess: max(0, most.now - most.usual) / excess, now: most.now, usually: most.usual,
            restNow: rest.first ?? 0, restUsually: DecryptFacts.usual(rest))
    }

    /// Do most of the pairs have one of a few devices as their peer?
    var isClustered: Bool { clustered.of >= 20 && clustered.pairs * 5 >= clustered.of * 2 }

    /// The hour in which more pairs began to fail than usual: up to it the running sum of what is more than one and a half
    /// times usual falls, from it on it rises (a CUSUM, E. S. Page, "Continuous inspection schemes", Biometrika 41 (1954)).
    /// Single hours of a small fleet have hardly any pairs; the sum needs no threshold of its own.
    ///
    /// - Parameter day: the day on which it began, where that is told already: then it is the hour of that day.
    func since(on day: Day?) -> Instant? {
        guard let end else { return nil }
        var byHour: [Int64: Double] = [:]
        for row in rows { byHour[row.hour, default: 0] += row.pairs }
        let last = end.hour.start.epochSeconds / 3600
        let oldest = last - Int64(usualDays + 1) * 24
        var sum = 0.0
        let hours = day.map { Int64($0.number) * 24..<Int64($0.number + 1) * 24 } ?? oldest..<last
        var least: (sum: Double, hour: Int64)? = hours.contains(oldest) ? (0, oldest) : nil
        for hour in oldest..<last {
            // The same hour of all other days: the middle one is usual as long as the incident is younger than half of them.
            let days = stride(from: oldest + (hour - oldest) % 24, to: last, by: 24).filter { $0 != hour }
            let usual = lowerMedian(days.map { byHour[$0] ?? 0 }) ?? 0
            sum += (byHour[hour] ?? 0) - 1.5 * usual - 0.5
            if hours.contains(hour + 1), sum < least?.sum ?? .infinity { least = (sum, hour + 1) }
        }
        return Instant(epochSeconds: min(least?.hour ?? hours.lowerBound, last - 1) * 3600)
    }
}
