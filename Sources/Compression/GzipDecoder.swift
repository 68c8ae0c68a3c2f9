import CZlib

/// Unpacks gzip members, one after the other.
final class GzipDecoder: Decoder {
    private let stream: UnsafeMutablePointer<z_stream>
    /// Between members, where the input may end.
    private var isBetween = true

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 15: the largest window, 32 KiB; 16: with gzip header and trailer.
        let code = inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(code == Z_OK, "zlib failed: out of memory, or another version than its header")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    func decode(_ input: InputBuffer, into output: UnsafeMutableRawBufferPointer) throws -> DecoderStep {
        if isBetween {
            guard try input.fill() else { return DecoderStep(isEnd: true) }
            guard try input.peek(Magic.gzip.count) == Magic.gzip else { return DecoderStep(fault: .trailingGarbage) }
            inflateReset(stream)
            isBetween = false
        }
        // With nothing left to read there may still be unpacked bytes to hand over.
        let hasInput = try input.fill()
        let packed = input.available
        let room = UInt32(clamping: output.count)
        // zlib reads through a pointer that its header forgot to call const.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: packed.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(packed.count)
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = room
        let code = inflate(stream, Z_NO_FLUSH)
        input.consume(packed.count - Int(stream.pointee.avail_in))
        var step = DecoderStep(count: Int(room - stream.pointee.avail_out))
        switch code {
        case Z_OK, Z_BUF_ERROR: if !hasInput, step.count == 0 { step.fault = .truncated }
        case Z_STREAM_END: isBetween = true
        default: step.fault = .corrupt
        }
        return step
    }
}
