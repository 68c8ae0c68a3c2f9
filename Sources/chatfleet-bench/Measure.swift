/// One line of the table: what was measured, what came out, what was wanted.
struct Measure {
    let name: String
    let reached: String
    /// Empty where nothing was asked.
    let wanted: String
    let isMet: Bool

    init(_ name: String, _ reached: String, wanted: String = "", isMet: Bool = true) {
        self.name = name
        self.reached = reached
        self.wanted = wanted
        self.isMet = isMet
    }

    /// A row of a Markdown table, as the README has it.
    var row: String { "| \(name) | \(reached) | \(wanted)\(isMet ? "" : " (missed)") |\n" }

    static let header = "| measure | reached | wanted |\n|---|---|---|\n"
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// `1.25`: two places.
func places2(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
}

/// `512,000`.
func thousands(_ value: Double) -> String {
    var digits = String(Int(value.rounded()))
    var grouped = ""
    while digits.count > 3 {
        grouped = "," + digits.suffix(3) + grouped
        digits.removeLast(3)
    }
    return digits + grouped
}

func milliseconds(_ seconds: Double) -> String { "\(Int((seconds * 1000).rounded())) ms" }

func megabytes(_ bytes: Int) -> String { "\((bytes + 500_000) / 1_000_000) MB" }
