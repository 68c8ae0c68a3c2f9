import Dispatch
import Synchronization

/// Hands values from one thread to another, at most `capacity` waiting: the reader decodes the next batch while the
/// writer waits for the store, and neither runs ahead.
final class BoundedChannel<Element: Sendable>: Sendable {
    private struct State {
        var waiting: [Element] = []
        var isFinished = false
        var isClosed = false
    }

    private let state = Mutex(State())
    private let free: DispatchSemaphore
    private let filled = DispatchSemaphore(value: 0)

    init(capacity: Int) { free = DispatchSemaphore(value: capacity) }

    /// Waits for room. False where the receiver has closed: there is no use in sending more.
    func send(_ element: Element) -> Bool {
        free.wait()
        let isOpen = state.withLock { state in
            if !state.isClosed { state.waiting.append(element) }
            return !state.isClosed
        }
        if isOpen { filled.signal() } else { free.signal() }
        return isOpen
    }

    /// The sender has no more.
    func finish() {
        state.withLock { $0.isFinished = true }
        filled.signal()
    }

    /// Waits for the next element; nil after the last, and once closed.
    func receive() -> Element? {
        filled.wait()
        let element: Element? = state.withLock { state in
            state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        if element == nil { filled.signal() } else { free.signal() }
        return element
    }

    /// No more is wanted: wakes the receiver, if it waits, and tells the sender.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.waiting = []
        }
        free.signal()
        filled.signal()
    }
}
