import FleetCore
import Synchronization
import Testing

@testable import Terminal

@Suite struct InterruptsTests {
    private final class Counter: Sendable {
        let count = Atomic<Int>(0)
        func add() { count.wrappingAdd(1, ordering: .relaxed) }
        var value: Int { count.load(ordering: .relaxed) }
    }

    @Test func `the first interrupt asks the work to stop, the second ends the process`() {
        let stop = StopRequest()
        let interrupts = Interrupts(stop: stop)
        let cancelled = Counter()
        let ended = Counter()
        interrupts.whileRunning {
            interrupts.deliver { ended.add() }
            #expect(stop.isSet)
            #expect(cancelled.value == 1)
            #expect(ended.value == 0)
            interrupts.deliver { ended.add() }
        } onInterrupt: {
            cancelled.add()
        }
        #expect(cancelled.value == 1)
        #expect(ended.value == 1)
    }

    @Test func `work that starts after the interrupt is told, work that has ended is not`() {
        let stop = StopRequest()
        let interrupts = Interrupts(stop: stop)
        let early = Counter()
        let late = Counter()
        interrupts.whileRunning({}, onInterrupt: { early.add() })
        interrupts.deliver {}
        interrupts.whileRunning({}, onInterrupt: { late.add() })
        #expect(early.value == 0)
        #expect(late.value == 1)
    }
}
