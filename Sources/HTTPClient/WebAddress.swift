/// An `http` or `https` address in its parts. It never holds a user or a password: those would end up in messages.
///
///     WebAddress("https://flags.example/app/latest.json")?.host   // "flags.example"
public struct WebAddress: Sendable, Hashable, CustomStringConvertible {
    public enum Scheme: String, Sendable { case http, https }

    public let scheme: Scheme
    /// As written, in brackets where it is an IPv6 address.
    public let host: String
    public let port: UInt16?
    /// Percent-encoded, begins with `/`.
    public private(set) var path: String
    /// Percent-encoded, without the question mark; empty where there is none.
    public private(set) var query: String

    public init(
        scheme: Scheme, host: String, port: UInt16? = nil, path: String = "/", query: [(name: String, value: String)] = []
    ) {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = percentEncoded(path, keepingSlashes: true)
        self.query = WebAddress.text(of: query)
    }

    /// Nil unless a scheme, a host and printable ASCII; a fragment, a user or a password is refused, too.
    public init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !text.utf8.contains(UInt8(ascii: "#")) else { return nil }
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, let scheme = Scheme(rawValue: parts[0].lowercased()), parts[1].hasPrefix("//") else { return nil }
        let rest = parts[1].dropFirst(2)
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        guard let (host, port) = WebAddress.hostAndPort(rest[..<end]) else { return nil }
        self.scheme = scheme
        self.host = host
        self.port = port
        let mark = rest[end...].firstIndex(of: "?") ?? rest.endIndex
        let path = String(rest[end..<mark])
        self.path = path.isEmpty ? "/" : path
        query = String(rest[mark...].dropFirst())
    }

    /// The address of `path`, percent-encoded here, below this one taken as a folder.
    public func appending(_ path: String) -> WebAddress {
        var other = self
        other.path = (self.path.hasSuffix("/") ? self.path : self.path + "/") + percentEncoded(path, keepingSlashes: true)
        other.query = ""
        return other
    }

    public func with(query items: [(name: String, value: String)]) -> WebAddress {
        var other = self
        other.query = WebAddress.text(of: items)
        return other
    }

    /// The `Host` header: the port only where it is not the scheme's own.
    public var authority: String {
        guard let port, port != (scheme == .https ? 443 : 80) else { return host }
        return "\(host):\(port)"
    }

    /// What is asked for.
    public var text: String { place + (query.isEmpty ? "" : "?" + query) }
    /// For people: without the query.
    public var place: String { "\(scheme)://\(authority)\(path)" }
    public var description: String { place }

    /// This machine itself, where plain http gives nothing away.
    public var isLoopback: Bool {
        let name = host.lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") || name == "[::1]" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func hostAndPort(_ text: Substring) -> (String, UInt16?)? {
        guard !text.contains("@") else { return nil }
        let afterHost: String.Index
        if text.first == "[" {
            guard let close = text.firstIndex(of: "]") else { return nil }
            afterHost = text.index(after: close)
        } else {
            afterHost = text.firstIndex(of: ":") ?? text.endIndex
        }
        let host = text[..<afterHost]
        let port = text[afterHost...]
        guard !host.isEmpty, host.utf8.allSatisfy({ isUnreserved($0) || "[]:".utf8.contains($0) }) else { return nil }
        if port.isEmpty { return (String(host), nil) }
        guard port.first == ":", let number = UInt16(port.dropFirst()), port.dropFirst().first != "+" else { return nil }
        return (String(host), number)
    }

    private static func text(of items: [(name: String, value: String)]) -> String {
        items.map { "\(percentEncoded($0.name))=\(percentEncoded($0.value))" }.joined(separator: "&")
    }
}
