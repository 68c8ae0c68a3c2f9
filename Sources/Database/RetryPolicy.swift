import FleetCore
import Foundation

/// How long a transient failure of the store is borne: tries again with waits that double up to half a minute, spread so
/// that many loaders don't come back at once.
package struct RetryPolicy: Sendable {
    /// For so many seconds after a first failure.
    package var seconds: Double
    package var firstWait = 0.25
    private static let longestWait = 30.0

    package init(seconds: Double = 8) { self.seconds = seconds }

    /// Runs `body` again where it fails transiently, after `recover`; the last failure is thrown, and once the user wants
    /// to stop any failure is the last.
    package func run<T>(isStopped: () -> Bool = { false }, recover: () throws -> Void, _ body: () throws -> T) throws -> T {
        var wait = firstWait
        var end: ContinuousClock.Instant?
        while true {
            do {
                if end != nil { try recover() }
                return try body()
            } catch  where RetryPolicy.isTransient(error) {
                let giveUp = end ?? .now + .seconds(seconds)
                end = giveUp
                let pause = min(wait, RetryPolicy.longestWait) * Double.random(in: 0.5...1.5)
                guard !isStopped(), .now + .seconds(pause) <= giveUp else { throw error }
                RetryPolicy.sleep(pause, unless: isStopped)
                if isStopped() { throw error }
                wait *= 2
            }
        }
    }

    private static func sleep(_ seconds: Double, unless isStopped: () -> Bool) {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end, !isStopped() { Thread.sleep(forTimeInterval: min(seconds, 0.05)) }
    }

    package static func isTransient(_ error: any Error) -> Bool {
        switch error {
        case let error as DatabaseError: error.kind == .transient
        // What a failed connection throws.
        case let error as ToolError: error.exitCode == .unavailable
        default: false
        }
    }
}
