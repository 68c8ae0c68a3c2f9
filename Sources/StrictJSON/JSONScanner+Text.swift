extension JSONScanner {
    /// The next value, a text.
    public mutating func string(_ bytes: Span<UInt8>) throws(JSONError) -> JSONText {
        guard try peek(bytes) == UInt8(ascii: "\"") else { throw JSONError(.syntax, at: at) }
        let start = at &+ 1
        var end = start
        while end <= bytes.count &- 8 {
            let stops = bytesNotPlain(word(bytes, at: end))
            if stops != 0 {
                end &+= firstByte(stops)
                guard bytes[end] == UInt8(ascii: "\"") else { break }
                at = end &+ 1
                return JSONText(offset: start, count: end &- start, isEscaped: false)
            }
            end &+= 8
        }
        return try scanText(bytes, from: start, plainUpTo: end)
    }

    /// The name at the opening quote.
    @inline(__always)
    mutating func scanName(_ bytes: Span<UInt8>) throws(JSONError) -> JSONName {
        let start = at &+ 1
        // Nearly every name ends within its first 24 bytes and is plain: three words, read without a loop.
        if start <= bytes.count &- JSONName.headCount {
            let first = word(bytes, at: start)
            var stops = bytesNotPlain(first)
            if stops != 0 {
                let count = firstByte(stops)
                if bytes[start &+ count] == UInt8(ascii: "\"") {
                    return plainName(start, count, (lowest(count, of: first), 0, 0))
                }
            } else {
                let second = word(bytes, at: start &+ 8)
                stops = bytesNotPlain(second)
                if stops != 0 {
                    let count = firstByte(stops)
                    if bytes[start &+ 8 &+ count] == UInt8(ascii: "\"") {
                        return plainName(start, count &+ 8, (first, lowest(count, of: second), 0))
                    }
                } else {
                    let third = word(bytes, at: start &+ 16)
                    stops = bytesNotPlain(third)
                    if stops != 0 {
                        let count = firstByte(stops)
                        if bytes[start &+ 16 &+ count] == UInt8(ascii: "\"") {
                            return plainName(start, count &+ 16, (first, second, lowest(count, of: third)))
                        }
                    }
                }
            }
        }
        return try scanUnusualName(bytes)
    }

    @inline(__always)
    private mutating func plainName(_ start: Int, _ count: Int, _ head: (UInt64, UInt64, UInt64)) -> JSONName {
        at = start &+ count &+ 1
        let text = JSONText(offset: start, count: count, isEscaped: false)
        return JSONName(offset: start &- 1, text: text, count: count, head: head)
    }

    /// A name that is long, not plain, or near the end of the bytes.
    @inline(never)
    private mutating func scanUnusualName(_ bytes: Span<UInt8>) throws(JSONError) -> JSONName {
        let start = at &+ 1
        let text = try scanText(bytes, from: start, plainUpTo: start)
        return text.withBytes(of: bytes) { name in
            var head = JSONName.head(of: name)
            head.0 = lowest(name.count, of: head.0)
            head.1 = lowest(name.count - 8, of: head.1)
            head.2 = lowest(name.count - 16, of: head.2)
            // FNV-1a over what the head leaves out.
            var rest: UInt64 = 0
            if name.count > JSONName.headCount {
                rest = 0xCBF2_9CE4_8422_2325
                for index in JSONName.headCount..<name.count { rest = (rest ^ UInt64(name[index])) &* 0x100_0000_01B3 }
            }
            return JSONName(offset: start - 1, text: text, count: name.count, head: head, longHash: rest)
        }
    }

    /// The rest of a text that begins at `start` and is plain up to `plain`: escapes and what is not ASCII are checked.
    @inline(never)
    private mutating func scanText(_ bytes: Span<UInt8>, from start: Int, plainUpTo plain: Int) throws(JSONError) -> JSONText {
        var end = plain
        var isEscaped = false
        while end < bytes.count {
            let byte = bytes[end]
            if byte == UInt8(ascii: "\"") {
                at = end &+ 1
                return JSONText(offset: start, count: end &- start, isEscaped: isEscaped)
            }
            if byte == UInt8(ascii: "\\") {
                isEscaped = true
                end = try skipEscape(bytes, end)
            } else if byte < 0x20 {
                throw JSONError(.controlCharacter, at: end)
            } else if byte < 0x80 {
                end &+= 1
                while end <= bytes.count &- 8 {
                    let stops = bytesNotPlain(word(bytes, at: end))
                    end &+= stops == 0 ? 8 : firstByte(stops)
                    if stops != 0 { break }
                }
            } else {
                end = try skipScalar(bytes, end)
            }
        }
        throw JSONError(.truncated, at: bytes.count)
    }

    /// The place after the escape at `start`, of one or, for a surrogate pair, two parts.
    private func skipEscape(_ bytes: Span<UInt8>, _ start: Int) throws(JSONError) -> Int {
        guard start + 1 < bytes.count else { throw JSONError(.truncated, at: bytes.count) }
        guard bytes[start + 1] == UInt8(ascii: "u") else {
            guard JSONText.meaning(ofEscape: bytes[start + 1]) != nil else { throw JSONError(.syntax, at: start) }
            return start + 2
        }
        let unit = try codeUnit(bytes, start)
        guard unit & 0xF800 == 0xD800 else { return start + 6 }
        guard unit < 0xDC00 else { throw JSONError(.loneSurrogate, at: start) }
        let next = start + 6
        for (place, expected) in [(next, UInt8(ascii: "\\")), (next + 1, UInt8(ascii: "u"))] {
            guard place < bytes.count else { throw JSONError(.truncated, at: bytes.count) }
            guard bytes[place] == expected else { throw JSONError(.loneSurrogate, at: start) }
        }
        guard try codeUnit(bytes, next) & 0xFC00 == 0xDC00 else { throw JSONError(.loneSurrogate, at: start) }
        return next + 6
    }

    /// The value of `\uXXXX` at `start`.
    private func codeUnit(_ bytes: Span<UInt8>, _ start: Int) throws(JSONError) -> UInt32 {
        if let unit = JSONText.hex4(bytes, start + 2) { return unit }
        let end = min(start + 6, bytes.count)
        for index in start + 2..<end where hexDigitValue(bytes[index]) == nil { throw JSONError(.syntax, at: start) }
        throw JSONError(.truncated, at: bytes.count)
    }

    /// The place after the UTF-8 sequence at `start`, of two to four bytes (Unicode 16, table 3-7).
    private func skipScalar(_ bytes: Span<UInt8>, _ start: Int) throws(JSONError) -> Int {
        let lead = bytes[start]
        let (count, second): (Int, ClosedRange<UInt8>) =
            switch lead {
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xE1...0xEC, 0xEE...0xEF: (3, 0x80...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: throw JSONError(.invalidUTF8, at: start)
            }
        for index in start + 1..<start + count {
            guard index < bytes.count else { throw JSONError(.truncated, at: bytes.count) }
            let allowed = index == start + 1 ? second : 0x80...0xBF
            guard allowed.contains(bytes[index]) else { throw JSONError(.invalidUTF8, at: start) }
        }
        return start + count
    }
}
