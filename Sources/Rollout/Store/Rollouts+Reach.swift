import Database
public import FleetCore
import Glibc
import Operations
import QueryCatalog

/// Who has a version, on one platform: installs by the day of receipt that first showed it.
public struct RolloutReach: Sendable {
    public struct DayRow: Sendable {
        public let day: Day
        /// Installs that came that day, and that were on a higher version from that day on.
        public let came: Int64
        public let left: Int64
        /// At the end of the day.
        public let have: Int64
        public let installDays: ReceiptCounts
    }

    public let version: String
    public let platform: String
    public let days: [DayRow]
    /// Installs that have it and no higher one, now.
    public let have: Int64
    /// When it was recorded as halted, if nothing recorded later says that it goes on, and who came since.
    public let haltedAt: Instant?
    public let cameSinceHalt: Int64?
    public let outlook: Outlook?

    /// What it costs until a fix reaches those that have it.
    public struct Outlook: Sendable {
        /// Installs with a crash a day while nothing changes: those that have it × their active days × the rate of the last
        /// seven days.
        public let crashedPerDay: Double
        /// The share of those on a version that went to a higher one in a day: the fastest of the last fourteen days.
        public let updateShare: Double
        /// Of this version, or of the baseline where none left it yet.
        public let updatedVersion: String
        /// Installs with a crash, all days together, from the day on which everyone is offered a fix: crashedPerDay ÷
        /// updateShare, the sum of a geometric series.
        public let crashedUntilFixed: Double
        /// Days until nine in ten have the fix.
        public let daysUntilMost: Double
    }
}

extension Rollouts {
    private static let recentDays = 7
    private static let speedDays = 14

    /// A platform each.
    public func reach(_ request: GateRequest) throws -> [RolloutReach] {
        let horizon = request.at.hour
        return try begunRollouts(request).map { begun in
            let arrivals = try arrivals(request.version, begun.platform, before: horizon)
            let baseline = try baseline(of: begun, request, before: horizon)?.version
            let days = try days(arrivals, request.version, begun, before: horizon)
            let halted = begun.records.standingHalt?.at
            return RolloutReach(
                version: request.version, platform: begun.platform, days: days, have: days.last?.have ?? 0, haltedAt: halted,
                cameSinceHalt: halted.map { halt in
                    arrivals.reduce(0) { $0 + ($1.arrived.start >= halt ? $1.installs : 0) }
                },
                outlook: try outlook(days, arrivals, request.version, baseline, begun.platform, before: horizon))
        }
    }

    private func days(
        _ arrivals: [Arrival], _ version: String, _ begun: BegunRollout, before horizon: Hour
    ) throws -> [RolloutReach.DayRow] {
        var came: [Day: Int64] = [:]
        var left: [Day: Int64] = [:]
        for arrival in arrivals {
            came[arrival.arrived.start.day, default: 0] += arrival.installs
            // Who was on a higher version before came back from it, or was never here for long.
            if let hour = arrival.left { left[max(hour, arrival.arrived).start.day, default: 0] += arrival.installs }
        }
        guard let first = came.keys.min() else { return [] }
        var values = VersionPair(new: version, baseline: version, platform: begun.platform).values(before: horizon)
        values["from_day"] = .text(first.advanced(by: -36).inCalendar.description)
        values["from_hour"] = SQLValue(first.start.hour)
        var installDays: [Day: ReceiptCounts] = [:]
        for row in try rows("rollout/receipts", values) {
            installDays[row.hour("known_hour").start.day, default: ReceiptCounts()] += ReceiptCounts(
                reporting: row.count("new_reporting_installs"), active: row.count("new_active_installs"),
                crashed: row.count("new_crashed_installs"))
        }
        let last = max([came.keys.max(), left.keys.max(), installDays.keys.max()].compactMap { $0 }.max() ?? first, first)
        var have: Int64 = 0
        return (0...last - first).map { offset in
            let day = first.advanced(by: offset)
            have += came[day, default: 0] - left[day, default: 0]
            return RolloutReach.DayRow(
                day: day, came: came[day, default: 0], left: left[day, default: 0], have: have,
                installDays: installDays[day] ?? ReceiptCounts())
        }
    }

    private func outlook(
        _ days: [RolloutReach.DayRow], _ arrivals: [Arrival], _ version: String, _ baseline: String?, _ platform: String,
        before horizon: Hour
    ) throws -> RolloutReach.Outlook? {
        let recent = days.suffix(Rollouts.recentDays)
        let installs = recent.reduce(0) { $0 + $1.have }
        let active = recent.reduce(0) { $0 + $1.installDays.active }
        let crashed = recent.reduce(0) { $0 + $1.installDays.crashed }
        guard installs > 0, active > 0, let have = days.last?.have, have > 0 else { return nil }
        var speed = Rollouts.fastest(arrivals, before: horizon)
        var of = version
        if speed == nil, let baseline {
            speed = Rollouts.fastest(try self.arrivals(baseline, platform, before: horizon), before: horizon)
            of = baseline
        }
        guard let share = speed else { return nil }
        let perDay = Double(have) * Double(crashed) / Double(installs)
        return RolloutReach.Outlook(
            crashedPerDay: perDay, updateShare: share, updatedVersion: of, crashedUntilFixed: perDay / share,
            daysUntilMost: share < 1 ? log(0.1) / log(1 - share) : 1)
    }

    /// The greatest share of those on a version that left it in a day, of the last fourteen whole days; nil: nobody left, or
    /// fewer than twenty were there.
    private static func fastest(_ arrivals: [Arrival], before horizon: Hour) -> Double? {
        let today = horizon.start.day
        let shares = (1...speedDays).compactMap { back -> Double? in
            let start = today.advanced(by: -back).start.hour
            let end = Hour(number: start.number + 24)
            let there = arrivals.reduce(Int64(0)) { sum, arrival in
                sum + (arrival.arrived < start && (arrival.left.map { $0 >= start } ?? true) ? arrival.installs : 0)
            }
            let left = arrivals.reduce(Int64(0)) { sum, arrival in
                let isLeaving = arrival.left.map { $0 >= start && $0 < end } ?? false
                return sum + (arrival.arrived < start && isLeaving ? arrival.installs : 0)
            }
            return there >= 20 && left > 0 ? Double(left) / Double(there) : nil
        }
        return shares.max()
    }
}
