import Compression
import Testing

struct DecompressingReaderTests {
    /// Everything up to the end or the fault, through a buffer of `bufferSize`, from a source that gives at most
    /// `pieceSize` bytes a call.
    private func readAll(_ packed: [UInt8], bufferSize: Int = 4096, pieceSize: Int = 1 << 16, limit: Int? = nil) -> (
        bytes: [UInt8], error: CompressionError?, reader: DecompressingReader
    ) {
        var at = 0
        let reader = DecompressingReader(maximumOutputBytes: limit) { buffer in
            let count = min(buffer.count, pieceSize, packed.count - at)
            buffer.copyBytes(from: packed[at..<at + count])
            at += count
            return count
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: bufferSize)
        do {
            while case let count = try reader.read(into: &buffer), count > 0 { bytes.append(contentsOf: buffer[..<count]) }
            return (bytes, nil, reader)
        } catch {
            #expect(throws: (any Error).self, "a reader that has failed goes on failing") { try reader.read(into: &buffer) }
            return (bytes, error as? CompressionError, reader)
        }
    }

    private static let hello = Array("hello\nworld\n".utf8)
    /// `printf 'hello\nworld\n' | gzip -n` and the same through `zstd`.
    private static let helloGzip: [UInt8] = [
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0xe7, 0x2a, 0xcf, 0x2f, 0xca,
        0x49, 0xe1, 0x02, 0x00, 0xff, 0x5d, 0xc5, 0xc4, 0x0c, 0x00, 0x00, 0x00,
    ]
    private static let helloZstd: [UInt8] = [
        0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 0x61, 0x00, 0x00, 0x68, 0x65, 0x6c, 0x6c, 0x6f, 0x0a, 0x77, 0x6f, 0x72, 0x6c, 0x64,
        0x0a, 0xb5, 0x0e, 0x87, 0x17,
    ]

    @Test func `plain bytes pass as they are`() {
        let (bytes, error, reader) = readAll(Self.hello)
        #expect(bytes == Self.hello)
        #expect(error == nil)
        #expect(reader.format == .plain)
        #expect(reader.packedBytes == 12)
        #expect(reader.unpackedBytes == 12)
    }

    @Test func `an empty input is empty`() {
        let (bytes, error, reader) = readAll([])
        #expect(bytes.isEmpty)
        #expect(error == nil)
        #expect(reader.format == .plain)
    }

    @Test(arguments: [[0x1f], [0x28, 0xb5, 0x2f], [0x7b]] as [[UInt8]])
    func `an input shorter than a magic number is plain`(input: [UInt8]) {
        #expect(readAll(input).bytes == input)
    }

    @Test func `what the tools make is read`() {
        for (packed, format) in [(Self.helloGzip, CompressionFormat.gzip), (Self.helloZstd, .zstd)] {
            let (bytes, error, reader) = readAll(packed)
            #expect(bytes == Self.hello)
            #expect(error == nil)
            #expect(reader.format == format)
            #expect(reader.packedBytes == packed.count)
        }
    }

    @Test(arguments: [1, 7, 65_536], [1, 1000, 200_000])
    func `large inputs are read whatever the sizes of buffer and piece`(pieceSize: Int, bufferSize: Int) {
        let text = sampleText(300_000)
        for packed in [gzipped(text), zstandard(text), text] {
            let (bytes, error, _) = readAll(packed, bufferSize: bufferSize, pieceSize: pieceSize)
            #expect(bytes == text)
            #expect(error == nil)
        }
    }

    @Test func `members and frames that follow each other are joined`() {
        let text = sampleText(100_000)
        #expect(readAll(gzipped(text) + gzipped([]) + gzipped(Self.hello)).bytes == text + Self.hello)
        let frames =
            skippableFrame(3) + zstandard(text) + skippableFrame(200) + zstandard([]) + zstandard(Self.hello) + skippableFrame(0)
        let (bytes, error, _) = readAll(frames)
        #expect(bytes == text + Self.hello)
        #expect(error == nil)
    }

