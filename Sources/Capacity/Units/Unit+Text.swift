extension Unit {
    /// By both of its names.
    private static let known: [String: Unit] = {
        var table: [String: Unit] = ["cents": cent, "months": month, "years": year]
        for unit in measures + nouns {
            for factor in unit.factors {
                table[factor.name(plural: true)] = unit
                table[factor.name(plural: false)] = unit
            }
        }
        return table
    }()

    /// Every name that a unit may be made of.
    public static var names: [String] { known.keys.sorted() + ["ratio"] }

    /// Reads `messages/user/day`, `USD/1,000 requests`, `vCPU·h`, `1/s`, `ratio`, `%`; nil where a part is not known:
    /// ``unknownName(in:)`` says which.
    public init?(text: String) {
        if text == "ratio" {
            self = .ratio
            return
        }
        let sides = text.split(separator: "/", omittingEmptySubsequences: false)
        var unit = Unit.ratio
        for (i, side) in sides.enumerated() {
            if i == 0, side == "1", sides.count > 1 { continue }
            for name in side.split(separator: "·", omittingEmptySubsequences: false) {
                guard let factor = Unit.factor(name) else { return nil }
                unit = i == 0 ? unit * factor : unit / factor
            }
        }
        self = unit
    }

    /// The first part of the text that is no unit.
    public static func unknownName(in text: String) -> String? {
        let names = text.split(whereSeparator: { $0 == "/" || $0 == "·" }).map(String.init)
        return names.first { $0 != "1" && $0 != "ratio" && factor(Substring($0)) == nil }
    }

    /// `requests`, `1,000 requests`, `US cents`.
    private static func factor(_ name: Substring) -> Unit? {
        if let unit = known[String(name)] { return unit }
        let words = name.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let count = Int(words[0].filter { $0 != "," }), count > 1, let unit = known[String(words[1])]
        else { return nil }
        return unit.times(count)
    }
}
