/// What the process says with its exit status. This enum is the one place that knows the numbers; the README's table
/// and a test repeat them.
public enum ExitCode: Int32, Sendable, CaseIterable {
    /// Done; verdict PASS.
    case success = 0
    /// Done, and the answer is bad: HALT, a breached quota, a missed target, a failed check.
    case badAnswer = 1
    /// Could not answer: an internal or an I/O failure.
    case failure = 2
    /// A file, document, scenario or configuration is wrong.
    case badInput = 3
    /// Too little, stale or contradictory data: never reported as good or bad.
    case unknown = 4
    /// Done, but some input was refused.
    case partial = 5
    /// The command line is wrong.
    case usage = 64
    /// A service it needs is unavailable.
    case unavailable = 69
    /// Stopped by the user; what was committed stays.
    case interrupted = 130

    public var meaning: String {
        switch self {
        case .success: "done; verdict PASS"
        case .badAnswer: "done, and the answer is bad: HALT, a breached quota, a missed target, a failed check"
        case .failure: "could not answer: internal or I/O failure"
        case .badInput: "bad input: a file, document, scenario or configuration is wrong"
        case .unknown: "unknown: too little, stale or contradictory data"
        case .partial: "partial: done, but some input was refused"
        case .usage: "usage: the command line is wrong"
        case .unavailable: "a service it needs is unavailable"
        case .interrupted: "interrupted; what was committed stays"
        }
    }
}
