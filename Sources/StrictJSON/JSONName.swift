/// A member's name as scanned. What it holds is the name without its escapes, so that `"\u0064ay"` is `day`.
public struct JSONName: Sendable {
    /// Place of the opening quote.
    public let offset: Int
    /// Between the quotes, as written.
    public let text: JSONText
    /// Bytes of the name without escapes.
    public let count: Int
    /// The first 24 bytes, zero-padded.
    let head: (UInt64, UInt64, UInt64)
    /// Of all its bytes; equal for equal names.
    let hash: UInt64

    /// Names longer than this are told apart by more than ``head``.
    static let headCount = 24

    init(offset: Int, text: JSONText, count: Int, head: (UInt64, UInt64, UInt64), longHash: UInt64 = 0) {
        self.offset = offset
        self.text = text
        self.count = count
        self.head = head
        hash = JSONName.mix(count, head) ^ longHash
    }

    /// The same name, but for a chance of one in 2⁶⁴ with names over 24 bytes; asks nothing of the bytes.
    public func isLike(_ other: JSONName) -> Bool { hash == other.hash && count == other.count && head == other.head }

    /// Spreads well over the top bits.
    @inline(__always)
    static func mix(_ count: Int, _ head: (UInt64, UInt64, UInt64)) -> UInt64 {
        var hash = (head.0 ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ (hash &>> 29) ^ head.1) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash &>> 32) ^ head.2) &* 0x94D0_49BB_1331_11EB
        return hash ^ (hash &>> 31)
    }

    /// The head of a name's bytes.
    static func head(of bytes: Span<UInt8>) -> (UInt64, UInt64, UInt64) {
        (wordOrLess(bytes, at: 0), wordOrLess(bytes, at: 8), wordOrLess(bytes, at: 16))
    }
}

/// The names a reader knows: from a scanned name to its place in the list, without making a String.
public struct JSONNameTable: Sendable {
    private struct Slot: Sendable {
        var head: (UInt64, UInt64, UInt64) = (0, 0, 0)
        var count = -1
        var index = 0
    }

    private var slots: [Slot]
    private let shift: UInt64

    /// Each name once, of 1 … 24 bytes: a table is written in the code.
    public init(_ names: [String]) {
        var bits: UInt64 = 3
        while 1 << Int(bits) < names.count * 4 { bits += 1 }
        shift = 64 - bits
        slots = Array(repeating: Slot(), count: 1 << Int(bits))
        for (index, name) in names.enumerated() {
            let bytes = Array(name.utf8)
            precondition((1...JSONName.headCount).contains(bytes.count), "a known name has 1 to 24 bytes: \(name)")
            let head = JSONName.head(of: bytes.span)
            var at = Int(JSONName.mix(bytes.count, head) >> shift)
            while slots[at].count >= 0 { at = (at + 1) & (slots.count - 1) }
            slots[at] = Slot(head: head, count: bytes.count, index: index)
        }
    }

    /// The place of `name` in the list, or nil.
    public func index(of name: JSONName) -> Int? {
        var at = Int(truncatingIfNeeded: name.hash &>> shift)
        while true {
            let slot = slots[at]
            if slot.count == name.count, slot.head == name.head { return slot.index }
            if slot.count < 0 { return nil }
            at = (at &+ 1) & (slots.count &- 1)
        }
    }
}
