/// What an input is set to, in place of what the design states.
public struct Setting: Sendable {
    public enum Value: Sendable {
        /// In the node's dimension.
        case number(Rational)
        /// Uncertain; a plan takes the median.
        case distribution(Distribution)
        /// A metric of the store, over the last days of it; whoever has the store puts the number in.
        case measured(metric: String, window: String)
        /// No price is known.
        case unpriced
    }

    public let value: Value
    public let source: Source

    public init(_ value: Value, _ source: Source) {
        self.value = value
        self.source = source
    }

    /// What the exact evaluator takes; nil is unpriced, or not measured.
    public var number: Rational? {
        switch value {
        case .number(let number): number
        case .distribution(let distribution): Rational(nearestDecimal: distribution.p50)
        case .measured, .unpriced: nil
        }
    }

    public var distribution: Distribution? {
        if case .distribution(let distribution) = value { return distribution }
        return nil
    }
}
