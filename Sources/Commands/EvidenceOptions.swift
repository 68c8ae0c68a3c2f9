import CommandLine

/// Options of the comparisons of two arms.
enum EvidenceOptions {
    static let alpha = Option(
        "alpha", ValueType<Double>.decimal("ALPHA").chance,
        help: "the chance on a platform, at most, of ever calling what is harmless harmful"
    ).defaulting(to: 0.01, shown: "0.01")
}

extension ValueType where Value == Double {
    fileprivate var chance: ValueType {
        ValueType(placeholder, expects: "a chance over 0 and at most 0.5, such as 0.01") { text in
            parse(text).flatMap { $0 > 0 && $0 <= 0.5 ? $0 : nil }
        }
    }
}
