/// RFC 3986 §2.3: letters, digits, `-`, `.`, `_`, `~` stand for themselves. Signature V4 asks for exactly this set.
func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        true
    default: false
    }
}

/// Every byte but the unreserved ones as `%XX`, with capital digits.
func percentEncoded(_ text: String, keepingSlashes: Bool = false) -> String {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
        if isUnreserved(byte) || (keepingSlashes && byte == UInt8(ascii: "/")) {
            encoded.append(byte)
        } else {
            encoded.append(UInt8(ascii: "%"))
            encoded.append(contentsOf: (byte < 16 ? "0" : "").utf8)
            encoded.append(contentsOf: String(byte, radix: 16, uppercase: true).utf8)
        }
    }
    return String(decoding: encoded, as: UTF8.self)
}

/// The bytes that `%XX` stand for; a percent sign without two digits stays as it is.
func percentDecoded(_ text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
        if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
            let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16),
            bytes[index + 1] != UInt8(ascii: "+"), bytes[index + 1] != UInt8(ascii: "-")
        {
            decoded.append(byte)
            index += 3
        } else {
            decoded.append(bytes[index])
            index += 1
        }
    }
    return String(decoding: decoded, as: UTF8.self)
}
