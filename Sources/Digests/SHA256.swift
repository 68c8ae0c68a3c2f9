import CCrypto

/// SHA-256 (FIPS 180-4), at once or piece by piece.
///
///     SHA256.digest("abc".utf8).hex   // "ba7816bf…f20015ad"
public struct SHA256 {
    public static let byteCount = 32
    private let context = Context()

    public init() {}

    /// Adds bytes. Copies of a hasher share its state: use one.
    public func update(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { context.update($0) }
    }

    public func update(_ bytes: [UInt8]) { update(bytes.span) }

    /// The digest of everything added; the hasher starts anew.
    public func finish() -> [UInt8] { context.finish() }

    public static func digest(_ bytes: Span<UInt8>) -> [UInt8] {
        let hasher = SHA256()
        hasher.update(bytes)
        return hasher.finish()
    }

    public static func digest(_ bytes: some Sequence<UInt8>) -> [UInt8] { digest(Array(bytes).span) }
}

extension SHA256 {
    private final class Context {
        private let pointer: OpaquePointer

        init() {
            pointer = required(EVP_MD_CTX_new())
            start()
        }

        deinit { EVP_MD_CTX_free(pointer) }

        private func start() { require(EVP_DigestInit_ex(pointer, EVP_sha256(), nil) == 1) }

        func update(_ bytes: UnsafeBufferPointer<UInt8>) {
            require(EVP_DigestUpdate(pointer, bytes.baseAddress, bytes.count) == 1)
        }

        func finish() -> [UInt8] {
            let digest = [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { buffer, count in
                require(EVP_DigestFinal_ex(pointer, buffer.baseAddress, nil) == 1)
                count = SHA256.byteCount
            }
            start()
            return digest
        }
    }
}
