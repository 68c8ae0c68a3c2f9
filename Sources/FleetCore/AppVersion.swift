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

    /// The key up to the build metadata: byte order is the order of gates, where missing parts are 0. Empty where unreadable.
    public let gateKey: String

    public init(_ text: String) {
        self.text = text
        var keys = VersionKeys()
        if keys.read(Array(text.utf8)) {
            isReadable = true
            gateKey = String(decoding: keys.gate, as: UTF8.self)
            // Ties (`1.0` and `1.0.0`, or builds) fall to the build, then to the text as written.
            sortKey = "1" + gateKey + " " + String(decoding: keys.build, as: UTF8.self) + " " + text
        } else {
            isReadable = false
            gateKey = ""
            sortKey = "2" + text
        }
    }

    /// Order for gates: missing parts are 0, build metadata ignored. Nil where either is unreadable.
    public func precedes(_ other: AppVersion) -> Bool? {
        guard isReadable, other.isReadable else { return nil }
        return utf8Less(gateKey, other.gateKey)
    }
}

/// Writes a version so that byte order is version order: a number as its length, then its digits.
private struct VersionKeys {
    var gate: [UInt8] = []
    var build: [UInt8] = []

    /// False where the text is no readable version.
    mutating func read(_ text: [UInt8]) -> Bool {
        gate.reserveCapacity(text.count + 16)
        var at = 0
        var parts = 0
        repeat {
            let start = parts == 0 ? 0 : at + 1
            at = start
            while at < text.count, VersionKeys.isDigit(text[at]) { at += 1 }
            guard VersionKeys.isNumber(text[start..<at]) else { return false }
            VersionKeys.append(number: text[start..<at], to: &gate)
            parts += 1
        } while parts < 4 && at < text.count && text[at] == UInt8(ascii: ".")
        for _ in parts..<4 { gate.append(contentsOf: "010".utf8) }
        guard at < text.count, text[at] == UInt8(ascii: "-") else {
            // Sorts after every identifier's marker: a release is above its pre-releases.
            gate.append(UInt8(ascii: "~"))
            return readBuild(text[at...])
        }
        let end = text[at...].firstIndex(of: UInt8(ascii: "+")) ?? text.count
        return readPreRelease(text[(at + 1)..<end]) && readBuild(text[end...])
    }

    /// Numeric identifiers sort below texts; of equal beginnings the longer list is greater, so each list ends in "!", which
    /// is below the markers.
    private mutating func readPreRelease(_ text: ArraySlice<UInt8>) -> Bool {
        guard let identifiers = VersionKeys.identifiers(text) else { return false }
        for identifier in identifiers {
            if identifier.allSatisfy(VersionKeys.isDigit) {
                guard VersionKeys.isNumber(identifier) else { return false }
                gate.append(UInt8(ascii: "0"))
                VersionKeys.append(number: identifier, to: &gate)
            } else {
                gate.append(UInt8(ascii: "A"))
                gate.append(contentsOf: identifier)
                gate.append(UInt8(ascii: "!"))
            }
        }
        gate.append(UInt8(ascii: "!"))
        return true
    }

    /// Of ties, numeric builds first, as numbers.
    private mutating func readBuild(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first else { return true }
        let rest = text.dropFirst()
        guard first == UInt8(ascii: "+"), VersionKeys.identifiers(rest) != nil else { return false }
        guard VersionKeys.isNumber(rest) else {
            build.append(UInt8(ascii: "A"))
            return true
        }
        build.append(UInt8(ascii: "0"))
        VersionKeys.append(number: rest, to: &build)
        return true
    }

    /// The length in two digits; one of more is written behind ":", which is above all digits, as a number itself.
    private static func append(number digits: ArraySlice<UInt8>, to key: inout [UInt8]) {
        if digits.count < 100 {
            key.append(UInt8(ascii: "0") + UInt8(digits.count / 10))
            key.append(UInt8(ascii: "0") + UInt8(digits.count % 10))
        } else {
            key.append(UInt8(ascii: ":"))
            append(number: Array(String(digits.count).utf8)[...], to: &key)
        }
        key.append(contentsOf: digits)
    }

    /// Parts between dots, none of them empty.
    private static func identifiers(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isIdentifierByte) } ? parts : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    private static func isIdentifierByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-")
    }

    /// Digits without a leading zero.
    private static func isNumber(_ digits: ArraySlice<UInt8>) -> Bool {
        guard let first = digits.first, digits.allSatisfy(isDigit) else { return false }
        return first != UInt8(ascii: "0") || digits.count == 1
    }
}

extension AppVersion: Hashable, Comparable {
    public static func == (a: AppVersion, b: AppVersion) -> Bool { sameBytes(a.text, b.text) }
    public static func < (a: AppVersion, b: AppVersion) -> Bool { utf8Less(a.sortKey, b.sortKey) }
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
