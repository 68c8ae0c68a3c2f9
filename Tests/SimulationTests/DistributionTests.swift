import Testing

@testable import Simulation

@Suite struct DistributionTests {
    @Test func `SplitMix64 gives the published sequence`() {
        // Seed 1234567, from the reference implementation's own example (Vigna, splitmix64.c).
        var random = SplitMix64(key: 1_234_567)
        let drawn = (0..<3).map { _ in random.next() }
        #expect(drawn == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    }

    @Test func `a quantile table gives its points and straight lines between them`() {
        let table = Quantiles([(0, 0), (5_000, 100), (10_000, 1_100)])
        #expect([0, 2_500, 5_000, 7_500, 9_999].map(table.value) == [0, 50, 100, 600, 1_099])
    }

    @Test func `weights choose in proportion, every draw one of them`() {
        let weights = Weights([1, 0, 3])
        #expect((0..<weights.total).map(weights.index) == [0, 2, 2, 2])
    }

    @Test func `streams of neighbouring installs, days and purposes differ`() {
        var keys = Set<UInt64>()
        for install in 0..<20 {
            for day in -10..<10 {
                keys.insert(streamKey(1, .sessions, install, day))
                keys.insert(streamKey(1, .delivery, install, day))
            }
        }
        #expect(keys.count == 800)
    }

    @Test func `a delivery comes back from its key, and keys sort by receipt`() {
        let early = Delivery(install: 9_999_999, localDay: 0, upload: 30, copy: 2, receivedAt: -43_200)
        let late = Delivery(install: 0, localDay: 0, upload: 0, copy: 0, receivedAt: -43_199)
        #expect(early.receiptDay == -1)
        #expect(early.key < late.key)
        let back = Delivery(key: early.key, receiptDay: -1)
        #expect(back.install == 9_999_999 && back.localDay == 0 && back.upload == 30 && back.copy == 2)
        #expect(back.receivedAt == -43_200)
    }

    @Test(arguments: [(0, 8), (99, 8), (100, 9), (299, 10), (4_999, 13), (9_999, 14)])
    func `a release is offered a stage at a time`(bucket: Int, day: Int) {
        let release = Release(text: "1.0", build: 1, firstDay: 8, stagingDays: 7, generation: 0)
        #expect(release.offerDay(bucket: bucket) == day)
    }
}
