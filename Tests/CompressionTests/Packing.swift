import CZlib
import CZstd

/// Packs as the gzip tool does: one member.
func gzipped(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    precondition(deflateInit2_(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK)
    defer { deflateEnd(&stream) }
    var input = bytes
    return [UInt8](unsafeUninitializedCapacity: bytes.count + 1000) { output, count in
        input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(output.count)
            precondition(deflate(&stream, Z_FINISH) == Z_STREAM_END)
        }
        count = output.count - Int(stream.avail_out)
    }
}

/// Packs as the zstd tool does: one frame with a checksum, and a window of `windowLog` bits.
func zstandard(_ bytes: [UInt8], windowLog: Int32 = 0) -> [UInt8] {
    guard let context = ZSTD_createCCtx() else { preconditionFailure("out of memory") }
    defer { ZSTD_freeCCtx(context) }
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, windowLog)
    return [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(bytes.count) + 100) { output, count in
        bytes.withUnsafeBufferPointer { bytes in
            var packed = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
            var all = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
            // In two calls: told the size beforehand, zstd makes the window no larger than that.
            while all.pos < all.size {
                precondition(ZSTD_isError(ZSTD_compressStream2(context, &packed, &all, ZSTD_e_continue)) == 0)
            }
            precondition(ZSTD_compressStream2(context, &packed, &all, ZSTD_e_end) == 0)
            count = packed.pos
        }
    }
}

/// A frame that decoders skip (RFC 8878, 3.1.2).
func skippableFrame(_ count: Int) -> [UInt8] {
    [0x53, 0x2a, 0x4d, 0x18, UInt8(count), 0, 0, 0] + [UInt8](repeating: 0xaa, count: count)
}

/// Lines as telemetry has them: they pack about five to one. The same at every call.
func sampleText(_ byteCount: Int) -> [UInt8] {
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount + 100)
    while bytes.count < byteCount {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(contentsOf: "{\"install_id\":\"\(state >> 40)\",\"sessions\":\(state >> 60),\"crashes\":0}\n".utf8)
    }
    return Array(bytes.prefix(byteCount))
}
