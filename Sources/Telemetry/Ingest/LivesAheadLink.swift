import Database
import Synchronization

/// What the writer tells the reader that looks lives up for it.
final class LivesAheadLink: Sendable {
    private struct State {
        var isStale = false
        var interrupter: (any Interrupter)?
    }

    private let state = Mutex(State())

    /// What was found for a batch was of no use, since others had changed it meanwhile.
    func foundStale() { state.withLock { $0.isStale = true } }

    /// Was it so, since the last call?
    func takeStale() -> Bool {
        state.withLock { state in
            defer { state.isStale = false }
            return state.isStale
        }
    }

    /// The connection that looks up.
    func use(_ interrupter: any Interrupter) { state.withLock { $0.interrupter = interrupter } }

    /// Nobody waits for what is being looked up.
    func end() { state.withLock { $0.interrupter }?.interrupt() }
}
