public import FleetCore
public import Statistics

/// Installs that are never heard of again: a build that dies at launch sends nothing, and looks clean everywhere else.
///
/// New arm: installs on their first day on the new version. Baseline: installs on it that day, matched by how much was heard
/// of them before, since whoever is seldom in contact is often silent for two days. The event is no contact on any version
/// on the two days after; it is booked once, when these days are over, and never revised.
public struct SilentInstalls: Sendable {
    /// Days without contact.
    public static let silentDays = 2
    /// Days before by which installs are matched.
    public static let daysBefore = 7

    /// An install's day.
    public struct Contact: Sendable {
        /// The hour at which it was known; of the versions nil: not on it that day.
        public let known: Hour
        public let newKnown: Hour?
        public let baselineKnown: Hour?

        public init(known: Hour, newKnown: Hour?, baselineKnown: Hour?) {
            self.known = known
            self.newKnown = newKnown
            self.baselineKnown = baselineKnown
        }
    }

    private struct Key: Hashable {
        let bytes: [UInt8]
    }

    private struct Install {
        /// By day, oldest first.
        var contacts: [(day: Day, contact: Contact)] = []
        var firstKnown: Hour?
    }

    private var installs: [Key: Install] = [:]

    public init() {}

    public var installCount: Int { installs.count }

    /// Days must come in order.
    public mutating func add(_ id: String, on day: Day, _ contact: Contact) {
        installs[Key(bytes: Array(id.utf8)), default: Install()].contacts.append((day, contact))
    }

    /// Said of installs that the store heard of for the first time since; of others nothing is said.
    public mutating func setFirstKnown(_ id: String, _ hour: Hour) { installs[Key(bytes: Array(id.utf8))]?.firstKnown = hour }

    /// The hour at which a day's silence is booked: 00:00 UTC after the silent days, as the last hour before it.
    static func bookedHour(of day: Day) -> Hour { Hour(number: day.advanced(by: silentDays + 1).start.hour.number - 1) }

    /// Of days from the first on.
    public func cells(from first: Day, before horizon: Hour) -> [ArmCell] {
        var counts: [Slot: Exposure] = [:]
        for install in installs.values {
            for (place, entry) in install.contacts.enumerated() where entry.day >= first {
                let booked = SilentInstalls.bookedHour(of: entry.day)
                guard booked < horizon, let isNew = arm(of: install, place, booked) else { continue }
                let isSilent = !install.contacts[(place + 1)...].contains { later in
                    later.day <= entry.day.advanced(by: SilentInstalls.silentDays) && later.contact.known <= booked
                }
                let slot = Slot(hour: booked, stratum: stratum(of: install, place, booked), isNew: isNew)
                counts[slot, default: Exposure()] += Exposure(atRisk: 1, events: isSilent ? 1 : 0)
            }
        }
        return counts.map { ArmCell($0.hour, $0.stratum, isNew: $0.isNew, $1) }
    }

    private struct Slot: Hashable {
        let hour: Hour
        let stratum: Stratum
        let isNew: Bool
    }

    /// As known when it is booked. On the new version only the first day counts; nil: neither.
    private func arm(of install: Install, _ place: Int, _ booked: Hour) -> Bool? {
        let contact = install.contacts[place].contact
        let wasNew = install.contacts[..<place].contains { $0.contact.newKnown.map { $0 <= booked } ?? false }
        if contact.newKnown.map({ $0 <= booked }) ?? false { return wasNew ? nil : true }
        return !wasNew && (contact.baselineKnown.map { $0 <= booked } ?? false) ? false : nil
    }

    private func stratum(of install: Install, _ place: Int, _ booked: Hour) -> Stratum {
        let day = install.contacts[place].day
        if let first = install.firstKnown, first >= day.start.hour { return Stratum(group: "new install", tenure: 0) }
        let before = install.contacts[..<place].count {
            $0.day >= day.advanced(by: -SilentInstalls.daysBefore) && $0.contact.known <= booked
        }
        let group =
            switch before {
            case 0: "no contact in the 7 days before"
            case 1...2: "contact on 1–2 of 7 days before"
            case 3...5: "contact on 3–5 of 7 days before"
            default: "contact on 6–7 of 7 days before"
            }
        return Stratum(group: group, tenure: 0)
    }
}
