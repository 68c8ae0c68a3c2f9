import CCrypto

/// HMAC-SHA-256 (RFC 2104) under one key. Made once and used for many short messages: the key's blocks are hashed once,
/// and each message starts from a copy of that state. Not for use by two threads at a time.
public final class HMACSHA256 {
    private let context: OpaquePointer

    public init(key: [UInt8]) {
        let algorithm = required(EVP_MAC_fetch(nil, "HMAC", nil))
        defer { EVP_MAC_free(algorithm) }
        context = required(EVP_MAC_CTX_new(algorithm))
        // A key of no bytes is one of zeros; libcrypto takes a null pointer for "the same key again".
        let key = key.isEmpty ? [0] : key
        // The parameters keep pointers to both names.
        "digest".withCString { name in
            "SHA256".withCString { value in
                var parameters = [
                    OSSL_PARAM_construct_utf8_string(name, UnsafeMutablePointer(mutating: value), 0), OSSL_PARAM_construct_end(),
                ]
                require(EVP_MAC_init(context, key, key.count, &parameters) == 1)
            }
        }
    }

    deinit { EVP_MAC_CTX_free(context) }

    /// The 32 bytes for a message.
    public func authenticate(_ message: Span<UInt8>) -> [UInt8] {
        require(EVP_MAC_init(context, nil, 0, nil) == 1)
        message.withUnsafeBufferPointer { require(EVP_MAC_update(context, $0.baseAddress, $0.count) == 1) }
        return [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { buffer, count in
            require(EVP_MAC_final(context, buffer.baseAddress, &count, buffer.count) == 1)
        }
    }

    public func authenticate(_ message: [UInt8]) -> [UInt8] { authenticate(message.span) }
    public func authenticate(_ message: String) -> [UInt8] { authenticate(message.utf8.span) }
}
