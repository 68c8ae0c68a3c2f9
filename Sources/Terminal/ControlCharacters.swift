/// Makes text from outside safe to print: each control character, which could move the cursor, rename the window or hide
/// text, becomes its escape, `\u{1b}`. Line breaks become `\n`, unless kept: then `\n` alone passes.
///
///     escapingControls("8.14\u{1B}[2J")    // "8.14\u{1b}[2J", seven visible characters more
///
/// Covered: C0, DEL, C1 (which terminals also obey in UTF-8), line and paragraph separators, and the marks that reorder or
/// hide text (UAX #9 embeddings, overrides, isolates; tags; zero-width space; U+FEFF).
public func escapingControls(_ text: String, keepingLineBreaks: Bool = false) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
        switch scalar.value {
        case 0x0A where keepingLineBreaks: result.unicodeScalars.append(scalar)
        case 0x09: result += "\\t"
        case 0x0A: result += "\\n"
        case 0x0D: result += "\\r"
        case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF,
            0xE0000...0xE007F:
            result += "\\u{" + String(scalar.value, radix: 16) + "}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}
