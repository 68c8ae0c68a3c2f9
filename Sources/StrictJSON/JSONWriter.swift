/// Writes JSON text: members in the order given, texts escaped no more than RFC 8259 §7 asks, doubles in the shortest
/// form that reads back as the same number. The same calls give the same bytes, on a terminal as in a pipe.
///
///     var json = JSONWriter()
///     json.object {
///         $0.member("rows", 2)
///         $0.key("days")
///         $0.array { $0.string("2026-09-14") }
///     }
///     json.text  // {"rows":2,"days":["2026-09-14"]}
///
/// It writes what it is told: a key outside an object, or an `end…` without its `begin…`, is a programming error.
public struct JSONWriter: Sendable {
    public enum Layout: Sendable {
        /// No white space at all.
        case compact
        /// One member or element a line, two spaces a level, no final newline.
        case indented
    }

    /// What was written so far.
    public private(set) var bytes: [UInt8] = []

    private let layout: Layout
    private var depth = 0
    /// A value or a key follows a sibling, so that a comma stands between them.
    private var needsComma = false
    private var followsKey = false

    public init(_ layout: Layout = .compact) { self.layout = layout }

    public var text: String { String(decoding: bytes, as: UTF8.self) }

    // MARK: Structure

    public mutating func beginObject() { begin(UInt8(ascii: "{")) }
    public mutating func endObject() { end(UInt8(ascii: "}")) }
    public mutating func beginArray() { begin(UInt8(ascii: "[")) }
    public mutating func endArray() { end(UInt8(ascii: "]")) }

    /// `{`, what `body` writes, `}`.
    public mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
        beginObject()
        try body(&self)
        endObject()
    }

    /// `[`, what `body` writes, `]`.
    public mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
        beginArray()
        try body(&self)
        endArray()
    }

    /// The name of the member whose value is written next.
    public mutating func key(_ name: String) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        if layout == .indented { bytes.append(UInt8(ascii: " ")) }
        followsKey = true
    }

    // MARK: Values

    public mutating func string(_ value: String) {
        separate()
        quote(value)
        needsComma = true
    }

    public mutating func integer(_ value: some BinaryInteger) { raw(String(value)) }

    /// Shortest round-trip. JSON has no infinity and no not-a-number: they are written as null.
    public mutating func double(_ value: Double) { raw(value.isFinite ? value.description : "null") }

    public mutating func boolean(_ value: Bool) { raw(value ? "true" : "false") }
    public mutating func null() { raw("null") }

    /// A value that is JSON text already.
    public mutating func raw(_ json: String) {
        separate()
        bytes.append(contentsOf: json.utf8)
        needsComma = true
    }

    /// As ``raw(_:)``, from bytes.
    public mutating func raw(_ json: Span<UInt8>) {
        separate()
        for index in json.indices { bytes.append(json[index]) }
        needsComma = true
    }

    // MARK: Members. Nil is written as null, never left out: leave it out by not calling.

    public mutating func member(_ name: String, _ value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    public mutating func member<Integer: BinaryInteger>(_ name: String, _ value: Integer?) {
        key(name)
        if let value { integer(value) } else { null() }
    }

    public mutating func member(_ name: String, _ value: Double?) {
        key(name)
        if let value { double(value) } else { null() }
    }

    public mutating func member(_ name: String, _ value: Bool?) {
        key(name)
        if let value { boolean(value) } else { null() }
    }

    /// For lines of their own (NDJSON): ends the value and starts afresh.
    public mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    // MARK: How it is laid out

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        depth += 1
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        depth -= 1
        // Nothing between the brackets, nothing to break: `{}`.
        if needsComma { breakLine() }
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if followsKey {
            followsKey = false
            return
        }
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        if depth > 0 { breakLine() }
        needsComma = false
    }

    private mutating func breakLine() {
        guard layout == .indented else { return }
        bytes.append(UInt8(ascii: "\n"))
        for _ in 0..<depth { bytes.append(contentsOf: [0x20, 0x20]) }
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0x08: bytes.append(contentsOf: "\\b".utf8)
            case 0x0C: bytes.append(contentsOf: "\\f".utf8)
            case ..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(JSONWriter.hexDigit(byte >> 4))
                bytes.append(JSONWriter.hexDigit(byte & 15))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
