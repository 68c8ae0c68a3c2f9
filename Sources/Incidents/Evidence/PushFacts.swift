import FleetCore
import Statistics

/// What the push workers say of the last minutes there are, and what is usual.
struct PushFacts {
    static let windowSeconds: Int64 = 600
    static let historySeconds: Int64 = 6 * 3600
    /// Metrics older than this say nothing about now.
    static let freshSeconds: Int64 = 900
    /// Fewer failures are no fault, whatever their share.
    static let leastFailures = 20.0
    /// Where a fleet's own level of failures is not a fixed share.
    private static let faultShareUnlessTold = 0.05

    struct Rate: Equatable {
        let name: String
        let attempts: Double
        let failures: Double
        /// Of the minutes before, the middle one.
        var usual: Double?
        /// The share of failures that is a fault.
        let faultShare: Double

        var share: Double { attempts > 0 ? failures / attempts : 0 }
        var isFaulty: Bool { share >= faultShare && failures >= PushFacts.leastFailures }
    }

    let at: Instant
    /// Sends to FCM a minute at which the design alarms; nil: the fleet's own level is no fixed number.
    let fcmAlarm: Double?
    /// The newest minute that sends were counted in.
    let newest: Instant?
    let providers: [Rate]
    /// Over all providers.
    let workers: [Rate]
    /// Codes of the faulty providers' failures, the most frequent first.
    let codes: [(code: String, failures: Double)]
    /// The first minute of the fault that lasts, or lasted until a few minutes ago.
    let since: Instant?
    /// The minute at which it was over; nil: it is not, or there was none.
    let endedAt: Instant?
    /// Sends to FCM a minute.
    let fcmNow: Double?
    let fcmUsual: Double?
    let queueNow: Double?
    let queueUsual: Double?
    let conversationsNow: Double?
    let oldestSeconds: Double?
    let deliveredNow: Double?
    let deliveredUsual: Double?
    let escalationsNow: Double?
    let escalationsUsual: Double?
    let socketsNow: Double?
    let socketsUsual: Double?
    /// Nil: the table's consumption is not there either, so silence says nothing.
    let mailboxThrottles: Double?

    var isFresh: Bool { newest.map { at.epochSeconds - $0.epochSeconds <= PushFacts.freshSeconds } ?? false }

    init(_ store: IncidentStore) throws {
        at = store.at
        // The levels are those of the signals, so that status and procedure tell the same story.
        fcmAlarm = try store.watchLevel("fcm_quota")
        let faultShare = try store.watchLevel("push_failures") ?? PushFacts.faultShareUnlessTold
        let history = PushFacts.historySeconds
        func push(_ name: String, _ statistic: String = "Sum") throws -> MetricTable {
            try store.metric("Chat/Push", name, statistic, lastSeconds: history)
        }
        let attempts = try push("SendAttempts")
        let failures = try push("SendFailures")
        newest = attempts.newest
        // Metrics come minutes late: the window ends with the newest minute there is, or nothing would be in it.
        let end = attempts.newest?.advanced(bySeconds: 60) ?? store.at
        let start = end.advanced(bySeconds: -PushFacts.windowSeconds)
        providers = PushFacts.rates("Provider", attempts, failures, start, end, faultShare)
        workers = PushFacts.rates("Worker", attempts, failures, start, end, faultShare)

        let minutes = Minutes(attempts.cut(by: ["Provider"]), failures.cut(by: ["Provider"]))
        (since, endedAt) = minutes.fault(faultShare)
        let faulty = providers.filter(\.isFaulty).map(\.name)
        let coded = failures.cut(by: ["ErrorCode", "Provider"]).within(start, end)
        var counts: [String: Double] = [:]
        for point in coded.points where faulty.isEmpty || faulty.contains(point.dimensions["Provider"] ?? "") {
            counts[point.dimensions["ErrorCode"] ?? "", default: 0] += point.value
        }
        codes = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }

        let fcm = attempts.cut(by: ["Provider"]).only("Provider", "FCM")
        fcmNow = lowerMedian(Array(fcm.within(start, end).byTime.values))
        fcmUsual = lowerMedian(Array(fcm.within(store.before(history), start).byTime.values))

