public import Database
import FleetCore

/// How to run a query's file with nothing but an engine's own shell.
extension Query {
    /// Stands for a day that is to be filled in: no engine takes it for one.
    public static let dayToFillIn = "YYYY-MM-DD"

    /// The query is asked for a window.
    public var hasWindow: Bool {
        parameters.contains { !$0.isNullable && $0.isBound && [.day, .hour, .epoch].contains($0.type) }
    }

    /// Values to show a command with: what is optional is null, flags are 0 or 1 as `flags` says, the window is `from` to
    /// `to` (days, or ``dayToFillIn``), everything that is known counts.
    public func exampleValues(from: String, to: String, flags: Set<String> = []) -> [String: SQLValue] {
        Dictionary(
            uniqueKeysWithValues: parameters.map { parameter in
                (parameter.name, parameter.example(from: from, to: to, isSet: flags.contains(parameter.name)))
            })
    }

    /// `psql` substitutes the text of a variable as it is, so a text's own quotes are part of it:
    ///
    ///     psql -X -v ON_ERROR_STOP=1 -v from_day="'2026-09-14'" -v app_version=null -f health/….sql 'postgres://…'
    public func psqlCommand(store: String, _ values: [String: SQLValue]) -> String {
        let variables = parameters.map { "-v " + shellWord("\($0.name)=\(literal(values[$0.name] ?? .null, .postgres))") }
        return (["psql -X -v ON_ERROR_STOP=1"] + variables + ["-f " + shellWord(path), shellWord(store)])
            .joined(separator: " \\\n    ")
    }

    /// `sqlite3` reads a parameter's value as an SQL expression, inside a word of its own quoting:
    ///
    ///     sqlite3 -readonly -box -cmd '.parameter set :from_day "'\''2026-09-14'\''"' fleet.db '.read health/….sql'
    public func sqlite3Command(store: String, _ values: [String: SQLValue]) -> String {
        let sets = parameters.map { parameter in
            let value = literal(values[parameter.name] ?? .null, .sqlite)
            return "-cmd " + shellWord(".parameter set :\(parameter.name) \(dotWord(value))")
        }
        return (["sqlite3 -readonly -box"] + sets + [shellWord(store), shellWord(".read \(dotWord(path))")])
            .joined(separator: " \\\n    ")
    }
}

extension Query.Parameter {
    fileprivate var isBound: Bool { name.hasPrefix("from_") || name.hasPrefix("to_") }

    fileprivate func example(from: String, to: String, isSet: Bool) -> SQLValue {
        if isNullable { return .null }
        let bound = Day(name.hasPrefix("to_") ? to : from)
        switch type {
        case .day: return .text(name.hasPrefix("to_") ? to : from)
        case .flag: return .integer(isSet ? 1 : 0)
        // Past every hour there is: nothing is left out as not yet known.
        case .hour where name == "as_of_hour": return .integer(Int64(Int32.max))
        case .epoch where name == "known_epoch": return .integer(.max)
        case .hour where isBound: return bound.map { .integer($0.start.epochSeconds / 3600) } ?? .text("HOURS-SINCE-1970")
        case .epoch where isBound: return bound.map { .integer($0.start.epochSeconds) } ?? .text("SECONDS-SINCE-1970")
        case .count, .integer, .hour, .epoch: return .integer(0)
        case .share, .number: return .real(0)
        case .text: return .text("")
        case .bytes: return .blob([])
        }
    }
}

/// A value as SQL has it.
private func literal(_ value: SQLValue, _ engine: Engine) -> String {
    switch value {
    case .null: return "null"
    case .integer(let number): return String(number)
    case .real(let number): return String(number)
    case .text(let text): return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    case .blob(let bytes):
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return engine == .postgres ? "'\\x\(digits)'" : "x'\(digits)'"
    }
}

/// One word of a Bourne shell: as it is, or in double quotes where that needs no escape, else in single ones.
private func shellWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "_-./:=,@%+".utf8.contains(byte)
    }
    if isPlain, !text.isEmpty { return text }
    if !text.contains(where: { "\"$`\\!".contains($0) }) { return "\"\(text)\"" }
    return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}

/// One word of a dot-command of `sqlite3`: in double quotes, where a backslash escapes.
private func dotWord(_ text: String) -> String {
    var word = "\""
    for character in text {
        if character == "\"" || character == "\\" { word.append("\\") }
        word.append(character)
    }
    return word + "\""
}
