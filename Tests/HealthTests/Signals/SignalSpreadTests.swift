import FleetCore
import TestSupport
import Testing

@testable import Health

@Suite struct SignalSpreadTests {
    private func quota() throws -> Signal {
        try sampleSignal([
            "measure": "rate per min", "unit": "messages/min", "watch": "> 480000 (design)", "page": "> 570000 (ours)",
        ])
    }

    /// A row each five minutes, the newest of which ends at ``sampleEnd``.
    private func fives(_ count: Int64, amount: Double, period: Int64, endsWithStep: Bool = false) -> [SignalRow] {
        (0..<count).map { ago in
            SignalRow(
                [nil, nil], cut: MetricCut(names: "", periodSeconds: period),
                step: sampleEnd - ago * 300 - (endsWithStep ? 60 : 300), amount: amount, base: nil)
        }
    }

    @Test func `five minutes' messages are not one minute's`() throws {
        let state = try sampleState(try quota(), fives(12, amount: 2_000_000, period: 300))
        #expect(state.level == .ok)
        #expect(state.value == 400_000)
        // Each minute has its part, so that a rate over the limit has a beginning.
        #expect(state.points.suffix(60).allSatisfy { $0.value == 400_000 })
        let bad = try sampleState(try quota(), fives(12, amount: 2_500_000, period: 300))
        #expect(bad.level == .watch)
        #expect(bad.since == Instant(epochSeconds: sampleEnd - 3600))
    }

    @Test func `a counter that is read every five minutes grew over all five`() throws {
        let state = try sampleState(try quota(), fives(12, amount: 2_000_000, period: 0, endsWithStep: true))
        #expect(state.level == .ok)
        #expect(state.value == 400_000)
        #expect(state.points.suffix(60).allSatisfy { $0.value == 400_000 })
        #expect(state.newest == Instant(epochSeconds: sampleEnd))
    }

    @Test func `nothing is lost or added, whatever the step and the period`() {
        for step: Int64 in [60, 120, 300] {
            for period: Int64 in [1, 60, 300] {
                let rows = fives(4, amount: 900, period: period)
                let spread = SignalSpread(stepSeconds: step).spread(rows)
                let sum = spread.reduce(0) { $0 + ($1.amount ?? 0) }
                #expect(abs(sum - 3600) < 1e-6, "\(step) \(period)")
                let parts = max(1, (period + step - 1) / step)
                #expect(Int64(spread.count) == 4 * parts, "\(step) \(period)")
            }
        }
    }

    @Test func `a counter's first reading counts as long as to its next, and one alone a step`() {
        let spread = SignalSpread(stepSeconds: 60)
        #expect(spread.spread(fives(2, amount: 10, period: 0)).map(\.amount) == [Double?](repeating: 2, count: 10))
        #expect(spread.spread(fives(1, amount: 10, period: 0)).map(\.amount) == [Double?](repeating: 10, count: 1))
    }

    @Test func `a sum is not spread`() throws {
        let signal = try sampleSignal(["measure": "sum", "unit": "records", "watch": "> 0 (design)", "page": "> 25 (ours)"])
        #expect(SignalTable(signal, fives(3, amount: 10, period: 300)).rows.count == 3)
        #expect(SignalTable(try quota(), fives(3, amount: 10, period: 300)).rows.count == 15)
    }
}
