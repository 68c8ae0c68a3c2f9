/// Packed files, written out: tests need no program or library to make them.
enum Packing {
    /// One member of gzip, not compressed (RFC 1952; RFC 1951, section 3.2.4).
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(bytes.count)
        var member: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1]
        member += littleEndian(count)
        member += littleEndian(~count)
        member += bytes
        member += littleEndian(crc32(bytes))
        member += littleEndian(UInt32(bytes.count))
        return member
    }

    /// One frame of zstd with a raw block (RFC 8878, section 3.1.1): a single segment whose size takes four bytes.
    static func zstd(_ bytes: [UInt8]) -> [UInt8] {
        var frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0xA0]
        frame += littleEndian(UInt32(bytes.count))
        frame += littleEndian(UInt32(bytes.count) << 3 | 1).prefix(3)
        frame += bytes
        return frame
    }

    private static func littleEndian<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
        (0..<T.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> T($0 * 8)) }
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc = ~UInt32(0)
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
        }
        return ~crc
    }
}
