import Flags
import FleetCore
import Statistics
import TestSupport
import Testing

@testable import FlagPublishing

/// From installs' days to the arms of a trial.
@Suite struct TrialCountingTests {
    /// Ten percent of ios from hour 1000 on, forty from hour 1200.
    private let trial = FlagTrial(
        flag: "polls", platform: "ios", minApp: AppVersion("8.14.0"),
        stretches: [
            FlagTrial.Stretch(
                percent: RolloutPercent(checking: 10_000)!, version: 2, from: Hour(number: 1000).start,
                to: Hour(number: 1200).start),
            FlagTrial.Stretch(
                percent: RolloutPercent(checking: 40_000)!, version: 3, from: Hour(number: 1200).start, to: nil),
        ], ending: nil)

    private func install(inside percents: Range<Int32>) -> String {
        (0...).lazy.map { "i\($0)" }.first {
            percents.contains(Bucketing.bucket(flag: "polls", installID: $0) / 1000)
        } ?? ""
    }

    private func day(
        _ hours: ClosedRange<Int32>, known: Int32, crash: Int32 = TrialDay.none, version: String = "8.14.0",
        platform: String = "ios", tells: Bool = true
    ) -> TrialDay {
        TrialDay(
            version: AppVersion(version), platform: platform, deviceClass: 0, hours: hours, activeKnown: known,
            tells: SIMD4(tells ? 1 : 0, 1, 0, 0), eventKnown: SIMD4(crash, TrialDay.none, TrialDay.none, TrialDay.none))
    }

    private func count(_ installs: [(String, [TrialDay])]) -> (counting: TrialCounting, crashes: [TrialCell]) {
        var counting = TrialCounting([trial])
        _ = counting.place(ofClass: "mid")
        for (id, days) in installs { counting.add(install: id, days) }
        return (counting, counting.cells(of: 0).filter { $0.measure == .crash })
    }

    private func cell(_ stretch: Int, _ knownHour: Int32, inside: (Int64, Int64), outside: (Int64, Int64)) -> TrialCell {
        TrialCell(
            .crash, stretch: stretch, knownHour: Hour(number: knownHour), deviceClass: "mid",
            inside: Exposure(atRisk: inside.1, events: inside.0), outside: Exposure(atRisk: outside.1, events: outside.0))
    }

