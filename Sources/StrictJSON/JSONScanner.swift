/// Reads strict JSON by pulling: the caller asks for the value it expects next. Strict is RFC 8259 and beyond: valid
/// UTF-8 only, no byte order mark, no half surrogates, no number beyond Double, no member twice, at most 64 deep.
///
/// The bytes are passed to every call (the same ones, until the value is read): a scanner holds places, not memory, and
/// so may outlive a buffer that is refilled. On the way it takes no memory for what is plain.
///
///     var scanner = JSONScanner()
///     try scanner.beginObject(bytes)
///     while let name = try scanner.nextMember(bytes) {
///         try scanner.claim(name, bytes)          // refuses a second member of the name
///         …                                        // read or skip exactly one value
///     }
///     try scanner.finish(bytes)
///
/// Two rules are the caller's: to ``claim(_:_:)`` each name of an object it reads itself (or to see to it in another
/// way that none comes twice; ``skipValue(_:)`` does it for what it skips), and to read or skip each value once.
public struct JSONScanner: Sendable {
    /// Objects and arrays within one another, the outermost counted.
    public static let greatestDepth = 64
    /// Of one document or report; whoever has the bytes sees to it.
    public static let greatestSize = 1 << 20

    /// The next byte.
    public internal(set) var at: Int
    /// How many objects and arrays are open.
    public private(set) var depth = 0
    /// Bit `n` is set where the container at depth `n + 1` is an object.
    private var objects: UInt64 = 0
    /// The container was only just opened: no comma yet.
    private var isFirst = false
    var claimed = ClaimedNames()

    public init(at start: Int = 0) { at = start }

    /// Begins afresh at `start`, keeping the memory it has for names.
    public mutating func restart(at start: Int) {
        at = start
        depth = 0
        isFirst = false
        claimed.removeAll()
    }

    /// Goes on at another place, where the same bytes now are: a buffer was moved. Names claimed before are not moved.
    public mutating func move(to place: Int) { at = place }

    // MARK: What comes next

    /// The kind of the next value, told by its first byte; nothing is consumed but white space.
    public mutating func kind(_ bytes: Span<UInt8>) throws(JSONError) -> JSONKind {
        switch try peek(bytes) {
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return .number
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
        case UInt8(ascii: "n"): return .null
        default: throw JSONError(.syntax, at: at)
        }
    }

    /// Nothing but white space follows.
    public mutating func finish(_ bytes: Span<UInt8>) throws(JSONError) {
        skipWhitespace(bytes)
        if at < bytes.count { throw JSONError(.trailing, at: at) }
    }

    // MARK: Objects and arrays

    public mutating func beginObject(_ bytes: Span<UInt8>) throws(JSONError) {
        try open(bytes, UInt8(ascii: "{"))
        objects |= 1 &<< UInt64(truncatingIfNeeded: depth &- 1)
    }

    public mutating func beginArray(_ bytes: Span<UInt8>) throws(JSONError) {
        try open(bytes, UInt8(ascii: "["))
        objects &= ~(1 &<< UInt64(truncatingIfNeeded: depth &- 1))
    }

    /// The name of the open object's next member, whose value comes next; nil at its end, which is consumed.
    public mutating func nextMember(_ bytes: Span<UInt8>) throws(JSONError) -> JSONName? {
        var byte = try peek(bytes)
        if byte == UInt8(ascii: "}") {
            try claimed.close(depth, bytes)
            close()
            return nil
        }
        if isFirst {
            isFirst = false
        } else {
            guard byte == UInt8(ascii: ",") else { throw JSONError(.syntax, at: at) }
            at &+= 1
            byte = try peek(bytes)
        }
        guard byte == UInt8(ascii: "\"") else { throw JSONError(.syntax, at: at) }
        let name = try scanName(bytes)
        try skipColon(bytes)
        return name
    }

