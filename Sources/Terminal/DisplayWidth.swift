/// The columns a terminal uses for `text`: 1 a character, 2 for East Asian wide and emoji, 0 for combining marks.
/// Terminals differ on the newest emoji; a table may then be off by one, never wrong.
public func displayWidth(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
    return text.reduce(0) { $0 + width(of: $1) }
}

private func width(of character: Character) -> Int {
    var widest = 0
    for scalar in character.unicodeScalars {
        // The emoji presentation selector makes any base wide.
        if scalar.value == 0xFE0F { return 2 }
        widest = max(widest, width(of: scalar))
    }
    return widest
}

private func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    return wideRanges.contains { $0.contains(scalar.value) } ? 2 : 1
}

/// East Asian Width W and F, whole blocks (Unicode 15, EastAsianWidth.txt).
private let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18CFF,
    0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
]

/// `text` followed, or preceded, by spaces up to `width` columns.
public func padded(_ text: String, to width: Int, alignment: TextAlignment) -> String {
    let space = String(repeating: " ", count: max(0, width - displayWidth(text)))
    return alignment == .left ? text + space : space + text
}

/// `text` in lines of at most `width` columns, cut at spaces, but not between a number and its unit; a longer word has a line
/// of its own. At least one line.
public func filled(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in unbrokenWords(text) {
        if !line.isEmpty, displayWidth(line) + 1 + displayWidth(word) > width {
            lines.append(line)
            line = ""
        }
        line += line.isEmpty ? word : " \(word)"
    }
    return lines + [line]
}

/// What no line end goes through: the words of `text`, a number together with the unit after it.
///
///     unbrokenWords("over 1 h, 99.5 % of 40 installs")    // ["over", "1 h,", "99.5 %", "of", "40", "installs"]
func unbrokenWords(_ text: String) -> [String] {
    var words: [String] = []
    for word in text.split(separator: " ").map(String.init) {
        let unit = word.prefix { !",.;:)".contains($0) }
        if let last = words.last, last.last?.isASCIIDigit == true, units.contains(String(unit)) {
            words[words.count - 1] = "\(last) \(word)"
        } else {
            words.append(word)
        }
    }
    return words
}

/// As figures are written for people.
private let units: Set = ["%", "×", "ms", "s", "min", "h", "d", "B", "KiB", "MiB", "GiB", "TiB", "PiB", "MB", "GB", "TB", "USD"]

extension Character {
    var isASCIIDigit: Bool { isASCII && isNumber }
}

/// As much of `text` as fits in `width` columns. Only for transient lines: results are never cut.
func clipped(_ text: String, to width: Int) -> String {
    var result = ""
    var used = 0
    for character in text {
        used += displayWidth(String(character))
        if used > width { break }
        result.append(character)
    }
    return result
}

public enum TextAlignment: Sendable {
    case left, right
}
