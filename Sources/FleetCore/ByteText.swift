/// A text whose identity is its bytes, for use as a key: Swift's String takes canonically equivalent texts for equal.
public struct ByteText: Sendable, Hashable {
    public let text: String

    public init(_ text: String) { self.text = text }

    public static func == (a: ByteText, b: ByteText) -> Bool { sameBytes(a.text, b.text) }
}

/// Equality of the bytes, not of what they are canonically equivalent to.
public func sameBytes(_ a: String, _ b: String) -> Bool {
    // Equal bytes are canonically equivalent, and `==` is the cheaper question: it says no at once, nearly always.
    guard a == b else { return false }
    let (left, right) = (a.utf8, b.utf8)
    let (leftBytes, rightBytes) = (left.span, right.span)
    guard leftBytes.count == rightBytes.count else { return false }
    for index in leftBytes.indices where leftBytes[index] != rightBytes[index] { return false }
    return true
}

/// Byte order, as `collate "C"` has it; Swift's own `<` orders by canonical equivalence.
public func utf8Less(_ a: String, _ b: String) -> Bool {
    a.utf8.lexicographicallyPrecedes(b.utf8)
}
