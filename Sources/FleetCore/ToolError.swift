/// An error as its reader needs it: what went wrong, where, and what to do next. Every module throws this at its edge;
/// one renderer (Commands) turns it into text and exit status. No secret and no raw library message alone goes in.
public struct ToolError: Error, Sendable, Equatable {
    public let exitCode: ExitCode
    /// One sentence, no final full stop: "the store's schema is at 1, this chatfleet needs 3".
    public let what: String
    /// A file with line, a store, a query: where to look.
    public let place: String?
    /// The command or the change that helps.
    public let next: String?

    public init(_ exitCode: ExitCode, _ what: String, at place: String? = nil, next: String? = nil) {
        self.exitCode = exitCode
        self.what = what
        self.place = place
        self.next = next
    }
}
