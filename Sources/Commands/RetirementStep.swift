import Flags
import FleetCore
import Reporting

/// One version as the new minimum.
struct RetirementStep {
    let below: AppVersion
    private let lockedOut: FleetFacts.LockedOut
    private let outboxes: [VersionUse.Outboxes]
    private let versions: Int
    private let obstacles: [FleetFacts.LockedOut.Obstacle]
    /// The least flush_only_until, to the hour; nil: nothing is known of their return and their queues.
    let flushUntil: Instant?

    init(
        _ lockedOut: FleetFacts.LockedOut, _ outboxes: [VersionUse.Outboxes], versions: Int, isForSecurity: Bool, now: Instant
    ) {
        below = lockedOut.below
        self.lockedOut = lockedOut
        self.outboxes = outboxes
        self.versions = versions
        obstacles = isForSecurity ? [] : lockedOut.obstacles
        flushUntil = lockedOut.flushSeconds.map { Hour(number: now.advanced(bySeconds: $0 + 3599).hour.number).start }
    }

    var exitCode: ExitCode {
        switch mark.level {
        case .ok: .success
        case .bad: .badAnswer
        default: .unknown
        }
    }

    var mark: Mark {
        if let known = obstacles.first(where: \.isKnown) { return .bad(RetirementStep.words(known)) }
        if !obstacles.isEmpty { return .unknown(obstacles.map(RetirementStep.words).joined(separator: "; ")) }
        return flushUntil == nil ? .unknown("how long they need to send is not known") : .ok("may be raised")
    }

    private static func words(_ obstacle: FleetFacts.LockedOut.Obstacle) -> String {
        let days = FleetFacts.LockedOut.shareDays
        return switch obstacle {
        case .share(let share, let day): "\(shareText(share, .nearest)) of installs on \(day)"
        case .daysUnknown(let known, let small):
            "\(known) of \(days) days known"
                + (small > 0 ? ", \(small) with under \(FleetFacts.LockedOut.leastInstalls) installs" : "")
        case .requests(let share, let day): "\(shareText(share, .nearest)) of requests on \(day)"
        case .requestsUnknown(0, 0): "requests not measured"
        case .requestsUnknown(let known, let small):
            "requests known of \(known) of \(days) days"
                + (small > 0 ? ", \(small) with under \(FleetFacts.LockedOut.leastInstalls) requests" : "")
        }
    }

    var cells: [Cell] {
        let newest = lockedOut.days.last
        let told = outboxes.reduce(0) { $0 + $1.installs - $1.untold }
        let installs = outboxes.reduce(0) { $0 + $1.installs }
        return [
            .text(below.text), .integer(Int64(versions)), .integer(newest?.below), .real(newest.map(\.share)),
            .real(lockedOut.worst?.share), .day(lockedOut.worst?.day), .integer(Int64(lockedOut.knownDays)),
            .real(lockedOut.worstRequests?.share), .integer(Int64(lockedOut.knownRequestDays)),
            .integer(lockedOut.queueAgeSeconds), .integer(lockedOut.returnSeconds), .instant(flushUntil),
            // None of those that are there told: not 0.
            installs > 0 && told == 0 ? .noData : .integer(outboxes.reduce(0) { $0 + $1.waiting }),
            .integer(outboxes.reduce(0) { $0 + $1.untold }),
        ]
    }
}