    @Test func `an install is at risk once a day of receipt, until its first event is known`() {
        let (counting, crashes) = count([
            // Known on days 44 (twice) and 45, where it crashes; day 46 is after its event.
            (
                install(inside: 0..<10),
                [day(1050...1060, known: 1060), day(1061...1070, known: 1070, crash: 1090), day(1080...1085, known: 1104)]
            ),
            // Its crash becomes known on a day that showed nothing else.
            (install(inside: 50..<90), [day(1050...1060, known: 1060, crash: 1110)]),
        ])
        #expect(
            crashes == [
                cell(0, 1060, inside: (0, 1), outside: (0, 1)), cell(0, 1090, inside: (1, 1), outside: (0, 0)),
                cell(0, 1110, inside: (0, 0), outside: (1, 1)),
            ])
        #expect(counting.counts[0].installs == [StretchInstalls(inside: 1, outside: 1), StretchInstalls()])
    }

    @Test func `who was outside is inside after a raise, in a stretch of its own`() {
        let middle = install(inside: 10..<40)
        let (counting, crashes) = count([(middle, [day(1100...1110, known: 1300), day(1210...1220, known: 1310, crash: 1310)])])
        // Both days became known on day 54.
        #expect(crashes == [cell(0, 1300, inside: (0, 0), outside: (0, 1)), cell(1, 1310, inside: (1, 1), outside: (0, 0))])
        #expect(counting.counts[0].installs == [StretchInstalls(outside: 1), StretchInstalls(inside: 1)])
    }

    @Test func `other platforms, older versions and days that reach out of a stretch don't count`() {
        let id = install(inside: 0..<10)
        let (counting, crashes) = count([
            (
                id,
                [
                    day(1050...1060, known: 1060, platform: "android"), day(1050...1060, known: 1060, version: "8.13.2"),
                    day(1050...1060, known: 1060, version: "x"), day(1000...1060, known: 1060), day(1190...1210, known: 1260),
                ]
            )
        ])
        #expect(crashes.isEmpty)
        #expect(counting.counts[0].installs == [StretchInstalls(), StretchInstalls()])
    }

    @Test func `a client that does not tell crashes is at risk of none`() {
        let (counting, crashes) = count([(install(inside: 0..<10), [day(1050...1060, known: 1060, tells: false)])])
        #expect(crashes.isEmpty)
        #expect(counting.counts[0].installs[0].inside == 1)
        let evidence = TrialEvidence(
            trial, installs: counting.counts[0].installs, cells: counting.cells(of: 0), alpha: 0.01)
        #expect(evidence.measures.allSatisfy { !$0.isMeasured })
        #expect(evidence.verdict == .insufficient)
    }

    /// Of failed messages; each day known at its last hour but said otherwise.
    private func placed(_ days: [(known: Int32, version: String)], first: Int32) -> (tells: [Int32], events: [Int32]) {
        var days = days.map { known, version in
            TrialDay(
                version: AppVersion(version), platform: "ios", deviceClass: 0, hours: (known - 5)...known, activeKnown: known,
                tells: SIMD4(1, 1, 1, 1),
                firstKnown: version == "8.14.0"
                    ? SIMD4(TrialDay.none, TrialDay.none, first, TrialDay.none) : SIMD4(repeating: TrialDay.none))
        }
        TrialDay.placeFirstEvents(&days)
        return (days.map { $0.tells[2] }, days.map { $0.eventKnown[2] })
    }

    @Test func `a first event is on the newest day that was known when it was, else on the next of that day of receipt`() {
        let none = TrialDay.none
        // Receipt days 10, 11, 13; it became known on day 11 before the day's activity and after it, on day 12, or before all.
        let days: [(known: Int32, version: String)] = [(250, "8.14.0"), (270, "8.14.0"), (320, "8.14.0")]
        #expect(placed(days, first: 265) == (tells: [1, 1, 0], events: [265, none, none]))
        #expect(placed(days, first: 271) == (tells: [1, 1, 0], events: [none, 271, none]))
        #expect(placed([(250, "8.14.0")], first: 245) == (tells: [1], events: [250]))
        #expect(placed(days, first: 300) == (tells: [1, 1, 0], events: [none, 300, none]))
        #expect(placed(days, first: 100) == (tells: [0, 0, 0], events: [none, none, none]))
        #expect(placed(days, first: none) == (tells: [1, 1, 1], events: [none, none, none]))
        // Another version's days are not its own.
        #expect(
            placed([(250, "8.14.0"), (270, "8.15.0"), (320, "8.14.0")], first: 280) == (
                tells: [1, 1, 0], events: [280, none, none]
            ))
    }

    /// Any look is a prefix: what was counted by an hour is what is counted of it later, in whatever order it was read.
    @Test func `what is received later changes no earlier day`() {
        let seed = UInt64.random(in: 0..<UInt64.max)
        print("TrialCountingTests seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let installs = (0..<40).map { number in
                (
                    "i\(number)",
                    (0..<(1 + random.next() % 6)).map { _ -> TrialDay in
                        let first = 990 + Int32(random.next() % 300)
                        let known = first + 5 + Int32(random.next() % 200)
                        return day(
                            first...(first + 4), known: known,
                            crash: random.next() % 5 == 0 ? known + Int32(random.next() % 60) : TrialDay.none)
                    }
                )
            }
            let all = count(installs).crashes
            #expect(
                count(installs.map { ($0, $1.shuffled(using: &random)) }.shuffled(using: &random)).crashes == all, "seed \(seed)")
            let asOf = Int32(42 * 24 + random.next() % 480)
            let then = installs.map { id, days in
                (
                    id,
                    days.filter { $0.activeKnown < asOf }.map { day in
                        var day = day
                        if day.eventKnown[0] >= asOf { day.eventKnown[0] = TrialDay.none }
                        return day
                    }
                )
            }
            #expect(count(then).crashes == all.filter { $0.knownHour.number < asOf }, "seed \(seed)")
        }
    }
}
