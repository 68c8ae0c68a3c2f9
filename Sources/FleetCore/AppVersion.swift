/// A marketing version as a client reports it, in the order of flags and reports:
/// `^[0-9]+(\.[0-9]+){0,3}(-pre.release)?(\+build)?$`, ASCII, no leading zeros, no trimming. Missing parts are 0, numbers
/// compare as numbers of any length, a pre-release sorts before its release (SemVer 2.0.0 §11), build metadata only
/// breaks ties.
public struct AppVersion: Sendable {
    /// The text as reported, never normalised.
    public let text: String
    /// False: kept and counted as written, ordered after every readable version, satisfies no minimum.
    public let isReadable: Bool
    /// Byte order of the keys is version order; the only way SQL knows it. Distinct texts have distinct keys.
    public let sortKey: String

    /// The key up to the build metadata, what gates compare.
    private let precedence: String

    public init(_ text: String) {
        self.text = text
        if let key = AppVersion.precedenceKey(text) {
            isReadable = true
            precedence = key
            // Ties (`1.0` and `1.0.0`, or builds) fall to the build, then to the text as written.
            sortKey = "1" + key + " " + AppVersion.buildKey(text) + " " + text
        } else {
            isReadable = false
            precedence = ""
            sortKey = "2" + text
        }
    }

    /// Order for gates: missing parts are 0, build metadata ignored. Nil where either is unreadable.
    public func precedes(_ other: AppVersion) -> Bool? {
        guard isReadable, other.isReadable else { return nil }
        return utf8Less(precedence, other.precedence)
    }

    // MARK: Keys. A number is written as its length in two digits, then its digits, so that byte order is number order.

    private static func precedenceKey(_ text: String) -> String? {
        let (core, rest) = split(text, at: ["-", "+"])
        let parts = core.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...4).contains(parts.count) else { return nil }
        var key = ""
        for part in parts {
            guard isNumber(part), let number = numberKey(part) else { return nil }
            key += number
        }
        key += String(repeating: "010", count: 4 - parts.count)
        var tail = rest
        // "~" sorts after every identifier marker: a release is above its pre-releases.
        var pre = "~"
        if tail.hasPrefix("-") {
            let (identifiers, build) = split(String(tail.dropFirst()), at: ["+"])
            guard let preKey = preReleaseKey(identifiers) else { return nil }
            pre = preKey
            tail = build
        }
        if tail.hasPrefix("+") {
            guard identifiers(String(tail.dropFirst())) != nil else { return nil }
        } else if !tail.isEmpty {
            return nil
        }
        return key + pre
    }

    /// Numeric identifiers below texts, both below nothing-more-to-compare only where SemVer says so: a longer list of
    /// equal beginnings is greater, so each list ends in "!" (below the markers).
    private static func preReleaseKey(_ text: String) -> String? {
        guard let identifiers = identifiers(text) else { return nil }
        var key = ""
        for identifier in identifiers {
            if identifier.allSatisfy({ $0 &- 0x30 < 10 }) {
                guard isNumber(identifier), let number = numberKey(identifier) else { return nil }
                key += "0" + number
            } else {
                key += "A" + String(decoding: identifier, as: UTF8.self) + "!"
            }
        }
        return key + "!"
    }

    private static func buildKey(_ text: String) -> String {
        guard let plus = text.utf8.firstIndex(of: UInt8(ascii: "+")) else { return "" }
        let build = text.utf8[text.utf8.index(after: plus)...]
        return isNumber(build) ? numberKey(build).map { "0" + $0 } ?? "A" : "A"
    }

    private static func identifiers(_ text: String) -> [Substring.UTF8View]? {
        let parts = Substring(text).utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let valid = parts.allSatisfy { part in !part.isEmpty && part.allSatisfy(isIdentifierByte) }
        return valid ? parts.map { Substring($0).utf8 } : nil
    }

    private static func isIdentifierByte(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-")
    }

    private static func isNumber(_ part: Substring.UTF8View) -> Bool {
        guard let first = part.first, part.allSatisfy({ $0 &- 0x30 < 10 }) else { return false }
        return first != UInt8(ascii: "0") || part.count == 1
    }

    /// Texts are at most 64 bytes where they come from a report; two digits hold any length that is read.
    private static func numberKey(_ part: Substring.UTF8View) -> String? {
        part.count <= 99 ? padded(part.count, 2) + String(decoding: part, as: UTF8.self) : nil
    }

    private static func split(_ text: String, at separators: Set<Character>) -> (String, String) {
        guard let cut = text.utf8.firstIndex(where: { separators.contains(Character(Unicode.Scalar($0))) }) else {
            return (text, "")
        }
        return (String(text[..<cut]), String(text[cut...]))
    }
}

extension AppVersion: Hashable, Comparable {
    public static func == (a: AppVersion, b: AppVersion) -> Bool { sameBytes(a.text, b.text) }
    public static func < (a: AppVersion, b: AppVersion) -> Bool { utf8Less(a.sortKey, b.sortKey) }
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
