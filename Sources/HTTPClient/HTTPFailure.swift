public import FleetCore

/// An exchange that gave no answer, and what is known of it.
public struct HTTPFailure: Error, Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        /// No such host, no connection, no route.
        case unreachable
        /// Too slow, too long.
        case timedOut
        /// The connection broke, or what came was no HTTP.
        case broken
        /// The server's certificate is not one to trust.
        case untrusted
        /// The body is longer than the limit.
        case tooLarge
        /// The address can't be asked: no http, or http where https is needed.
        case refused
        /// The user wants to stop.
        case interrupted
    }

    public let kind: Kind
    /// Our words, and the library's after a colon.
    public let what: String
    public let place: String
    /// May the request have reached the server? Then a write may have been done.
    public let wasSent: Bool

    public init(_ kind: Kind, _ what: String, at place: String, wasSent: Bool) {
        self.kind = kind
        self.what = what
        self.place = place
        self.wasSent = wasSent
    }

    /// Another try may do better.
    public var isTransient: Bool { kind == .unreachable || kind == .timedOut || kind == .broken }

    public var toolError: ToolError {
        switch kind {
        case .unreachable, .timedOut, .broken:
            ToolError(.unavailable, what, at: place, next: "see that the address is right and the network is up, then try again")
        case .untrusted:
            ToolError(
                .unavailable, what, at: place,
                next: "if the certificate is one of your own, name the file of its authority in SSL_CERT_FILE")
        case .tooLarge: ToolError(.badInput, what, at: place, next: "see that the address is right")
        case .refused: ToolError(.usage, what, at: place, next: "use an https:// address")
        case .interrupted: ToolError(.interrupted, what, at: place)
        }
    }
}
