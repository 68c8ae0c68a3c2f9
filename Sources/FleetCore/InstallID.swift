/// An install's id: opaque bytes, 1 … 128 of UTF-8. Identity and order are those of the bytes, as `collate "C"` has
/// them (Swift's String compares by canonical equivalence: an NFC and an NFD id would be one).
public struct InstallID: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let text: String
    /// The first eight bytes, big-endian, zero-padded: decides nearly every comparison.
    public let head: UInt64

    public init(_ text: String) {
        self.text = text
        var head: UInt64 = 0
        var shift: UInt64 = 64
        for byte in text.utf8.prefix(8) {
            shift -= 8
            head |= UInt64(byte) << shift
        }
        self.head = head
    }

    public var description: String { text }

    public static func == (a: InstallID, b: InstallID) -> Bool {
        a.head == b.head && sameBytes(a.text, b.text)
    }

    public static func < (a: InstallID, b: InstallID) -> Bool {
        a.head != b.head ? a.head < b.head : utf8Less(a.text, b.text)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(head)
        hasher.combine(text)
    }
}