    @Test(arguments: [0.1, 0.5, 0.9, 0.9999])
    func `of a truncated input everything before the cut is delivered`(share: Double) throws {
        let text = sampleText(1_000_000)
        for packed in [gzipped(text), zstandard(text)] {
            let cut = Int(Double(packed.count) * share)
            let (bytes, fault, _) = readAll(Array(packed[..<cut]))
            let error = try #require(fault)
            #expect(error.problem == .truncated)
            #expect(error.packedOffset == cut)
            #expect(error.unpackedOffset == bytes.count)
            #expect(text.starts(with: bytes))
            // At most a zstd block of 128 KiB and what zlib needs to see can be missing.
            #expect(Double(bytes.count) > Double(text.count) * share - 150_000)
        }
    }

    @Test func `a checksum that is wrong is a fault, after all bytes`() throws {
        let text = sampleText(10_000)
        for packed in [gzipped(text), zstandard(text)] {
            var damaged = packed
            damaged[packed.count - (packed[0] == 0x1f ? 8 : 4)] ^= 1
            let (bytes, fault, _) = readAll(damaged)
            #expect(try #require(fault).problem == .corrupt)
            #expect(text.starts(with: bytes))
        }
    }

    @Test func `damage in the middle is a fault with its place`() throws {
        let text = sampleText(1_000_000)
        for packed in [gzipped(text), zstandard(text)] {
            var damaged = packed
            for offset in 0..<64 { damaged[packed.count / 2 + offset] = 0xff }
            let (bytes, fault, _) = readAll(damaged)
            let error = try #require(fault)
            #expect(error.problem == .corrupt)
            #expect(error.packedOffset >= packed.count / 2 - 1)
            #expect(bytes.count > 200_000)
            #expect(text.prefix(200_000).elementsEqual(bytes.prefix(200_000)))
        }
    }

    @Test(arguments: ["x", "xy", "{\"a\":1}\n", "\0\0\0\0\0\0"])
    func `garbage after the last member is told from a member`(garbage: String) throws {
        for packed in [gzipped(Self.hello), zstandard(Self.hello)] {
            let (bytes, fault, _) = readAll(packed + Array(garbage.utf8))
            #expect(bytes == Self.hello)
            #expect(try #require(fault).problem == .trailingGarbage)
            #expect(fault?.packedOffset == packed.count)
        }
    }

    @Test func `a limit on the output is kept exactly`() throws {
        let text = sampleText(100_000)
        for packed in [gzipped(text), zstandard(text), text] {
            let (bytes, fault, _) = readAll(packed, limit: 99_999)
            #expect(bytes == Array(text.prefix(99_999)))
            #expect(try #require(fault).problem == .tooLarge(limit: 99_999))
            #expect(readAll(packed, limit: 100_000).error == nil)
        }
    }

    @Test func `a zstd window beyond the limit is refused before it is allocated`() throws {
        let text = sampleText(100_000)
        #expect(readAll(zstandard(text, windowLog: 23)).bytes == text)
        let (bytes, fault, _) = readAll(zstandard(text, windowLog: 27))
        #expect(bytes.isEmpty)
        #expect(try #require(fault).problem == .windowTooLarge(limit: 8 << 20))
    }

    @Test(
        arguments: [
            ("xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]), ("bzip2", [0x42, 0x5a, 0x68, 0x39]), ("zip", [0x50, 0x4b, 0x03, 0x04]),
        ] as [(String, [UInt8])])
    func `other packings are named, not read as text`(name: String, prefix: [UInt8]) throws {
        #expect(try #require(readAll(prefix + [1, 2, 3]).error).problem == .unsupported(name))
    }

    @Test func `a bomb is read in bounded pieces`() {
        let zeros = [UInt8](repeating: 0, count: 50_000_000)
        let packed = zstandard(zeros)
        #expect(packed.count < 10_000)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let reader = DecompressingReader(bytes: packed)
        #expect(throws: Never.self) { while try reader.read(into: &buffer) > 0 {} }
        #expect(reader.unpackedBytes == 50_000_000)
    }

    @Test func `what the source throws comes through`() {
        struct Broken: Error {}
        let reader = DecompressingReader(source: { _ in throw Broken() })
        var buffer: [UInt8] = [0]
        #expect(throws: Broken.self) { try reader.read(into: &buffer) }
        #expect(throws: InputError.self) { try DecompressingReader(fileDescriptor: -1).read(into: &buffer) }
    }
}
