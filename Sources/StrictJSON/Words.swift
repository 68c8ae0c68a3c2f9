// Eight bytes at a time ("SIMD within a register"). The masks have the top bit of a byte set where it qualifies. Bytes
// above the lowest one set may be wrong, the lowest never is: a borrow only runs upwards from a byte that qualifies.

@inline(__always)
func repeated(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

/// The eight bytes at `index`, the first one lowest. Within the span, or it traps; written so that it is one load.
@inline(__always)
func word(_ bytes: Span<UInt8>, at index: Int) -> UInt64 {
    let eight = bytes.extracting(index..<(index &+ 8))
    let low = UInt64(eight[0]) | UInt64(eight[1]) << 8 | UInt64(eight[2]) << 16 | UInt64(eight[3]) << 24
    let high = UInt64(eight[4]) << 32 | UInt64(eight[5]) << 40 | UInt64(eight[6]) << 48 | UInt64(eight[7]) << 56
    return low | high
}

/// As ``word(_:at:)``, with zeros for what is beyond the span.
@inline(__always)
func wordOrLess(_ bytes: Span<UInt8>, at index: Int) -> UInt64 {
    if index <= bytes.count &- 8 { return word(bytes, at: index) }
    var result: UInt64 = 0
    var shift: UInt64 = 0
    var at = index
    while at < bytes.count {
        result |= UInt64(bytes[at]) << shift
        shift &+= 8
        at &+= 1
    }
    return result
}

/// Bytes that are `value`.
@inline(__always)
func bytesEqual(_ word: UInt64, _ value: UInt8) -> UInt64 {
    let difference = word ^ repeated(value)
    return (difference &- repeated(0x01)) & ~difference & repeated(0x80)
}

/// Bytes that end the plain part of a text: quote, backslash, control characters, all that is not ASCII.
@inline(__always)
func bytesNotPlain(_ word: UInt64) -> UInt64 {
    let control = (word &- repeated(0x20)) & ~word & repeated(0x80)
    return bytesEqual(word, UInt8(ascii: "\"")) | bytesEqual(word, UInt8(ascii: "\\")) | control | (word & repeated(0x80))
}

/// Which byte is the lowest set.
@inline(__always)
func firstByte(_ mask: UInt64) -> Int { mask.trailingZeroBitCount &>> 3 }

/// The lowest `count` bytes of a word, 0 … 8 or more.
@inline(__always)
func lowest(_ count: Int, of word: UInt64) -> UInt64 {
    count >= 8 ? word : count <= 0 ? 0 : word & ((1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1)
}

extension Span<UInt8> {
    /// The first place at or after `start` that holds `value`; nil where none does.
    public func firstIndex(of value: UInt8, from start: Int) -> Int? {
        var at = start
        while at <= count &- 8 {
            let hits = bytesEqual(word(self, at: at), value)
            if hits != 0 { return at &+ firstByte(hits) }
            at &+= 8
        }
        while at < count {
            if self[at] == value { return at }
            at &+= 1
        }
        return nil
    }
}
