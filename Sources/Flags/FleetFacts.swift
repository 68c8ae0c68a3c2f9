public import FleetCore

/// What lint has to know of the fleet that runs now; whoever has a store fills it in.
public struct FleetFacts: Sendable {
    /// The newest day that the store has, nil where it has none: then nothing of the rest is known.
    public var newestDay: Day?
    /// The greatest version that active installs ran in the last 30 days.
    public var greatestVersion: AppVersion?
    /// About all who are below the document's `min_supported`; nil where it has none.
    public var lockedOut: LockedOut?

    public init(newestDay: Day?, greatestVersion: AppVersion? = nil, lockedOut: LockedOut? = nil) {
        self.newestDay = newestDay
        self.greatestVersion = greatestVersion
        self.lockedOut = lockedOut
    }

    /// Who is below a version, all versions together.
    public struct LockedOut: Sendable {
        public var below: AppVersion
        /// Of the last 30 days those that the store has.
        public var days: [DayCount]
        /// The 99th percentile of the age of the oldest message in their outbox, in seconds; nil: they never said.
        public var queueAgeSeconds: Int64?
        /// The 99th percentile of the time between two days on which one of them was active, in seconds; nil: not known.
        public var returnSeconds: Int64?
        /// Theirs of the servers' requests on those of the last 30 days of which they are known; none is not 0.
        public var requests: [DayCount]

        public init(
            below: AppVersion, days: [DayCount], queueAgeSeconds: Int64? = nil, returnSeconds: Int64? = nil,
            requests: [DayCount] = []
        ) {
            self.below = below
            self.days = days
            self.queueAgeSeconds = queueAgeSeconds
            self.returnSeconds = returnSeconds
            self.requests = requests
        }
    }

    /// Active installs of a day, by the greatest version of the day; or its requests.
    public struct DayCount: Sendable {
        public var day: Day
        public var below: Int64
        public var all: Int64

        public init(day: Day, below: Int64, all: Int64) {
            self.day = day
            self.below = below
            self.all = all
        }

        public var share: Double { all > 0 ? Double(below) / Double(all) : 0 }
    }
}
