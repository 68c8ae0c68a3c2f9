import Glibc

/// Reads an input that may be packed with gzip or zstd, or not at all, in bounded memory: a buffer of 64 KiB, and for zstd
/// the window of at most 8 MiB. Members of gzip and frames of zstd may follow each other; what they hold is joined.
///
///     let reader = DecompressingReader(fileDescriptor: 0)
///     var buffer = [UInt8](repeating: 0, count: 1 << 16)
///     while case let count = try reader.read(into: &buffer), count > 0 { … buffer[..<count] … }
///
/// A damaged or cut-off input is delivered up to the fault, and then ``CompressionError`` is thrown.
public final class DecompressingReader {
    /// Fills the start of the buffer and gives the number of bytes; 0 is the end.
    public typealias Source = (_ buffer: UnsafeMutableRawBufferPointer) throws -> Int

    private let input: InputBuffer
    private let maximumOutputBytes: Int?
    private var decoder: (any Decoder)?
    /// Found after bytes that had to be delivered first; thrown by every later call.
    private var failure: (any Error)?
    private var isAtEnd = false

    /// Known once the first bytes were read.
    public private(set) var format: CompressionFormat?
    /// Unpacked bytes delivered so far.
    public private(set) var unpackedBytes = 0
    /// Bytes of the input that were used so far: for progress against the file's size.
    public var packedBytes: Int { input.consumed }

    /// Bytes of the input were read that are not used yet: the next read need not wait for others.
    public var hasInputAtHand: Bool { !input.isEmpty }

    /// More than `maximumOutputBytes` unpacked is an error; by default there is no limit, since nothing here grows with
    /// the input.
    public init(maximumOutputBytes: Int? = nil, source: @escaping Source) {
        input = InputBuffer(source)
        self.maximumOutputBytes = maximumOutputBytes
    }

    /// Reads an open file, pipe or terminal; the caller closes it. Failures of `read(2)` are thrown as ``InputError``.
    public convenience init(fileDescriptor: Int32, maximumOutputBytes: Int? = nil) {
        self.init(maximumOutputBytes: maximumOutputBytes) { buffer in
            while true {
                let count = Glibc.read(fileDescriptor, buffer.baseAddress, buffer.count)
                if count >= 0 { return count }
                if errno != EINTR { throw InputError(code: errno) }
            }
        }
    }

    /// Reads what `chunk` gives: up to as many bytes as it is asked for, none at the end.
    public convenience init(maximumOutputBytes: Int? = nil, chunks chunk: @escaping (_ count: Int) throws -> [UInt8]) {
        self.init(maximumOutputBytes: maximumOutputBytes) { buffer in
            let bytes = try chunk(buffer.count)
            buffer.copyBytes(from: bytes)
            return bytes.count
        }
    }

    /// Reads bytes that are in memory.
    public convenience init(bytes: [UInt8], maximumOutputBytes: Int? = nil) {
        var at = 0
        self.init(maximumOutputBytes: maximumOutputBytes) { buffer in
            let count = min(buffer.count, bytes.count - at)
            buffer.copyBytes(from: bytes[at..<at + count])
            at += count
            return count
        }
    }

    /// Fills as much of the buffer as is at hand, at least one byte; 0 is the end.
    public func read(into buffer: inout [UInt8]) throws -> Int {
        try buffer.withUnsafeMutableBytes { try read(into: $0) }
    }

    /// As ``read(into:)-([UInt8])``, for a part of a larger buffer.
    public func read(into buffer: inout MutableSpan<UInt8>) throws -> Int {
        try buffer.withUnsafeMutableBytes { try read(into: $0) }
    }

    /// As ``read(into:)-([UInt8])``.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if let failure { throw failure }
        guard let maximumOutputBytes, buffer.count > maximumOutputBytes - unpackedBytes else { return try fill(buffer) }
        let room = maximumOutputBytes - unpackedBytes
        if room > 0 { return try fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<room])) }
        // The limit is reached: it may be the end as well.
        let count = try withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1, fill)
        guard count == 0 else {
            unpackedBytes -= count
            let error = error(.tooLarge(limit: maximumOutputBytes))
            failure = error
            throw error
        }
        return 0
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        var count = 0
        do {
            let decoder = try decoder ?? detect()
            while count < buffer.count, !isAtEnd {
                // What is at hand goes out before a read that may wait for a slow sender.
                if count > 0, input.isEmpty { break }
                let step = try decoder.decode(input, into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
                count += step.count
                isAtEnd = step.isEnd
                if let fault = step.fault { throw fault }
            }
        } catch {
            let problem = (error as? CompressionError.Problem).map { self.error($0, after: count) }
            failure = problem ?? error
            if count == 0 { throw problem ?? error }
        }
        unpackedBytes += count
        return count
    }

    private func detect() throws -> any Decoder {
        let format = try CompressionFormat(prefix: input.peek(CompressionFormat.prefixLength))
        let decoder: any Decoder =
            switch format {
            case .plain: PlainDecoder()
            case .gzip: GzipDecoder()
            case .zstd: ZstdDecoder()
            }
        self.format = format
        self.decoder = decoder
        return decoder
    }

    private func error(_ problem: CompressionError.Problem, after count: Int = 0) -> CompressionError {
        CompressionError(
            problem: problem, format: format ?? .plain, packedOffset: input.consumed, unpackedOffset: unpackedBytes + count)
    }
}

/// Why a file could not be read.
public struct InputError: Error, Sendable, CustomStringConvertible {
    /// `errno`.
    public let code: Int32
    public var description: String { String(cString: strerror(code)) }
}
