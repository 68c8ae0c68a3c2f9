import FleetCore
import Testing

@testable import Health

/// Days of `size` installs each, of which half come in 12 hours after the day began, 30 % after 24, 20 % after 48; those
/// before the hour `horizon` of the last day.
private func arrivals(days: Int32, until horizon: Int32, size: (Int32) -> Int64) -> (ArrivalModel, last: Int32) {
    let end = (days - 1) * 24 + horizon
    var counts: [ArrivalCount] = []
    for day in 0..<days {
        for (delay, percent) in [(12, 50), (24, 30), (48, 20)] as [(Int32, Int64)] where day * 24 + delay < end {
            counts.append(
                ArrivalCount(cohort: day * 24, knownHour: day * 24 + delay, count: size(day) * percent / 100))
        }
    }
    return (ArrivalModel(counts, start: 0, horizon: end), (days - 1) * 24)
}

@Suite struct ArrivalModelTests {
    @Test(arguments: [(12, 0), (13, 0.5), (24, 0.5), (25, 0.8), (48, 0.8), (49, 1), (400, 1)] as [(Int32, Double)])
    func `a day is as complete as past days were by then`(horizon: Int32, share: Double) {
        let (model, last) = arrivals(days: 20, until: horizon) { _ in 1000 }
        #expect(abs(model.share(of: last) - share) < 1e-12)
    }

    /// Counting the delays that were seen would take a fleet that doubles every day for one that reports at once.
    @Test func `a growing fleet does not look quicker than it is`() {
        let (model, last) = arrivals(days: 20, until: 25) { 1000 << $0 }
        #expect(abs(model.share(of: last) - 0.8) < 1e-12)
        #expect(abs(model.share(of: last - 24) - 1) < 1e-12)
    }

    @Test func `a window is as complete as its days, by what they will hold`() throws {
        let (model, last) = arrivals(days: 20, until: 13) { _ in 1000 }
        // Of the last day half is in, of the one before 80 %, of the others all.
        let amount = try #require(model.amount(of: Cohorts(first: last - 72, step: 24, count: 4)))
        #expect(abs(amount.known - (500 + 800 + 1000 + 1000)) < 1e-9)
        #expect(abs(amount.expected - 4000) < 1e-9)
        // A day that has not begun will hold what a day holds.
        let future = try #require(model.amount(of: Cohorts(first: last, step: 24, count: 2)))
        #expect(abs(future.known - 500) < 1e-9)
        #expect(abs(future.expected - 2000) < 1e-9)
    }

    @Test func `under a week of history nothing is known of delays`() {
        #expect(arrivals(days: 7, until: 20) { _ in 1000 }.0.amount(of: Cohorts(first: 0, count: 1)) == nil)
        #expect(arrivals(days: 8, until: 20) { _ in 1000 }.0.amount(of: Cohorts(first: 0, count: 1)) != nil)
        #expect(ArrivalModel([], start: 0, horizon: 1000).amount(of: Cohorts(first: 0, count: 1)) == nil)
    }

    /// An old export, loaded at once: the hour of loading says nothing of when reports came in.
    @Test func `what was known all at once says nothing of delays`() {
        let counts = (0..<30).map { ArrivalCount(cohort: $0 * 24, knownHour: 5000, count: 100) }
        #expect(ArrivalModel(counts, start: 0, horizon: 5001).amount(of: Cohorts(first: 29 * 24, count: 1)) == nil)
    }

    /// A report that was known in year 1, or a day of year 1 or 9999: neither tables as long as that, nor a longer history.
    @Test func `delays that can't be take no memory and change little`() throws {
        let year1: Int32 = -17_259_888
        var counts: [ArrivalCount] = []
        for day in 0..<20 as Range<Int32> {
            counts.append(ArrivalCount(cohort: day * 24, knownHour: day * 24 + 12, count: 1000))
        }
        let odd = [
            ArrivalCount(cohort: 24, knownHour: year1, count: 1), ArrivalCount(cohort: year1, knownHour: 60, count: 1),
            ArrivalCount(cohort: 70_000_000, knownHour: 60, count: 1), ArrivalCount(cohort: .min, knownHour: 400, count: 1),
        ]
        let end: Int32 = 19 * 24 + 13
        let model = ArrivalModel(counts + odd, start: 0, horizon: end)
        #expect(model.isKnown)
        #expect(abs(model.share(of: 19 * 24) - 1) < 0.001)
        let young = counts.prefix(3).map { ArrivalCount(cohort: $0.cohort + 400, knownHour: $0.knownHour + 400, count: 1) }
        #expect(!ArrivalModel(young + odd, start: 0, horizon: end).isKnown)
    }

    @Test func `a window of ten thousand years is as complete as the days in it`() throws {
        let (model, last) = arrivals(days: 20, until: 13) { _ in 1000 }
        // 19 days before hold nothing; each of those before the history weighs as much as any.
        let past = try #require(model.amount(of: Cohorts(first: -17_259_888, step: 24, count: 719_162 + 20)))
        #expect(abs(past.expected - 1000 * Double(719_162 + 20)) < 1e-3)
        #expect(abs(past.expected - past.known - 700) < 1e-3)
        let future = try #require(model.amount(of: Cohorts(first: last, step: 24, count: 2_900_000)))
        #expect(abs(future.known - 500) < 1e-9)
        #expect(abs(future.expected - 1000 * 2_900_000) < 1e-3)
        let late = ArrivalModel(
            (0..<20).map { ArrivalCount(cohort: $0 * 24, knownHour: $0 * 24 + 12, count: 10) }, start: 0, horizon: 70_000_000)
        #expect(late.amount(of: Cohorts(first: 0, step: 24, count: 2_900_000))?.known == 200)
    }

    @Test func `platforms together are as complete as what they will hold`() throws {
        let hour = { (day: Int32, delay: Int32) in day * 24 + delay }
        var quick: [ArrivalCount] = []
        var slow: [ArrivalCount] = []
        for day in 0..<20 as Range<Int32> {
            quick.append(ArrivalCount(cohort: hour(day, 0), knownHour: hour(day, 1), count: 300))
            if day < 19 { slow.append(ArrivalCount(cohort: hour(day, 0), knownHour: hour(day, 30), count: 100)) }
        }
        let completeness = Completeness(["quick": quick, "slow": slow], start: 0, horizon: hour(19, 10))
        let last = Day(number: 19)
        #expect(completeness.share(of: last, platform: "quick") == 1)
        #expect(completeness.share(of: last, platform: "slow") == 0)
        #expect(completeness.share(of: last, platform: nil) == 0.75)
        #expect(completeness.share(of: last, platform: "other") == nil)
    }
}
