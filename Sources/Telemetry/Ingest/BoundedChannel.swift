import Dispatch
import Synchronization

/// Hands values from one thread to another, at most `capacity` waiting: the reader decodes the next batch while the
/// writer waits for the store, and neither runs ahead.
final class BoundedChannel<Element: Sendable>: Sendable {
    private struct State {
        var waiting: [Element] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let free = DispatchSemaphore(value: 0)
    private let filled = DispatchSemaphore(value: 0)

    init(capacity: Int) {
        // Counted up from zero: a semaphore that ends below the value it was made with traps.
        for _ in 0..<capacity { free.signal() }
    }

    /// Waits for room, which the next ``send(_:)`` takes: before the element is made, so that none waits to be sent. False
    /// where the receiver has closed: there is no use in making more.
    func waitForRoom() -> Bool {
        free.wait()
        let isOpen = state.withLock { !$0.isClosed }
        if !isOpen { free.signal() }
        return isOpen
    }

    /// Only after ``waitForRoom()``.
    func send(_ element: Element) {
        state.withLock { state in
            if !state.isClosed { state.waiting.append(element) }
        }
        filled.signal()
    }

    /// The sender has no more.
    func finish() { filled.signal() }

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
