import Synchronization

/// What a run has done for good before it prints its answer, so that an answer that can't be printed does not pass for work
/// that was not done.
///
/// ```swift
/// try log.record(note)
/// context.hasDone("the note is recorded", shownBy: "chatfleet timeline")
/// try context.emit(report)
/// ```
public final class WorkDone: Sendable {
    private struct State {
        var steps: [String] = []
        var shownBy: String?
    }

    private let state = Mutex(State())

    public init() {}

    /// - Parameters:
    ///   - step: a sentence without a full stop: "the note is recorded".
    ///   - command: what shows it.
    public func add(_ step: String, shownBy command: String?) {
        state.withLock {
            $0.steps.append(step)
            $0.shownBy = command
        }
    }

    /// Nil: nothing.
    var words: String? { state.withLock { $0.steps.isEmpty ? nil : $0.steps.joined(separator: " and ") } }
    var shownBy: String? { state.withLock(\.shownBy) }
}
