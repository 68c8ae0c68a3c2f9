/// How an input is packed, told by its first bytes and never by its name.
public enum CompressionFormat: String, Sendable {
    case plain, gzip, zstd

    /// What the first bytes (at least ``prefixLength``, fewer only at the end of the input) say. Throws for the other
    /// common packings, whose content would otherwise be taken for text.
    init(prefix: [UInt8]) throws(CompressionError.Problem) {
        if prefix.starts(with: Magic.gzip) {
            self = .gzip
        } else if Magic.startsZstdFrame(prefix) {
            self = .zstd
        } else if let other = Magic.unsupported.first(where: { prefix.starts(with: $0.bytes) }) {
            throw .unsupported(other.name)
        } else {
            self = .plain
        }
    }

    static let prefixLength = 6
}

/// The bytes that packed inputs start with.
enum Magic {
    /// RFC 1952, 2.3.1.
    static let gzip: [UInt8] = [0x1f, 0x8b]
    static let unsupported: [(name: String, bytes: [UInt8])] = [
        ("xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]), ("bzip2", Array("BZh".utf8)), ("zip", [0x50, 0x4b, 0x03, 0x04]),
        ("lz4", [0x04, 0x22, 0x4d, 0x18]),
    ]

    /// RFC 8878, 3.1.1 and 3.1.2: a frame, or one of the sixteen kinds of skippable frames.
    static func startsZstdFrame(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 4 else { return false }
        return bytes.starts(with: [0x28, 0xb5, 0x2f, 0xfd])
            || (bytes[0] & 0xf0 == 0x50 && bytes[1...].starts(with: [0x2a, 0x4d, 0x18]))
    }
}
