import Statistics
import Testing

@Suite struct ExcessTests {
    private func ratios(_ counts: [(Int64, Int64)], clusterSize: Int64 = 1) -> [Double?] {
        Excess.among(counts.map { Excess.Count($0.0, of: $0.1) }, clusterSize: clusterSize).map { $0?.ratio }
    }

    @Test func `a row far above the others stands out, by how much`() {
        // 50 of 1,000 against 20 of 4,000: a rate ten times as high.
        let found = ratios([(50, 1000), (10, 2000), (10, 2000)])
        #expect(found.map { $0.map { $0.rounded() } } == [10, nil, nil])
    }

    @Test func `what chance explains does not stand out`() {
        #expect(ratios([(7, 1000), (10, 2000), (9, 2000)]) == [nil, nil, nil])
    }

    /// Health cases: one crash in one session is a point, not a pattern.
    @Test func `one or two events never stand out`() {
        #expect(ratios([(1, 1), (1, 100_000)]) == [nil, nil])
        #expect(ratios([(2, 2), (1, 100_000)]) == [nil, nil])
        #expect(Excess.among([.init(3, of: 3), .init(1, of: 100_000)]).map { $0 != nil } == [true, false])
    }

    @Test func `where the others have none there is no ratio, but an excess`() {
        let excesses = Excess.among([.init(40, of: 400), .init(0, of: 4000)])
        #expect(excesses.map { $0 != nil } == [true, false])
        #expect(excesses.first??.ratio == nil)
    }

    @Test func `the days of one install are one witness`() {
        #expect(Excess.among([.init(7, of: 100), .init(1, of: 10_000)]).map { $0 != nil } == [true, false])
        #expect(ratios([(7, 100), (1, 10_000)], clusterSize: 7) == [nil, nil])
    }

    @Test func `a difference too small to matter is not shown, however certain`() {
        #expect(ratios([(110_000, 1_000_000), (100_000, 1_000_000)]) == [nil, nil])
    }

    @Test func `alone, or beside rows without data, there is nothing to stand out from`() {
        #expect(ratios([(40, 400)]) == [nil])
        #expect(ratios([(40, 400), (0, 0)]) == [nil, nil])
        #expect(ratios([]) == [])
    }
}