        // Of the coarsest set of dimensions, since the finer ones hold the same again. Counts add up over its series; of ages
        // and percentiles the greatest counts.
        func nowAndUsual(_ table: MetricTable, addsUp: Bool = true) -> (Double?, Double?) {
            let whole = table.cut(by: [])
            let values = addsUp ? whole.byTime : whole.greatestByTime
            let now = values.filter { $0.key >= start.epochSeconds }.max { $0.key < $1.key }?.value
            return (now, lowerMedian(values.filter { $0.key < start.epochSeconds }.map(\.value)))
        }
        let depth = try push("QueueDepth", "Maximum")
        (queueNow, queueUsual) = nowAndUsual(depth)
        conversationsNow = nowAndUsual(try push("QueuedConversations", "Maximum")).0
        oldestSeconds = nowAndUsual(try push("OldestAgeSeconds", "Maximum"), addsUp: false).0
        (deliveredNow, deliveredUsual) = nowAndUsual(try push("TimeToDeliveredMs", "p99"), addsUp: false)
        (escalationsNow, escalationsUsual) = nowAndUsual(try push("Escalations"))
        (socketsNow, socketsUsual) = nowAndUsual(
            try store.metric("Chat/Gateway", "OpenSockets", "Maximum", lastSeconds: history))
        // The table itself, without its indexes.
        func mailboxes(_ name: String) throws -> MetricTable {
            try store.metric("AWS/DynamoDB", name, lastSeconds: history).within(start, store.at)
                .only("TableName", "Mailboxes").cut(by: ["TableName"])
        }
        mailboxThrottles =
            try mailboxes("ConsumedWriteCapacityUnits").isEmpty ? nil : mailboxes("WriteThrottleEvents").sum
    }

    private static func rates(
        _ dimension: String, _ attempts: MetricTable, _ failures: MetricTable, _ start: Instant, _ end: Instant,
        _ faultShare: Double
    ) -> [Rate] {
        let tried = attempts.cut(by: [dimension])
        let failed = failures.cut(by: [dimension])
        return tried.within(start, end).values(of: dimension).map { name in
            let sent = tried.only(dimension, name)
            let lost = failed.only(dimension, name)
            let earlier = Minutes(sent.before(start), lost.before(start))
            return Rate(
                name: name, attempts: sent.within(start, end).sum, failures: lost.within(start, end).sum,
                usual: earlier.middleShare, faultShare: faultShare)
        }
    }

    /// Shares of failures, minute by minute. A minute with sends and no failures is one without failures.
    private struct Minutes {
        /// By provider, the greatest share: an outage of one must not drown in the others' success.
        private var shares: [(at: Int64, share: Double)] = []

        init(_ attempts: MetricTable, _ failures: MetricTable) {
            let providers = attempts.values(of: "Provider")
            var greatest: [Int64: Double] = [:]
            for provider in providers.isEmpty ? [nil] : providers.map(Optional.some) {
                let tried = (provider.map { attempts.only("Provider", $0) } ?? attempts).byTime
                let failed = (provider.map { failures.only("Provider", $0) } ?? failures).byTime
                for (at, sent) in tried where sent > 0 { greatest[at] = max(greatest[at] ?? 0, (failed[at] ?? 0) / sent) }
            }
            shares = greatest.map { ($0.key, $0.value) }.sorted { $0.at < $1.at }
        }

        var middleShare: Double? { lowerMedian(shares.map(\.share)) }

        /// The newest stretch of faulty minutes, three sound ones in a row ending it.
        func fault(_ faultShare: Double) -> (since: Instant?, endedAt: Instant?) {
            guard let last = shares.lastIndex(where: { $0.share >= faultShare }) else { return (nil, nil) }
            var first = last
            var sound = 0
            for i in stride(from: last, through: 0, by: -1) {
                if shares[i].share >= faultShare { (first, sound) = (i, 0) } else { sound += 1 }
                if sound == 3 { break }
            }
            let isOver = shares.count - last > 3
            return (Instant(epochSeconds: shares[first].at), isOver ? Instant(epochSeconds: shares[last].at + 60) : nil)
        }
    }
}

extension MetricTable {
    func before(_ instant: Instant) -> MetricTable { MetricTable(points.filter { $0.at < instant.epochSeconds }) }
}
