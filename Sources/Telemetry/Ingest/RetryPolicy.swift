import Database
import FleetCore
import Foundation

/// How long a transient failure of the store is borne: five attempts over about eight seconds, each wait doubled and
/// spread, so that many loaders don't come back at once.
struct RetryPolicy {
    var attempts = 5
    var firstWait = 0.25

    /// Runs `body` again where it fails transiently, after `recover`; the last failure is thrown.
    func run<T>(recover: () throws -> Void, _ body: () throws -> T) throws -> T {
        var wait = firstWait
        for attempt in 1... {
            do {
                if attempt > 1 { try recover() }
                return try body()
            } catch  where attempt < attempts && RetryPolicy.isTransient(error) {
                Thread.sleep(forTimeInterval: wait * Double.random(in: 0.5...1.5))
                wait *= 2
            }
        }
        preconditionFailure("the loop above only ends by returning or throwing")
    }

    private static func isTransient(_ error: any Error) -> Bool {
        switch error {
        case let error as DatabaseError: error.kind == .transient
        // What a failed connection throws.
        case let error as ToolError: error.exitCode == .unavailable
        default: false
        }
    }
}
