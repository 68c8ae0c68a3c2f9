public import FleetCore

/// What stands against raising `min_supported` (flags contract): the one rule of lint and of `versions retire`.
extension FleetFacts.LockedOut {
    /// All that is locked out, together, must have been under this share for so many days.
    public static let greatestShare = 0.005
    public static let shareDays = 30
    /// Of fewer installs, or requests, one is that share by itself: a day of so few shows no share that is smaller.
    public static let leastInstalls: Int64 = 200

    public enum Obstacle: Sendable, Equatable {
        /// Of active installs, on the worst day.
        case share(Double, on: Day)
        /// Only so many of the days are known: what is not known is not 0. Others that the store has have too few installs.
        case daysUnknown(known: Int, small: Int)
        /// Of the servers' requests, on the worst day.
        case requests(Double, on: Day)
        /// The servers' requests by version are known for so many of the days only: the oldest versions send no telemetry. Others
        /// that the store has have too few requests.
        case requestsUnknown(known: Int, small: Int)

        /// It is known that too many would be locked out; else it is not known that they are few.
        public var isKnown: Bool {
            switch self {
            case .share, .requests: true
            case .daysUnknown, .requestsUnknown: false
            }
        }
    }

    /// Empty where it may be raised without a security reason.
    public var obstacles: [Obstacle] {
        var obstacles: [Obstacle] = []
        if let worst, worst.share >= Self.greatestShare {
            obstacles.append(.share(worst.share, on: worst.day))
        } else if knownDays < Self.shareDays {
            obstacles.append(.daysUnknown(known: knownDays, small: days.count { $0.all > 0 } - knownDays))
        }
        if let worst = worstRequests, worst.share >= Self.greatestShare {
            obstacles.append(.requests(worst.share, on: worst.day))
        } else if knownRequestDays < Self.shareDays {
            obstacles.append(.requestsUnknown(known: knownRequestDays, small: requests.count - knownRequestDays))
        }
        return obstacles
    }

    /// The day with the greatest share of installs. Of few installs one says nothing, and two are too many.
    public var worst: FleetFacts.DayCount? {
        days.filter { $0.all >= Self.leastInstalls || $0.below > 1 }.max { ($0.share, $0.day) < ($1.share, $1.day) }
    }
    /// The day with the greatest share of requests, of those with enough: one phone sends many.
    public var worstRequests: FleetFacts.DayCount? {
        requests.filter { $0.all >= Self.leastInstalls }.max { ($0.share, $0.day) < ($1.share, $1.day) }
    }

    /// Days with installs enough to show that a share is small.
    public var knownDays: Int { days.count { $0.all >= Self.leastInstalls } }
    /// Days with requests enough to show it.
    public var knownRequestDays: Int { requests.count { $0.all >= Self.leastInstalls } }

    /// `flush_only_until` is at least so many seconds ahead: who is locked out must come back, and send what waits. Nil: not
    /// known.
    public var flushSeconds: Int64? { [queueAgeSeconds, returnSeconds].compactMap { $0 }.max() }
}
