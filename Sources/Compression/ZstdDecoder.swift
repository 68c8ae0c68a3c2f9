import CZstd

/// Unpacks zstd frames, one after the other; skippable ones are skipped.
final class ZstdDecoder: Decoder {
    /// Decoders are asked to support 8 MiB (RFC 8878, 3.1.1.1.2), which all levels up to 19 keep to.
    static let windowLog = 23

    private let stream: OpaquePointer
    /// Between frames, where the input may end.
    private var isBetween = true
    /// How much input the decoder wants next: at most a block.
    private var wanted = 1

    init() {
        guard let stream = ZSTD_createDStream() else { preconditionFailure("zstd failed: out of memory") }
        self.stream = stream
        ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, Int32(ZstdDecoder.windowLog))
    }

    deinit { ZSTD_freeDStream(stream) }

    func decode(_ input: InputBuffer, into output: UnsafeMutableRawBufferPointer) throws -> DecoderStep {
        if isBetween {
            guard try input.fill() else { return DecoderStep(isEnd: true) }
            guard Magic.startsZstdFrame(try input.peek(4)) else { return DecoderStep(fault: .trailingGarbage) }
            isBetween = false
            wanted = 4
        }
        // With nothing left to read there may still be unpacked bytes to hand over.
        let hasInput = try input.fill()
        // Never more than it asks for: what a call has unpacked before it finds a fault is lost, and so is at most a block.
        var packed = ZSTD_inBuffer(src: input.available.baseAddress, size: min(input.available.count, wanted), pos: 0)
        var unpacked = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
        let result = ZSTD_decompressStream(stream, &unpacked, &packed)
        input.consume(packed.pos)
        var step = DecoderStep(count: unpacked.pos)
        if ZSTD_isError(result) != 0 {
            step.fault = fault(result)
        } else if result == 0 {
            isBetween = true
        } else if !hasInput, unpacked.pos < unpacked.size {
            step.fault = .truncated
        } else {
            wanted = max(result, 1)
        }
        return step
    }

    private func fault(_ result: Int) -> CompressionError.Problem {
        switch ZSTD_getErrorCode(result) {
        case ZSTD_error_frameParameter_windowTooLarge, ZSTD_error_memory_allocation:
            .windowTooLarge(limit: 1 << ZstdDecoder.windowLog)
        default: .corrupt
        }
    }
}
