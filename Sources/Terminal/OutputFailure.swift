public import FleetCore
import Glibc

/// What was printed could not be written: a full disk, a stream that is closed. What the command did before it printed stays
/// done; see ``WorkDone``.
public struct OutputFailure: Error, Sendable, Equatable {
    /// Of the system.
    let number: Int32
    /// `standard output`.
    let stream: String

    /// As its reader needs it: where something was done, that it was, since doing it again might double it.
    public func toolError(after work: WorkDone) -> ToolError {
        let why = "could not write the output: \(errorText(number))"
        if let done = work.words {
            return ToolError(
                .failure, "\(why); \(done) all the same", at: stream,
                next: "don't run it again" + (work.shownBy.map { ": \($0) shows it" } ?? ", it is done"))
        }
        return ToolError(.failure, why, at: stream, next: "\(remedy), then run the command again")
    }

    private var remedy: String {
        switch number {
        case ENOSPC, EDQUOT, EFBIG: "make room, or send the output elsewhere"
        default: "send the output elsewhere"
        }
    }
}