    /// True where another element of the open array comes next; at its end, which is consumed, false.
    public mutating func nextElement(_ bytes: Span<UInt8>) throws(JSONError) -> Bool {
        let byte = try peek(bytes)
        if byte == UInt8(ascii: "]") {
            close()
            return false
        }
        if isFirst {
            isFirst = false
        } else {
            guard byte == UInt8(ascii: ",") else { throw JSONError(.syntax, at: at) }
            at &+= 1
            skipWhitespace(bytes)
        }
        return true
    }

    /// Refuses a name that the open object had before.
    public mutating func claim(_ name: JSONName, _ bytes: Span<UInt8>) throws(JSONError) {
        try claimed.claim(name, depth, bytes)
    }

    // MARK: Values

    public mutating func boolean(_ bytes: Span<UInt8>) throws(JSONError) -> Bool {
        let isTrue = try peek(bytes) == UInt8(ascii: "t")
        // "true", "false", first byte lowest.
        try literal(bytes, isTrue ? 0x6575_7274 : 0x65_736C_6166, isTrue ? 4 : 5)
        return isTrue
    }

    public mutating func null(_ bytes: Span<UInt8>) throws(JSONError) {
        skipWhitespace(bytes)
        try literal(bytes, 0x6C6C_756E, 4)
    }

    /// Reads the next value whatever it is, as strictly as any, and returns its first byte's place.
    @discardableResult
    public mutating func skipValue(_ bytes: Span<UInt8>) throws(JSONError) -> Int {
        skipWhitespace(bytes)
        let start = at
        let outside = depth
        try enter(bytes)
        while depth > outside {
            if objects & (1 &<< UInt64(truncatingIfNeeded: depth &- 1)) != 0 {
                guard let name = try nextMember(bytes) else { continue }
                try claim(name, bytes)
                try enter(bytes)
            } else if try nextElement(bytes) {
                try enter(bytes)
            }
        }
        return start
    }

    /// Reads a scalar, or opens an object or an array.
    private mutating func enter(_ bytes: Span<UInt8>) throws(JSONError) {
        switch try kind(bytes) {
        case .string: _ = try string(bytes)
        case .number: _ = try number(bytes)
        case .object: try beginObject(bytes)
        case .array: try beginArray(bytes)
        case .boolean: _ = try boolean(bytes)
        case .null: try null(bytes)
        }
    }

    // MARK: Bytes

    /// The next byte that is not white space.
    @inline(__always)
    mutating func peek(_ bytes: Span<UInt8>) throws(JSONError) -> UInt8 {
        skipWhitespace(bytes)
        guard at < bytes.count else { throw JSONError(.truncated, at: bytes.count) }
        return bytes[at]
    }

    @inline(__always)
    mutating func skipWhitespace(_ bytes: Span<UInt8>) {
        while at < bytes.count, bytes[at] <= 0x20 {
            let byte = bytes[at]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            at &+= 1
        }
    }

    @inline(__always)
    private mutating func open(_ bytes: Span<UInt8>, _ bracket: UInt8) throws(JSONError) {
        guard try peek(bytes) == bracket else { throw JSONError(.syntax, at: at) }
        guard depth < JSONScanner.greatestDepth else { throw JSONError(.tooDeep, at: at) }
        depth &+= 1
        at &+= 1
        isFirst = true
    }

    @inline(__always)
    private mutating func close() {
        at &+= 1
        depth &-= 1
        isFirst = false
    }

    /// `true`, `false` or `null`, given as the word that its bytes make.
    private mutating func literal(_ bytes: Span<UInt8>, _ expected: UInt64, _ count: Int) throws(JSONError) {
        let found = wordOrLess(bytes, at: at)
        let difference = lowest(count, of: found ^ expected)
        guard difference == 0, at <= bytes.count &- count else {
            let place = at &+ min(firstByte(difference), count)
            throw place >= bytes.count ? JSONError(.truncated, at: bytes.count) : JSONError(.syntax, at: place)
        }
        at &+= count
    }
}

/// What a value is, as its first byte says.
public enum JSONKind: Sendable { case string, number, object, array, boolean, null }
