import FleetCore
import Health
import Operations
import Reporting

/// How far a version's rollout on a platform is, and so whether there is anything to halt: as it was recorded, else from who
/// has the version.
struct RolloutReach {
    let version: String
    let platform: String
    let recorded: RolloutState?
    /// Of the platform's active installs those whose greatest version it is, on the newest day that can tell; nil: nobody can.
    let adoption: Double?
    /// The same a week before, or of as many days before as the store holds, three at least.
    let before: (share: Double, day: Day)?
    /// Of the installs with a higher version.
    private let higher: Double

    private static let lookBackDays = 7
    private static let leastDays = 3
    /// A version that so many have was offered to everybody.
    private static let widely = 0.5

    init(_ version: String, platform: String, _ rollouts: [RolloutState], _ store: IncidentStore) throws {
        (self.version, self.platform) = (version, platform)
        recorded = rollouts.first { $0.version == version && $0.platform == platform }
        // A version may be known from what servers say alone.
        guard try store.health.newestDay(asOf: store.asOf) != nil else {
            (adoption, before, higher) = (nil, nil, 0)
            return
        }
        let report = try store.health.versions(VersionsRequest(platform: platform, asOf: store.asOf))
        let this = AppVersion(version)
        guard let row = report.rows.first(where: { $0.version == this }) else {
            (adoption, before, higher) = (nil, nil, 0)
            return
        }
        // Of a day of which less than half is in the day before says it.
        let days = Array(zip(report.trendWindow.days, row.trend)).dropLast(DayWindow.isTooIncomplete(row.completeness) ? 1 : 0)
        let known = days.compactMap { day, share in share.map { (share: $0, day: day) } }
        guard let newest = known.last else {
            (adoption, before, higher) = (nil, nil, 0)
            return
        }
        adoption = newest.share
        before = known.first {
            (RolloutReach.leastDays...RolloutReach.lookBackDays).contains(newest.day - $0.day)
        }
        higher = report.rows.filter { this < $0.version }.compactMap(\.adoption).reduce(0, +)
    }

    /// Everybody was offered it, and who wants it has it: a halt changes nothing. Where nobody recorded it, that is so of what
    /// most have, or more than have it have something newer, and whose share a week ago was half as large at least.
    var isOver: Bool {
        if let recorded { return recorded.phase == .complete || recorded.phase == .running && recorded.percent ?? 0 >= 100 }
        guard let adoption, let before, before.share * 2 >= adoption else { return false }
        return adoption >= RolloutReach.widely || higher > adoption
    }

    /// Is there somebody whom a halt keeps from getting it?
    var claim: Claim {
        let finding: Finding =
            if isOver || recorded?.phase == .halted {
                .refuted
            } else if recorded != nil || before.map({ $0.share * 2 < adoption ?? 0 }) ?? false {
                .confirmed
            } else {
                .unknown
            }
        let facts = [recorded?.words ?? "nobody recorded it", shares].compactMap { $0 }
        return Claim(finding, "its rollout on \(platform) goes on: \(facts.joined(separator: "; "))")
    }

    /// "58.14 % of installs active on ios have it, 57.90 % on 2026-09-07"
    private var shares: String? {
        adoption.map { adoption in
            "\(share(adoption)) of installs active on \(platform) have it"
                + (before.map { ", \(share($0.share)) on \($0.day)" } ?? "")
        }
    }
}
