import FleetCore
import Rollout
import Statistics
import TestSupport
import Testing

@Suite struct SilentInstallsTests {
    private let first = Day(number: 20_697)

    /// Known at noon of its day.
    private func contact(_ day: Int, new: Bool) -> (Day, SilentInstalls.Contact) {
        let day = first.advanced(by: day)
        let hour = Hour(number: day.number * 24 + 12)
        return (day, SilentInstalls.Contact(known: hour, newKnown: new ? hour : nil, baselineKnown: new ? nil : hour))
    }

    private func cells(_ installs: [String: [(Int, Bool)]], before day: Int, late: [String: Int32] = [:]) -> [ArmCell] {
        var silent = SilentInstalls()
        for day in 0..<40 {
            for (id, days) in installs.sorted(by: { $0.key < $1.key }) {
                for (of, isNew) in days where of == day {
                    let (at, contact) = contact(day, new: isNew)
                    silent.add(id, on: at, contact)
                }
            }
        }
        return silent.cells(from: first.advanced(by: 8), before: Hour(number: first.advanced(by: day).number * 24))
            .sorted { ($0.hour, $0.stratum) < ($1.hour, $1.stratum) }
    }

    @Test func `two days without contact after the first on the version are booked on the third`() throws {
        // Both in contact on each of the days before, and on day 8; one comes back on day 10.
        let before = (1..<8).map { ($0, false) }
        let installs = ["back": before + [(8, true), (10, true)], "gone": before + [(8, true)]]
        #expect(cells(installs, before: 10).filter(\.isNew) == [])
        let booked = try #require(cells(installs, before: 11).first { $0.isNew })
        #expect(booked.exposure == Exposure(atRisk: 2, events: 1))
        #expect(booked.hour == Hour(number: first.advanced(by: 11).number * 24 - 1))
        #expect(booked.stratum.group == "contact on 6–7 of 7 days before")
        // Nothing later changes it, and later days on the version are not first ones.
        #expect(cells(installs, before: 30).filter(\.isNew) == [booked])
    }

    @Test func `the baseline is everyone on it that day, matched by contact before`() {
        let often = (1..<8).map { ($0, false) }
        let installs = [
            "a": often + [(8, true)], "b": often + [(8, false), (9, false)], "c": [(3, false), (8, false)],
        ]
        let cells = cells(installs, before: 11)
        #expect(
            cells.filter { !$0.isNew }.map { "\($0.stratum.group): \($0.exposure.events) of \($0.exposure.atRisk)" } == [
                "contact on 1–2 of 7 days before: 1 of 1", "contact on 6–7 of 7 days before: 0 of 1",
            ])
        #expect(cells.filter(\.isNew).map(\.exposure) == [Exposure(atRisk: 1, events: 1)])
    }

    /// Three in ten die at launch: nothing but silence tells.
    @Test func `a build that dies at launch for some is halted by silence`() {
        let seed = newSeed("SilentInstallsTests")
        var random = SeededGenerator(seed: seed)
        var silent = SilentInstalls()
        for day in 0..<20 {
            for install in 0..<3000 {
                // Every second install updates on day 8 + its number mod 6.
                let isNew = install % 2 == 0 && day >= 8 + install / 2 % 6
                let diesAt = install % 20 < 6 && install % 2 == 0 ? 8 + install / 2 % 6 : Int.max
                guard day <= diesAt, day == diesAt || random.next() % 10 < 8 else { continue }
                let (at, contact) = contact(day, new: isNew)
                silent.add("i\(install)", on: at, contact)
            }
        }
        let horizon = Hour(number: first.advanced(by: 20).number * 24)
        let cells = silent.cells(from: first.advanced(by: 8), before: horizon)
        let gate = Gate(GateFacts(from: first.advanced(by: 8).start.hour, evidence: [MeasureEvidence(.silence, cells)]))
        #expect(gate.verdict(before: horizon) == .halt, "seed \(seed)")
    }

    @Test func `as seldom heard of as its baseline is not harm`() {
        let seed = newSeed("SilentInstallsTests, sound,")
        var random = SeededGenerator(seed: seed)
        var silent = SilentInstalls()
        for day in 0..<20 {
            for install in 0..<3000 {
                let isNew = install % 2 == 0 && day >= 8 + install / 2 % 6
                // Some daily, some twice a week.
                guard random.next() % 10 < (install % 3 == 0 ? 3 : 9) else { continue }
                let (at, contact) = contact(day, new: isNew)
                silent.add("i\(install)", on: at, contact)
            }
        }
        let horizon = Hour(number: first.advanced(by: 20).number * 24)
        let cells = silent.cells(from: first.advanced(by: 8), before: horizon)
        let gate = Gate(GateFacts(from: first.advanced(by: 8).start.hour, evidence: [MeasureEvidence(.silence, cells)]))
        #expect(gate.verdict(before: horizon) != .halt, "seed \(seed)")
    }
}
