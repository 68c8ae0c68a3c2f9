/// MurmurHash3_x86_32 of Austin Appleby (public domain), fed piece by piece: the state after a flag's name is kept, and an
/// evaluation feeds the install id alone.
public struct Murmur3: Sendable, Hashable {
    private var hash: UInt32
    /// Bytes not yet mixed in, the first one lowest, and how many: 0 … 3.
    private var rest: UInt32 = 0
    private var restCount: UInt32 = 0
    private var count: UInt32 = 0

    public init(seed: UInt32 = 0) { hash = seed }

    public mutating func update(_ bytes: Span<UInt8>) {
        let shift = restCount &* 8
        var at = 0
        while at <= bytes.count &- 4 {
            let word = Murmur3.word(bytes, at)
            // Four bytes of what waited and what came; what is left of the word waits in turn.
            mix(rest | word &<< shift)
            rest = shift == 0 ? 0 : word &>> (32 &- shift)
            at &+= 4
        }
        while at < bytes.count {
            rest |= UInt32(bytes[at]) &<< (restCount &* 8)
            restCount &+= 1
            at &+= 1
            if restCount == 4 {
                mix(rest)
                rest = 0
                restCount = 0
            }
        }
        count &+= UInt32(truncatingIfNeeded: bytes.count)
    }

    public var value: UInt32 {
        var hash = hash
        if restCount > 0 { hash ^= Murmur3.scrambled(rest) }
        hash ^= count
        hash = (hash ^ hash &>> 16) &* 0x85EB_CA6B
        hash = (hash ^ hash &>> 13) &* 0xC2B2_AE35
        return hash ^ hash &>> 16
    }

    public static func hash(_ bytes: Span<UInt8>, seed: UInt32 = 0) -> UInt32 {
        var state = Murmur3(seed: seed)
        state.update(bytes)
        return state.value
    }

    @inline(__always)
    private mutating func mix(_ word: UInt32) {
        hash ^= Murmur3.scrambled(word)
        hash = Murmur3.rotated(hash, 13) &* 5 &+ 0xE654_6B64
    }

    @inline(__always)
    private static func scrambled(_ word: UInt32) -> UInt32 { rotated(word &* 0xCC9E_2D51, 15) &* 0x1B87_3593 }

    @inline(__always)
    private static func rotated(_ word: UInt32, _ by: UInt32) -> UInt32 { word &<< by | word &>> (32 &- by) }

    /// Little-endian; written so that it is one load.
    @inline(__always)
    private static func word(_ bytes: Span<UInt8>, _ at: Int) -> UInt32 {
        let four = bytes.extracting(at..<(at &+ 4))
        return UInt32(four[0]) | UInt32(four[1]) &<< 8 | UInt32(four[2]) &<< 16 | UInt32(four[3]) &<< 24
    }
}
