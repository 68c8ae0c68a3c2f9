/// The colours of pages and pictures, once for light paper and once for dark. Lines have a pattern each, too: nothing is
/// told by colour alone.
///
/// The lines' first two colours are those of M. Okabe and K. Ito, "Color Universal Design" (2008), the others were chosen
/// to lie far from them and from each other for people who lack one kind of cone, and to have a contrast of 3 : 1 to the
/// paper (WCAG 2.2, 1.4.11). A test looks at them so.
struct ChartPalette {
    let ink: String
    let paper: String
    let faint: String
    let rule: String
    let bar: String
    let bad: String
    let ok: String
    let unknown: String
    let lines: [String]

    static let light = ChartPalette(
        ink: "#1b1f24", paper: "#ffffff", faint: "#59636e", rule: "#d0d7de", bar: "#3a6ea5", bad: "#c0392b", ok: "#2e7d4f",
        unknown: "#8a6d00", lines: ["#0072b2", "#d55e00", "#00503c", "#7a1f6b", "#5d4300", "#7d8590"])
    static let dark = ChartPalette(
        ink: "#e6edf3", paper: "#0d1117", faint: "#9198a1", rule: "#30363d", bar: "#6ca0dc", bad: "#ff7b72", ok: "#56d364",
        unknown: "#e3b341", lines: ["#56b4e9", "#e69f00", "#f2ecd8", "#c8402f", "#a45cf0", "#6f7b87"])

    /// Of the lines, in their order: `stroke-dasharray`.
    static let patterns = ["none", "12 3", "7 3", "9 3 2 3", "2 3", "4 3"]

    /// As custom properties of a style sheet.
    var properties: String {
        let named = [
            ("ink", ink), ("paper", paper), ("faint", faint), ("rule", rule), ("bar", bar), ("bad", bad), ("ok", ok),
            ("unknown", unknown),
        ]
        let numbered = lines.enumerated().map { ("line\($0)", $1) }
        return (named + numbered).map { "--\($0): \($1);" }.joined(separator: " ")
    }
}
