/// The names that the open objects had so far, so that none comes twice. Of each object the first 32 are compared one by
/// one as they come; the rest is sorted and compared when the object ends, so that an object of a hundred thousand
/// members costs no more than its length.
struct ClaimedNames: Sendable {
    private struct Entry: Sendable {
        let depth: Int
        let hash: UInt64
        let text: JSONText
        let count: Int
        let offset: Int
    }

    private static let comparedAtOnce = 32
    private var entries: [Entry] = []

    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    mutating func claim(_ name: JSONName, _ depth: Int, _ bytes: Span<UInt8>) throws(JSONError) {
        let entry = Entry(depth: depth, hash: name.hash, text: name.text, count: name.count, offset: name.offset)
        var at = entries.count &- 1
        let last = max(0, entries.count &- ClaimedNames.comparedAtOnce)
        while at >= last, entries[at].depth == depth {
            if ClaimedNames.order(entries[at], entry, bytes) == 0 { throw JSONError(.duplicateMember, at: name.offset) }
            at &-= 1
        }
        entries.append(entry)
    }

    /// Forgets the names of the object that ends at `depth`.
    @inline(__always)
    mutating func close(_ depth: Int, _ bytes: Span<UInt8>) throws(JSONError) {
        if let last = entries.last, last.depth == depth { try forget(depth, bytes) }
    }

    private mutating func forget(_ depth: Int, _ bytes: Span<UInt8>) throws(JSONError) {
        var first = entries.count
        while first > 0, entries[first - 1].depth == depth { first -= 1 }
        if entries.count - first > ClaimedNames.comparedAtOnce { try compareAll(from: first, bytes) }
        entries.removeLast(entries.count - first)
    }

    /// Throws at the first name, as they come, that was there before.
    private mutating func compareAll(from first: Int, _ bytes: Span<UInt8>) throws(JSONError) {
        let places = (first..<entries.count).sorted {
            let order = ClaimedNames.order(entries[$0], entries[$1], bytes)
            return order != 0 ? order < 0 : $0 < $1
        }
        var offset: Int?
        for (a, b) in zip(places, places.dropFirst()) where ClaimedNames.order(entries[a], entries[b], bytes) == 0 {
            offset = min(offset ?? Int.max, entries[b].offset)
        }
        if let offset { throw JSONError(.duplicateMember, at: offset) }
    }

    /// A total order in which only equal names are equal.
    private static func order(_ a: Entry, _ b: Entry, _ bytes: Span<UInt8>) -> Int {
        if a.hash != b.hash { return a.hash < b.hash ? -1 : 1 }
        if a.count != b.count { return a.count < b.count ? -1 : 1 }
        return a.text.withBytes(of: bytes) { left in
            b.text.withBytes(of: bytes) { right in
                for index in 0..<left.count where left[index] != right[index] { return left[index] < right[index] ? -1 : 1 }
                return 0
            }
        }
    }
}
