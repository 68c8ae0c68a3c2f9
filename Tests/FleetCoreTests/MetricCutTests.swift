import FleetCore
import Testing

@Suite struct MetricCutTests {
    private let coarse = MetricCut(names: "Provider", periodSeconds: 60)
    private let fine = MetricCut(names: "Provider,Worker", periodSeconds: 60)
    private let long = MetricCut(names: "Provider", periodSeconds: 300)

    @Test func `of the same counts the coarsest is taken, and of equals the one with the shorter period`() {
        #expect(MetricCut.coarsest(of: [fine: 6000, coarse: 6000, long: 6000]) == coarse)
        #expect(MetricCut.coarsest(of: [MetricCut(names: "Provider", periodSeconds: 0): 6000, long: 6000]) == long)
        let b = MetricCut(names: "B", periodSeconds: 60)
        #expect(MetricCut.coarsest(of: [b: 0, MetricCut(names: "A", periodSeconds: 60): 0])?.names == "A")
        #expect(MetricCut.coarsest(of: [:]) == nil)
    }

    @Test func `what is published no more counts for nothing, and what is late does`() {
        #expect(MetricCut.coarsest(of: [fine: 6000, coarse: 5100]) == coarse)
        #expect(MetricCut.coarsest(of: [fine: 6000, coarse: 5099]) == fine)
        // A period that begins an hour ago may be the newest of its kind.
        let hourly = MetricCut(names: "", periodSeconds: 3600)
        #expect(MetricCut.coarsest(of: [fine: 14_400, hourly: 3600]) == hourly)
        #expect(MetricCut.coarsest(of: [fine: 14_401, hourly: 3600]) == fine)
    }

    @Test func `what is preferred comes first, unless it is published no more`() {
        #expect(MetricCut.coarsest(of: [fine: 6000, coarse: 6000], preferring: { $0 == fine }) == fine)
        #expect(MetricCut.coarsest(of: [fine: 0, coarse: 6000], preferring: { $0 == fine }) == coarse)
    }
}
