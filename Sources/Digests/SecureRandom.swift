import CCrypto

/// Bytes that nobody can guess, for keys and tokens.
public func secureRandomBytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        require(RAND_bytes(buffer.baseAddress, Int32(count)) == 1)
        initialized = count
    }
}

/// libcrypto's calls here fail only when memory or the system's random source is gone: nothing a caller could handle.
func require(_ succeeded: Bool) {
    precondition(succeeded, "libcrypto failed: out of memory, or no source of randomness")
}

func required(_ pointer: OpaquePointer?) -> OpaquePointer {
    guard let pointer else { preconditionFailure("libcrypto failed: out of memory, or SHA-256 is switched off") }
    return pointer
}
