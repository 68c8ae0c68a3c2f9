import Database
import FleetCore
import Terminal

/// Turns whatever a command threw into words on standard error and an exit status. The only place that does.
///
///     chatfleet: there is no store at /home/a/fleet.db
///       at: sqlite:/home/a/fleet.db
///       next: load reports into it with chatfleet ingest reports, or name another one with --store
struct ErrorRenderer {
    let stream: OutputStream
    let traits: TerminalTraits
    let workDone: WorkDone

    func show(_ error: any Error) -> ExitCode {
        // The reader of the output has gone; there is no one to tell.
        if error is BrokenPipe { return .success }
        let error = (error as? OutputFailure)?.toolError(after: workDone) ?? ErrorRenderer.toolError(error)
        var text = TextStyle.bad.applied(to: "chatfleet:", if: traits.usesColour) + " \(escapingControls(error.what))\n"
        if let place = error.place { text += "  at: \(escapingControls(place))\n" }
        if let next = error.next { text += "  next: \(escapingControls(next))\n" }
        // Standard error may be closed; the exit status says it then.
        try? stream.write(text)
        return error.exitCode
    }

    static func toolError(_ error: any Error) -> ToolError {
        switch error {
        case let error as ToolError: error
        case let error as DatabaseError: error.toolError()
        default:
            ToolError(
                .failure, "something failed that should not have: \(error)",
                next: "try again; if it stays, report it with the command and \"chatfleet doctor\"")
        }
    }
}
