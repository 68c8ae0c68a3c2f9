import FleetCore
import StrictJSON

/// A value within bytes of JSON that a scanner has passed as strict: read where it is asked for, kept nowhere. A tree of
/// the whole would take ten times the memory of the text.
struct JSONView {
    let bytes: [UInt8]
    let range: Range<Int>

    /// The one value in `bytes[range]`, checked to its end.
    init(_ bytes: [UInt8], _ range: Range<Int>? = nil) throws(JSONError) {
        let range = range ?? 0..<bytes.count
        let whole = bytes.span
        let span = whole.extracting(first: range.upperBound)
        var scanner = JSONScanner(at: range.lowerBound)
        let start = try scanner.skipValue(span)
        self.bytes = bytes
        self.range = start..<scanner.at
        try scanner.finish(span)
    }

    /// Calls `body` with each of the values that follow one another in `bytes[range]`, up to the first fault, which is thrown.
    static func forEachValue(
        in bytes: [UInt8], _ range: Range<Int>, _ body: (JSONView) -> Void
    ) throws(JSONError) {
        let whole = bytes.span
        let span = whole.extracting(first: range.upperBound)
        var at = range.lowerBound
        while true {
            while at < range.upperBound, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
            if at == range.upperBound { return }
            var scanner = JSONScanner(at: at)
            let start = try scanner.skipValue(span)
            at = scanner.at
            body(JSONView(inside: bytes, start..<at))
        }
    }

    private init(inside bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        self.range = range
    }

    var kind: JSONKind? {
        let span = bytes.span
        var scanner = JSONScanner(at: range.lowerBound)
        return try? scanner.kind(span)
    }

    /// The member of that name; nil where there is none, or where this is no object.
    subscript(_ names: String...) -> JSONView? {
        var found: JSONView?
        forEachMember { name, value in
            if found == nil, names.contains(where: { sameBytes($0, name) }) { found = value }
        }
        return found
    }

    func forEachMember(_ body: (String, JSONView) -> Void) {
        let span = bytes.span
        var scanner = JSONScanner(at: range.lowerBound)
        guard kind == .object, (try? scanner.beginObject(span)) != nil else { return }
        while let name = (try? scanner.nextMember(span)) ?? nil {
            guard let start = try? scanner.skipValue(span) else { return }
            body(name.text.string(in: span), JSONView(inside: bytes, start..<scanner.at))
        }
    }

    /// The elements of a list, in order; none where this is no list.
    func forEachElement(_ body: (JSONView) -> Void) {
        let span = bytes.span
        var scanner = JSONScanner(at: range.lowerBound)
        guard kind == .array, (try? scanner.beginArray(span)) != nil else { return }
        while (try? scanner.nextElement(span)) == true {
            guard let start = try? scanner.skipValue(span) else { return }
            body(JSONView(inside: bytes, start..<scanner.at))
        }
    }

    var count: Int {
        var count = 0
        forEachElement { _ in count += 1 }
        return count
    }

    var string: String? {
        guard kind == .string else { return nil }
        let span = bytes.span
        var scanner = JSONScanner(at: range.lowerBound)
        return (try? scanner.string(span))?.string(in: span)
    }

    /// Of a number; nil for any other value.
    var number: Double? {
        guard kind == .number else { return nil }
        let span = bytes.span
        var scanner = JSONScanner(at: range.lowerBound)
        return (try? scanner.number(span))?.double(in: span)
    }

    /// Of a number without a fraction.
    var whole: Int64? {
        guard kind == .number else { return nil }
        let span = bytes.span
        var scanner = JSONScanner(at: range.lowerBound)
        return (try? scanner.number(span))?.whole
    }

    var boolean: Bool? {
        guard kind == .boolean else { return nil }
        return bytes[range.lowerBound] == UInt8(ascii: "t")
    }

    /// As written.
    var text: String { String(decoding: bytes[range], as: UTF8.self) }
}
