import FleetCore
import Testing

@testable import Telemetry

/// How single reports are booked. Hours are given as day of receipt and hour, days count from the install's first.
@Suite struct GateBookingTests {
    private struct Store {
        var lives: [InstallLife] = []
        var names = GateNames()
        var activeDays: Set<Day> = []
        var cells: [String: [Int64]] = [:]

        /// A batch of one report of one install and version.
        mutating func ingest(
            day: Int32, receipt: Int32, hour: Int32 = 12, version: String = "2", class deviceClass: String? = "mid",
            _ members: [String: Int64] = ["sessions": 1, "crashes": 0, "send_failed": 0, "queue_age_max_s": 0]
        ) {
            let key = HealthKey(day: Day(number: 20_000 + day), install: InstallID("i"), appVersion: version, platform: "ios")
            var row = HealthRow(key: key, reportedKnown: (20_000 + receipt) * 24 + hour)
            row.deviceClass = deviceClass
            for (name, value) in members { row.members[HealthMember.index(of: name)!] = value }
            row.bookKnownHours()
            var booking = GateBooking(InstallReports([ClientReport(row: row)]))
            let stored = lives
            let storedNames = names
            booking.takeStored { names in
                stored.map { life in
                    var life = life
                    let slice = storedNames.slices[Int(life.slice)]
                    life.slice = names.slice(slice.appVersion, slice.platform)
                    life.deviceClass = names.deviceClass(storedNames.deviceClasses[Int(life.deviceClass)])
                    return life
                }
            }
            booking.book(isNewlyActive: [row.isActive && activeDays.insert(row.key.day).inserted])
            (lives, names) = (booking.lives, booking.names)
            for (cell, counts) in booking.cells {
                for (rank, name) in GuardedEvents.names.enumerated() {
                    let tenure = BookedDays.tenures[Int(cell.tenure)]
                    let place =
                        "\(name) \(cell.knownHour / 24 - 20_000) \(names.deviceClasses[Int(cell.deviceClass)]) \(tenure)"
                    let sums = cells[place] ?? [0, 0]
                    cells[place] = [sums[0] + counts.atRisk[rank], sums[1] + counts.events[rank]]
                }
            }
        }
    }

    @Test func `an install is at risk once a version and day of receipt, whatever days it reports`() {
        var store = Store()
        store.ingest(day: 0, receipt: 1)
        store.ingest(day: 1, receipt: 1, hour: 20)
        store.ingest(day: 1, receipt: 2)
        #expect(store.cells["crash 1 mid 0"] == [1, 0])
        // Nothing that wasn't known.
        #expect(store.cells["crash 2 mid 0"] == nil)
        store.ingest(day: 2, receipt: 2)
        #expect(store.cells["crash 2 mid 0"] == [1, 0])
    }

    @Test func `a first event is booked once, and the install is at risk of it no more`() {
        var store = Store()
        store.ingest(day: 0, receipt: 0)
        store.ingest(day: 0, receipt: 0, hour: 15, ["sessions": 2, "crashes": 1])
        store.ingest(day: 1, receipt: 1, ["sessions": 2, "crashes": 1])
        #expect(store.cells["crash 0 mid 0"] == [1, 1])
        #expect(store.cells["crash 1 mid 0"] == [0, 0])
        #expect(store.cells["decrypt 1 mid 0"] == [1, 0])
    }

    @Test func `an event on any version ends the risk on all of them, from the next day of receipt on`() {
        var store = Store()
        store.ingest(day: 0, receipt: 0, version: "1", ["sessions": 2, "crashes": 1])
        store.ingest(day: 0, receipt: 0, hour: 20, ["sessions": 2, "crashes": 1])
        #expect(store.cells["crash 0 mid 0"] == [2, 2])
        store.ingest(day: 1, receipt: 1, version: "3", ["sessions": 2, "crashes": 1])
        #expect(store.cells["crash 1 mid 0"] == [0, 0])
        #expect(store.cells["decrypt 1 mid 0"] == [1, 0])
    }

    @Test func `what a report doesn't carry is no risk, and an event brings its own`() {
        var store = Store()
        store.ingest(day: 0, receipt: 0, ["sessions": 1])
        #expect(store.cells["crash 0 mid 0"] == [0, 0])
        #expect(store.cells["decrypt 0 mid 0"] == [1, 0])
        store.ingest(day: 0, receipt: 0, hour: 13, ["sessions": 1, "failed_rows_max": 2])
        #expect(store.cells["failed 0 mid 0"] == [1, 1])
        // Without a session, and still an event.
        store.ingest(day: 1, receipt: 1, ["queue_age_max_s": 3_601])
        #expect(store.cells["aged 1 mid 0"] == [1, 1])
        #expect(store.cells["crash 1 mid 0"] == [0, 0])
    }

    @Test func `tenure is from the first day on any version, and a day's events stay in one stratum`() {
        var store = Store()
        store.ingest(day: 0, receipt: 0, version: "1")
        store.ingest(day: 8, receipt: 8)
        #expect(store.cells["crash 8 mid 7"] == [1, 0])
        store.ingest(day: 40, receipt: 40, class: "other")
        #expect(store.cells["crash 40 mid 30"] == [1, 0])
        var late = Store()
        late.ingest(day: 10, receipt: 10)
        // An earlier first day becomes known: from the next day of receipt on.
        late.ingest(day: 2, receipt: 10, hour: 13, ["sessions": 1, "crashes": 1])
        #expect(late.cells["crash 10 mid 0"] == [1, 1])
        late.ingest(day: 11, receipt: 11)
        #expect(late.cells["decrypt 11 mid 7"] == [1, 0])
    }

    @Test func `a report out of order is booked where its receipt puts it`() {
        var store = Store()
        store.ingest(day: 5, receipt: 5)
        store.ingest(day: 3, receipt: 3, ["sessions": 1, "crashes": 1])
        #expect(store.cells["crash 5 mid 0"] == [1, 0])
        #expect(store.cells["crash 3 mid 0"] == [1, 1])
        store.ingest(day: 2, receipt: 3)
        #expect(store.cells["crash 3 mid 0"] == [1, 1])
        #expect(store.cells["decrypt 3 mid 0"] == [1, 0])
        // So far back that it can't be told any more what was booked: an event alone, with its risk.
        store.ingest(day: 1, receipt: 40)
        store.ingest(day: 4, receipt: 4, ["sessions": 1, "send_failed": 1])
        #expect(store.cells["failed 4 mid 0"] == [1, 1])
        #expect(store.cells["decrypt 4 mid 0"] == [0, 0])
    }

    @Test func `ten days of receipt are remembered`() {
        var days = BookedDays()
        for day in Int32(100)...Int32(120) { days.add(.crash, tenure: day < 115 ? 0 : 2, on: day) }
        #expect(days.on(110) == nil)
        #expect(days.on(111)?.events == .crash)
        #expect(days.on(111)?.tenure == 0)
        #expect(days.on(120)?.tenure == 2)
        days.add([.decrypt, .aged], tenure: 0, on: 111)
        #expect(days.on(111)?.events == [.crash, .decrypt, .aged])
        #expect(days.bits > 0)
        days.add(.failed, tenure: 1, on: 400)
        #expect(days.bits == 0b10_0100)
        #expect(days.on(401)?.events == [])
    }
}
