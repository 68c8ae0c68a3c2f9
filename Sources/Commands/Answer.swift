import Dispatch
import FleetCore
import Foundation
import Synchronization

/// Runs `body`, which waits for something outside and can't be told to stop, such as a connection to a silent server. Once
/// the user wants to stop it is left alone: the process ends soon, and what is not done is not done.
/// - Throws: what `body` throws; ``ToolError`` with `.interrupted`.
func waiting<Value>(
    unless stop: StopRequest, for what: String, at place: String, _ body: @escaping @Sendable () throws -> Value
) throws -> Value {
    let answer = Answer(of: body)
    while !stop.isSet {
        if let result = answer.wait(0.1) { return try result.get() }
    }
    throw ToolError(.interrupted, "interrupted while waiting for \(what)", at: place)
}

/// A result that another thread gives, perhaps too late.
final class Answer<Value>: Sendable {
    /// Made by the one thread, then taken by the other.
    private struct Given: @unchecked Sendable { let result: Result<Value, any Error> }

    private let given = Mutex<Given?>(nil)
    private let isGiven = DispatchSemaphore(value: 0)

    init(of body: @escaping @Sendable () throws -> Value) {
        Thread.detachNewThread {
            let made = Given(result: Result { try body() })
            self.given.withLock { $0 = made }
            self.isGiven.signal()
        }
    }

    /// Nil: not within so many seconds.
    func wait(_ seconds: Double) -> Result<Value, any Error>? {
        _ = isGiven.wait(timeout: .now() + seconds)
        return given.withLock { $0?.result }
    }
}
