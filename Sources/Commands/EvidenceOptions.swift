import CommandLine

/// Options of the comparisons of two arms.
enum EvidenceOptions {
    static let alpha = Option(
        "alpha", .chance, help: "the chance on a platform, at most, of ever calling what is harmless harmful"
    ).defaulting(to: 0.01, shown: "0.01")
}

extension ValueType where Value == Double {
    /// A chance of being wrong: under even odds, and not so small that evidence against it overflows.
    static var chance: ValueType {
        ValueType("ALPHA", expects: "a chance from 1e-9 to below 0.5, such as 0.01", suggest: ofPercent) { text in
            guard text.utf8.allSatisfy({ $0 &- 0x30 < 10 || [0x2D, 0x2E, 0x45, 0x65].contains($0) }) else { return nil }
            return Double(text).flatMap { $0 >= 1e-9 && $0 < 0.5 ? $0 : nil }
        }
    }

    /// `0.01` for `1%`, `1` and `0,01`.
    @Sendable private static func ofPercent(_ text: String) -> String? {
        let number = text.replacing(",", with: ".").replacing(" ", with: "").replacing("%", with: "")
        guard let share = Percentage(number + "%")?.share, let value = Double(number) else { return nil }
        let chance = text.contains("%") || value >= 0.5 ? share : value
        return chance >= 1e-9 && chance < 0.5 ? "\(chance)" : nil
    }
}
