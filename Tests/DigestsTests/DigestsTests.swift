import Digests
import Testing

struct DigestsTests {
    /// FIPS 180-4 examples (NIST, "Secure Hash Standard: SHA-256").
    @Test(arguments: [
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `a digest is the one of the standard`(message: String, digest: String) {
        #expect(SHA256.digest(message.utf8).hex == digest)
    }

    @Test func `a million letters, piece by piece`() {
        let hasher = SHA256()
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)
        for _ in 0..<1000 { hasher.update(piece) }
        #expect(hasher.finish().hex == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
        hasher.update(Array("abc".utf8))
        #expect(hasher.finish().hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    /// RFC 4231, test cases 1, 2, 3 and 6.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func `a keyed digest is the one of the RFC`(key: [UInt8], message: [UInt8], digest: String) {
        let mac = HMACSHA256(key: key)
        #expect(mac.authenticate(message).hex == digest)
        #expect(mac.authenticate(message).hex == digest, "a second message under the same key")
    }

    @Test func `an empty key and an empty message`() {
        #expect(
            HMACSHA256(key: []).authenticate("").hex == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }

    @Test func `random bytes differ`() {
        #expect(secureRandomBytes(32).count == 32)
        #expect(secureRandomBytes(32) != secureRandomBytes(32))
        #expect(secureRandomBytes(0).isEmpty)
    }

    @Test func `hex digits are lower case, two a byte`() {
        #expect([0x00, 0x0f, 0xa5, 0xff].map(UInt8.init).hex == "000fa5ff")
    }
}
