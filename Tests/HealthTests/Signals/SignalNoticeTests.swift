import FleetCore
import TestSupport
import Testing

@testable import Health

@Suite struct SignalNoticeTests {
    private let start = Instant(epochSeconds: sampleEnd)

    /// The answer `minutes` later, in which the sample has this level.
    private func answer(_ level: SignalLevel, minutes: Int64 = 0, _ change: (inout SignalState) -> Void = { _ in }) throws
        -> SignalsAnswer
    {
        let signal = try sampleSignal()
        let amount: Double? =
            switch level {
            case .ok: 0
            case .watch: 50
            case .page: 500
            case .unknown: nil
            }
        let rows = steady(["a", nil], minutes: 0..<10, amount: amount, base: amount == nil ? nil : 1000)
        var state = try sampleState(signal, rows)
        #expect(state.level == level)
        change(&state)
        return SignalsAnswer(at: start.advanced(bySeconds: minutes * 60), states: [state])
    }

    private func told(
        _ level: SignalLevel?, _ answer: SignalsAnswer, _ policy: SignalNoticePolicy = SignalNoticePolicy(againSeconds: 3600)
    ) -> [Bool] {
        policy.due(answer, told: level.map { ["sample": ($0, start)] } ?? [:]).map(\.resolved)
    }

    @Test func `what is new, worse, well again or long unheard of is told, and nothing else`() throws {
        #expect(told(nil, try answer(.ok)) == [])
        #expect(told(nil, try answer(.watch)) == [false])
        #expect(told(.watch, try answer(.watch, minutes: 59)) == [])
        #expect(told(.watch, try answer(.watch, minutes: 60)) == [false])
        #expect(told(.watch, try answer(.page, minutes: 1)) == [false])
        // Better, and still bad.
        #expect(told(.page, try answer(.watch, minutes: 1)) == [])
        #expect(told(.page, try answer(.ok, minutes: 1)) == [true])
        // Not known to be well.
        #expect(told(.page, try answer(.unknown, minutes: 1)) == [])
    }

    @Test func `unknown is told where it is asked for, and everything to a receiver that forgets`() throws {
        #expect(told(nil, try answer(.unknown)) == [])
        #expect(told(nil, try answer(.unknown), SignalNoticePolicy(againSeconds: 60, tellsUnknown: true)) == [false])
        #expect(told(.page, try answer(.page), SignalNoticePolicy(againSeconds: 3600, repeatsAll: true)) == [false])
        #expect(told(.page, try answer(.ok), SignalNoticePolicy(againSeconds: 3600, repeatsAll: true)) == [true])
    }

    @Test func `what is silenced is not told of, what is acknowledged only when it is well`() throws {
        let mute = SignalMute(signal: "sample", kind: .ack, from: start, until: start, reason: "r", by: "b")
        #expect(told(nil, try answer(.page) { $0.silence = mute }) == [])
        #expect(told(.page, try answer(.ok) { $0.silence = mute }) == [])
        #expect(told(.watch, try answer(.page) { $0.acknowledgement = mute }) == [])
        #expect(told(.watch, try answer(.ok) { $0.acknowledgement = mute }) == [true])
    }
}
