import Database
public import FleetCore
import QueryCatalog
import Statistics

/// A plan on one platform, and the store's own baseline that it rests on.
public struct PlatformPlan: Sendable {
    public let platform: String
    public let baseline: BaselineChoice
    public let window: DayWindow
    public let plan: RolloutPlan
}

extension Rollouts {
    /// Plans a rollout that has not begun from the seven whole days of receipt before `request.at`, or before the newest
    /// report where that is older. `installsPerDay`: active installs, nil: the store's own. Platforms without a lower version
    /// are left out beside others.
    public func plan(_ request: GateRequest, shares: [Double], installsPerDay: Double?) throws -> [PlatformPlan] {
        let values: [String: SQLValue] = [
            "platform": SQLValue(request.platform), "as_of_hour": SQLValue(request.at.hour),
        ]
        let platforms = Set(try rows("rollout/rollout_versions", values).compactMap { $0.text("platform") })
        var plans: [PlatformPlan] = []
        var alone: [String] = []
        for platform in platforms.sorted(by: utf8Less) {
            if let plan = try plan(platform, request, shares, installsPerDay, alone: &alone) { plans.append(plan) }
        }
        if plans.isEmpty, let first = alone.first { throw Rollouts.noBaseline(request.version, first) }
        return plans
    }

    /// Nil: nothing was active in the window, or it goes to those that stand alone, without a baseline.
    private func plan(
        _ platform: String, _ request: GateRequest, _ shares: [Double], _ installsPerDay: Double?, alone: inout [String]
    ) throws -> PlatformPlan? {
        let newest = try newestReceipt(platform, before: request.at.hour)
        let end = min(request.at.hour, Hour(number: newest.number + 1)).start.day
        guard let window = DayWindow(from: end.advanced(by: -Rollouts.baselineDays), to: end) else { return nil }
        let begun = BegunRollout(planned: platform, from: end)
        guard let baseline = try baseline(of: begun, request, before: end.start.hour) else {
            alone.append(platform)
            return nil
        }
        let pair = VersionPair(new: baseline.version, baseline: baseline.version, platform: platform)
        var values = pair.values(before: end.start.hour)
        values["from_hour"] = SQLValue(window.from.start.hour)
        let cells = try evidence(rows("rollout/gate_cells", values))
        values["from_day"] = .text(window.from.advanced(by: -1).description)
        let receipts = try rows("rollout/receipts", values)
        let active = Double(receipts.reduce(0) { $0 + $1.count("active_installs") })
        let ofBaseline = Double(receipts.reduce(0) { $0 + $1.count("new_active_installs") })
        guard active > 0, ofBaseline > 0 else { return nil }
        var baselines = GuardedMeasure.builtIn.compactMap { measure -> RolloutPlan.Baseline? in
            let sum = (cells[measure.name] ?? []).reduce(into: Exposure()) { $0 += $1.exposure }
            return RolloutPlan.Baseline(
                measure, sum, riskShare: Double(sum.atRisk) / ofBaseline, settings: request.settings)
        }
        if request.hasPanel {
            // Everyone's days on the baseline, not the first ones alone.
            let everyone = VersionPair(new: request.version, baseline: baseline.version, platform: platform)
            let limit = try sampleLimit(platform, before: end.start.hour)
            let cells = try silentInstalls(everyone, from: window.from, limit: limit, before: end.start.hour).0
            let silence = cells.reduce(into: Exposure()) { $0 += $1.exposure }
            if let known = RolloutPlan.Baseline(.silence, silence, riskShare: 1, settings: request.settings) {
                baselines.append(known)
            }
        }
        let unreported = Rollouts.unreported(cells)
        return PlatformPlan(
            platform: platform, baseline: baseline, window: window,
            plan: RolloutPlan(
                baselines, guarded: GuardedMeasure.builtIn.filter { !unreported.contains($0) },
                installsPerDay: installsPerDay ?? active / Double(Rollouts.baselineDays), shares: shares,
                settings: request.settings))
    }

    /// The newest hour in which anything of a platform was received; the horizon's where nothing was.
    private func newestReceipt(_ platform: String, before horizon: Hour) throws -> Hour {
        let values: [String: SQLValue] = ["platform": .text(platform), "as_of_hour": SQLValue(horizon)]
        return try rows("rollout/newest_receipt", values).first?.hourIfKnown("newest_known_hour") ?? horizon
    }
}
