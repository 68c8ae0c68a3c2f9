import FleetCore

/// Books a batch's reports in the gate's cells and in the installs' lives on their versions. Pure.
///
/// An install is booked at risk of an event once a version and day of receipt, at the hour at which activity of a day that
/// wasn't known to be active became known, unless such an event was known from an earlier day of receipt on any version (who
/// crashes again and again would else be at risk on each new version and on no old one); and first events once a version,
/// where it is at risk (it is booked at risk with the event if it wasn't). So over a day of receipt and a
/// stratum there are never more events than installs at risk, in whatever order reports are loaded. What is booked stays.
package struct GateBooking: Sendable {
    package struct Cell: Sendable, Hashable {
        package let slice: Int32
        package let deviceClass: Int32
        package let knownHour: Int32
        /// Place in ``BookedDays/tenures``.
        package let tenure: Int32
    }

    /// At risk, and events, of each of ``GuardedEvents/all``.
    package struct Counts: Sendable {
        package private(set) var atRisk = InlineArray<4, Int64>(repeating: 0)
        package private(set) var events = InlineArray<4, Int64>(repeating: 0)

        mutating func add(atRisk risks: GuardedEvents, events shown: GuardedEvents) {
            for rank in atRisk.indices {
                if risks.contains(rank: rank) { atRisk[rank] += 1 }
                if shown.contains(rank: rank) { events[rank] += 1 }
            }
        }
    }

    let reports: InstallReports
    package private(set) var names: GateNames
    package private(set) var cells: [Cell: Counts] = [:]
    /// Those that the store has of the batch's installs, by install, then those it gets.
    private(set) var lives: [InstallLife] = []
    private(set) var storedCount = 0
    /// Indices of stored ones of which no more is new than that they went on (``InstallLife/wentOn(to:)``): most of them.
    private(set) var continued: [Int] = []
    /// Of others that say something new.
    private(set) var changed: [Int] = []

    init(_ reports: InstallReports) {
        self.reports = reports
        names = reports.names
    }

    /// Takes the stored lives, which `read` numbers by the names it is given.
    mutating func takeStored(_ read: (inout GateNames) throws -> [InstallLife]) rethrows {
        lives = try read(&names)
        if !zip(lives, lives.dropFirst()).allSatisfy({ $0.place <= $1.place }) { lives.sort { $0.place < $1.place } }
        storedCount = lives.count
    }

    /// The batch's install-days of which the store can have facts, in key order: others are after all days on which it knows
    /// the install to have reported, and need no look-up.
    func mayHaveFacts() -> [InstallDay] {
        var lastDays = [Int32](repeating: .min, count: reports.installs.count)
        for life in lives { lastDays[Int(life.place)] = max(lastDays[Int(life.place)], life.lastDay.number) }
        // Places are in the order of installs.
        let known = reports.entries.filter { $0.day.number <= lastDays[Int($0.place)] }
            .map { Int64($0.day.number) << 32 | Int64($0.place) }
        return Set(known).sorted().map { key in
            InstallDay(day: Day(number: Int32(key >> 32)), install: reports.installs[Int(key & 0xffff_ffff)])
        }
    }

    /// `isNewlyActive`, by index in the batch: the report shows activity on a day, version and platform of which that
    /// wasn't known, or not so early.
    mutating func book(isNewlyActive: [Bool]) {
        var ofInstall: [Int] = []
        var nextStored = 0
        for place in 0..<reports.installs.count {
            ofInstall.removeAll(keepingCapacity: true)
            while nextStored < storedCount, lives[nextStored].place == Int32(place) {
                ofInstall.append(nextStored)
                nextStored += 1
            }
            bookInstall(place, &ofInstall, isNewlyActive)
        }
    }

    private mutating func bookInstall(_ place: Int, _ ofInstall: inout [Int], _ isNewlyActive: [Bool]) {
        let firstStored = ofInstall.first ?? 0
        let before = ofInstall.map { lives[$0] }
        var firstDay = before.lazy.map(\.firstDay).min()
        for at in Int(reports.starts[place])..<Int(reports.starts[place + 1]) {
            let report = reports.entries[at]
            firstDay = min(firstDay ?? report.day, report.day)
            let receiptDay = report.knownHour / 24
            let past = ofInstall.reduce(into: GuardedEvents()) { $0.formUnion(lives[$1].events(knownBefore: receiptDay)) }
            let index: Int
            if let known = ofInstall.first(where: { lives[$0].slice == report.slice }) {
                index = known
            } else {
                index = lives.count
                ofInstall.append(index)
                lives.append(InstallLife(report))
            }
            book(report, in: index, firstDay ?? report.day, isNewlyActive[Int(report.report)], past: past)
        }
        for (offset, life) in before.enumerated() where lives[firstStored + offset] != life {
            if life.wentOn(to: lives[firstStored + offset]) {
                continued.append(firstStored + offset)
            } else {
                changed.append(firstStored + offset)
            }
        }
    }

    /// `past`: events of the install that are known from an earlier day of receipt, whatever the version.
    private mutating func book(
        _ report: InstallReports.Entry, in index: Int, _ firstDay: Day, _ isNewlyActive: Bool, past: GuardedEvents
    ) {
        let receiptDay = report.knownHour / 24
        lives[index].join(report)
        let events = report.shown.intersection(lives[index].unknownEvents).subtracting(past)
        let ofDay = lives[index].booked.on(receiptDay)
        var risks = events
        // A day that is too long ago to tell what was booked on it gets first events alone, each with its own risk.
        if isNewlyActive, ofDay != nil {
            risks.formUnion(report.measured.subtracting(past))
        }
        risks.subtract(ofDay?.events ?? [])
        lives[index].learn(report.shown, at: report.knownHour)
        guard !risks.isEmpty || !events.isEmpty else { return }
        let tenure = ofDay?.tenure ?? BookedDays.tenure(firstDay: firstDay.number, on: receiptDay)
        let cell = Cell(
            slice: report.slice, deviceClass: lives[index].deviceClass, knownHour: report.knownHour, tenure: Int32(tenure))
        cells[cell, default: Counts()].add(atRisk: risks, events: events)
        if ofDay != nil { lives[index].booked.add(risks, tenure: tenure, on: receiptDay) }
    }
}
