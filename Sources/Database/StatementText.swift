/// A statement whose parameters are written `:name`, made ready for an engine: on Postgres they become `$1`, `$2`, …, one
/// number a name; SQLite takes them as they are.
///
/// A colon inside a string, a quoted identifier, a comment, a dollar-quoted text or `::` is not a parameter. An array
/// slice between two names (`a[i:j]`) would be taken for one; the subset of SQL that queries use has no arrays.
///
///     StatementText("select * from t where a = :day and b <> ':x'", for: .postgres)
///     // text "select * from t where a = $1 and b <> ':x'", names ["day"]
struct StatementText {
    let text: String
    /// In the order of their first occurrence: the name of `$1` comes first.
    private(set) var names: [String] = []

    init(_ sql: String, for engine: Engine) {
        let bytes = Array(sql.utf8)
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            if let end = skipEnd(bytes, at, engine) {
                out.append(contentsOf: bytes[at..<end])
                at = end
            } else if bytes[at] == UInt8(ascii: ":"), at + 1 < bytes.count, isNameStart(bytes[at + 1]) {
                var end = at + 2
                while end < bytes.count, isNamePart(bytes[end]) { end += 1 }
                let name = String(decoding: bytes[at + 1..<end], as: UTF8.self)
                let index = names.firstIndex(of: name) ?? names.count
                if index == names.count { names.append(name) }
                out.append(contentsOf: engine == .postgres ? Array("$\(index + 1)".utf8) : Array(bytes[at..<end]))
                at = end
            } else {
                out.append(bytes[at])
                at += 1
            }
        }
        text = String(decoding: out, as: UTF8.self)
    }

    /// The given values in the order of `names`; throws when one is missing or does not occur.
    func arrange(_ parameters: [String: SQLValue], sql: String) throws -> [SQLValue] {
        let values = try names.map { name in
            guard let value = parameters[name] else {
                throw DatabaseError(.internal, "the query's parameter :\(name) was not given", in: sql)
            }
            if let refusal = value.refusal {
                throw DatabaseError(.data, "parameter :\(name): \(refusal)", sqlState: SQLState.badCharacter, in: sql)
            }
            return value
        }
        if parameters.count > names.count, let extra = parameters.keys.sorted().first(where: { !names.contains($0) }) {
            throw DatabaseError(.internal, "parameter :\(extra) was given, but the query has none of that name", in: sql)
        }
        return values
    }
}

/// The statement with each parameter `:name` replaced by a text of its engine's SQL, for a program that binds none. Strings,
/// quoted names and comments stay as they are.
///
///     replacingParameters(in: "select :day -- :day", for: .postgres) { $0 == "day" ? "current_date" : nil }
///     // "select current_date -- :day"; a name without a text throws
public func replacingParameters(
    in sql: String, for engine: Engine, _ text: (_ name: String) -> String?
) throws(DatabaseError) -> String {
    let bytes = Array(sql.utf8)
    var out: [UInt8] = []
    var at = 0
    while at < bytes.count {
        if let end = skipEnd(bytes, at, engine) {
            out.append(contentsOf: bytes[at..<end])
            at = end
        } else if bytes[at] == UInt8(ascii: ":"), at + 1 < bytes.count, isNameStart(bytes[at + 1]) {
            var end = at + 2
            while end < bytes.count, isNamePart(bytes[end]) { end += 1 }
            let name = String(decoding: bytes[at + 1..<end], as: UTF8.self)
            guard let replacement = text(name) else {
                throw DatabaseError(.internal, "the query's parameter :\(name) has no text", in: sql)
            }
            out.append(contentsOf: Array(replacement.utf8))
            at = end
        } else {
            out.append(bytes[at])
            at += 1
        }
    }
    return String(decoding: out, as: UTF8.self)
}

/// Where what starts at `at` ends when it can hold no parameter (a string, a quoted name, a comment, `::`); else nil.
private func skipEnd(_ bytes: [UInt8], _ at: Int, _ engine: Engine) -> Int? {
    let next = at + 1 < bytes.count ? bytes[at + 1] : 0
    switch bytes[at] {
    case UInt8(ascii: "'"):
        return quotedEnd(bytes, at, escapes: engine == .postgres && isEscapeString(bytes, at))
    case UInt8(ascii: "\""):
        return quotedEnd(bytes, at, escapes: false)
    case UInt8(ascii: "`") where engine == .sqlite:
        return quotedEnd(bytes, at, escapes: false)
    case UInt8(ascii: ":") where next == UInt8(ascii: ":"):
        return at + 2
    case UInt8(ascii: "-") where next == UInt8(ascii: "-"):
        return (bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count)
    case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
        return commentEnd(bytes, at, nests: engine == .postgres)
    case UInt8(ascii: "$") where engine == .postgres && (at == 0 || !isNamePart(bytes[at - 1])):
        return dollarQuoteEnd(bytes, at)
    default:
        return nil
    }
}

/// Past the closing quote; a doubled quote is one character of the text.
private func quotedEnd(_ bytes: [UInt8], _ start: Int, escapes: Bool) -> Int {
    let quote = bytes[start]
    var at = start + 1
    while at < bytes.count {
        if escapes, bytes[at] == UInt8(ascii: "\\") {
            at += 2
        } else if bytes[at] != quote {
            at += 1
        } else if at + 1 < bytes.count, bytes[at + 1] == quote {
            at += 2
        } else {
            return at + 1
        }
    }
    return bytes.count
}

/// Is the quote at `at` the one of `E'…'`, where a backslash escapes?
private func isEscapeString(_ bytes: [UInt8], _ at: Int) -> Bool {
    guard at > 0, bytes[at - 1] | 0x20 == UInt8(ascii: "e") else { return false }
    return at == 1 || !isNamePart(bytes[at - 2])
}

/// Past `*/`. Postgres nests comments, SQLite does not.
private func commentEnd(_ bytes: [UInt8], _ start: Int, nests: Bool) -> Int {
    var depth = 1
    var at = start + 2
    while at + 1 < bytes.count {
        if bytes[at] == UInt8(ascii: "*"), bytes[at + 1] == UInt8(ascii: "/") {
            depth -= 1
            at += 2
            if depth == 0 { return at }
        } else if nests, bytes[at] == UInt8(ascii: "/"), bytes[at + 1] == UInt8(ascii: "*") {
            depth += 1
            at += 2
        } else {
            at += 1
        }
    }
    return bytes.count
}

/// Past the closing `$tag$`, or nil when no dollar quote starts here.
private func dollarQuoteEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    var at = start + 1
    if at < bytes.count, bytes[at] != UInt8(ascii: "$") {
        guard isNameStart(bytes[at]) else { return nil }
        while at < bytes.count, isNamePart(bytes[at]) { at += 1 }
    }
    guard at < bytes.count, bytes[at] == UInt8(ascii: "$") else { return nil }
    let tag = bytes[start...at]
    var from = at + 1
    while from + tag.count <= bytes.count {
        if bytes[from] == UInt8(ascii: "$"), bytes[from..<from + tag.count].elementsEqual(tag) { return from + tag.count }
        from += 1
    }
    return bytes.count
}

private func isNameStart(_ byte: UInt8) -> Bool {
    (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_") || byte >= 0x80
}

private func isNamePart(_ byte: UInt8) -> Bool { isNameStart(byte) || (byte >= 0x30 && byte <= 0x39) }
