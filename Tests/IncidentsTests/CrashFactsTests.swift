import Testing

@testable import Incidents

@Suite struct CrashFactsTests {
    @Test func `what is not seen while half of the days is missing is unknown, what is seen is so`() {
        for enough in [nil, 0.5, 0.97, 1] as [Double?] {
            #expect(CrashFacts.finding(false, isFresh: true, completeness: enough) == .refuted)
            #expect(CrashFacts.finding(true, isFresh: true, completeness: enough) == .confirmed)
        }
        for few in [0, 0.2, 0.49] {
            #expect(CrashFacts.finding(false, isFresh: true, completeness: few) == .unknown)
            #expect(CrashFacts.finding(true, isFresh: true, completeness: few) == .confirmed)
        }
        #expect(CrashFacts.finding(false, isFresh: false, completeness: 0.97) == .unknown)
        #expect(CrashFacts.finding(true, isFresh: false, completeness: 0.97) == .unknown)
    }
}
