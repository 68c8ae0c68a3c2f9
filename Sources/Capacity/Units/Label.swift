/// One of the things that units are made of: a measure (`s`, `B`, `USD`) or a count noun (`message`, `task`). Two labels
/// never turn into each other by themselves, not even `day` into `s`: that takes a named value, ``Formula/day``.
public struct Label: Sendable, Hashable {
    /// In a numerator: `messages`, `B`.
    public let plural: String
    /// In a denominator: `message`, `B`.
    public let singular: String
    /// Counts things, so that ``Formula/as(_:)`` may put another noun in its place.
    public let isNoun: Bool

    static func noun(_ singular: String, _ plural: String? = nil) -> Label {
        Label(plural: plural ?? singular + "s", singular: singular, isNoun: true)
    }

    static func measure(_ text: String, singular: String? = nil) -> Label {
        Label(plural: text, singular: singular ?? text, isNoun: false)
    }

    public static func == (a: Label, b: Label) -> Bool { a.singular == b.singular }
    public func hash(into hasher: inout Hasher) { hasher.combine(singular) }
}

/// What a number counts or measures: labels and their powers. Products and quotients cancel them.
public struct Dimension: Sendable, Hashable {
    /// By name; no power is 0.
    let powers: [Power]

    struct Power: Sendable, Hashable {
        let label: Label
        let exponent: Int
    }

    public static let none = Dimension([])

    init(_ powers: [Power]) {
        var sums: [Power] = []
        for power in powers {
            if let i = sums.firstIndex(where: { $0.label == power.label }) {
                sums[i] = Power(label: power.label, exponent: sums[i].exponent + power.exponent)
            } else {
                sums.append(power)
            }
        }
        self.powers = sums.filter { $0.exponent != 0 }.sorted { $0.label.singular < $1.label.singular }
    }

    static func * (a: Dimension, b: Dimension) -> Dimension {
        if a.powers.isEmpty { return b }
        if b.powers.isEmpty { return a }
        return Dimension(a.powers + b.powers)
    }

    static func / (a: Dimension, b: Dimension) -> Dimension { a * b.inverse }

    var inverse: Dimension { Dimension(powers.map { Power(label: $0.label, exponent: -$0.exponent) }) }

    var nouns: Dimension { Dimension(powers.filter(\.label.isNoun)) }
    var measures: Dimension { Dimension(powers.filter { !$0.label.isNoun }) }
    /// The nouns above the line.
    var countedNouns: Dimension { Dimension(powers.filter { $0.label.isNoun && $0.exponent > 0 }) }

    /// The unit without factors of it: bytes, not gigabytes.
    public var unit: Unit { Unit(powers.map { Unit.Factor(label: $0.label, exponent: $0.exponent) }) }
}
