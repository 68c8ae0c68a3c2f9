import FleetCore

/// A row of `install_version`: what the store knows of an install on a version, and how it was booked in the gate's cells.
package struct InstallLife: Sendable, Equatable {
    /// Which install of the batch, and what by ``GateNames``.
    var place: Int32
    var slice: Int32
    /// Of the first report on the version; it stays, so that an install is one stratum's for the life of the version.
    var deviceClass: Int32
    var firstDay: Day
    var lastDay: Day
    /// The least hour of receipt of a report.
    var firstKnown: Int32
    /// The same for each of ``GuardedEvents/all``; ``HealthRow/noHour`` where none showed it.
    var eventKnown: InlineArray<4, Int32>
    var booked = BookedDays()
    /// Where the store has the row: ``Database/BulkReader/place()``. 0 where it doesn't yet.
    var storedAt: Int64 = 0

    /// As its first report has it.
    init(_ report: InstallReports.Entry) {
        place = report.place
        slice = report.slice
        deviceClass = report.deviceClass
        firstDay = report.day
        lastDay = report.day
        firstKnown = report.knownHour
        eventKnown = InlineArray(repeating: HealthRow.noHour)
    }

    /// As stored.
    init(place: Int32, slice: Int32, deviceClass: Int32, firstDay: Day, lastDay: Day, firstKnown: Int32) {
        self.place = place
        self.slice = slice
        self.deviceClass = deviceClass
        self.firstDay = firstDay
        self.lastDay = lastDay
        self.firstKnown = firstKnown
        eventKnown = InlineArray(repeating: HealthRow.noHour)
    }

    /// Takes the report's days and hour in.
    mutating func join(_ report: InstallReports.Entry) {
        firstDay = min(firstDay, report.day)
        lastDay = max(lastDay, report.day)
        firstKnown = min(firstKnown, report.knownHour)
    }

    /// Events that no report had shown.
    var unknownEvents: GuardedEvents {
        var events: GuardedEvents = []
        for rank in eventKnown.indices where eventKnown[rank] == HealthRow.noHour {
            events.insert(GuardedEvents(rawValue: 1 << UInt8(rank)))
        }
        return events
    }

    /// Events known from a day of receipt before this one: the install is no longer at risk of a first one.
    func events(knownBefore receiptDay: Int32) -> GuardedEvents {
        var events: GuardedEvents = []
        for rank in eventKnown.indices where eventKnown[rank] != HealthRow.noHour && eventKnown[rank] / 24 < receiptDay {
            events.insert(GuardedEvents(rawValue: 1 << UInt8(rank)))
        }
        return events
    }

    mutating func learn(_ events: GuardedEvents, at knownHour: Int32) {
        guard !events.isEmpty else { return }
        for rank in eventKnown.indices where events.contains(rank: rank) {
            eventKnown[rank] = min(eventKnown[rank], knownHour)
        }
    }

    package static func == (a: InstallLife, b: InstallLife) -> Bool {
        a.wentOn(to: b) && a.lastDay == b.lastDay && a.booked == b.booked
    }

    /// Is the same life later, without another beginning or another event: all that differs is the last day, and what is booked?
    func wentOn(to later: InstallLife) -> Bool {
        for rank in eventKnown.indices where eventKnown[rank] != later.eventKnown[rank] { return false }
        return place == later.place && slice == later.slice && deviceClass == later.deviceClass && firstDay == later.firstDay
            && firstKnown == later.firstKnown
    }
}
