/// A value as one word of a shell's command line, in quotes where it needs them: versions, platforms and names come from
/// clients, and may hold anything.
public func shellWord(_ value: String) -> String {
    let isPlain = value.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: ":"):
            true
        default: false
        }
    }
    return isPlain && !value.isEmpty ? value : shellQuoted(value)
}

/// One word of a shell's command line, in single quotes.
public func shellQuoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
