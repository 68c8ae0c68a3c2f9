/// How a number of a dimension is written: `messages/user/day`, `TB`, `USD/1,000 requests`. Values are kept in the
/// dimension itself (bytes, single requests); a unit only says by how much to divide when one is shown.
///
/// ```swift
/// let perPerson: Unit = .message / .user / .day
/// ```
public struct Unit: Sendable, Hashable, CustomStringConvertible {
    struct Factor: Sendable, Hashable {
        let label: Label
        let exponent: Int
        /// `GB` for B, `1,000 requests` for requests; nil: as the label says.
        var symbol: String?
        /// 1,000,000,000 for GB.
        var scale: Rational = 1
    }

    let factors: [Factor]
    /// Of one of this unit in the dimension: 10⁻⁹ for USD/GB.
    public let scale: Rational
    public let dimension: Dimension

    init(_ factors: [Factor]) {
        // The same symbol twice is one factor: GB · GB⁻¹ is nothing.
        var kept: [Factor] = []
        for factor in factors {
            if let i = kept.firstIndex(where: { $0.label == factor.label && $0.symbol == factor.symbol }) {
                kept[i] = Factor(
                    label: factor.label, exponent: kept[i].exponent + factor.exponent, symbol: factor.symbol, scale: factor.scale)
            } else {
                kept.append(factor)
            }
        }
        self.factors = kept.filter { $0.exponent != 0 }
        dimension = Dimension(self.factors.map { Dimension.Power(label: $0.label, exponent: $0.exponent) })
        scale = self.factors.reduce(Rational.one) { product, factor in
            (0..<factor.exponent.magnitude).reduce(product) { value, _ in
                factor.exponent > 0 ? value * factor.scale : value / factor.scale ?? value
            }
        }
    }

    init(_ label: Label) { self.init([Factor(label: label, exponent: 1)]) }

    /// A pure number; shown as `ratio`.
    public static let ratio = Unit([Factor]())

    public static func * (a: Unit, b: Unit) -> Unit { Unit(a.factors + b.factors) }

    public static func / (a: Unit, b: Unit) -> Unit {
        Unit(
            a.factors
                + b.factors.map { Factor(label: $0.label, exponent: -$0.exponent, symbol: $0.symbol, scale: $0.scale) })
    }

    /// Several at a time, as prices have them: `Unit.request.times(1000)` is `1,000 requests`.
    public func times(_ count: Int) -> Unit {
        guard let factor = factors.first, count != 1 else { return self }
        let many = Factor(
            label: factor.label, exponent: factor.exponent, symbol: "\(Unit.grouped(count)) \(factor.label.plural)",
            scale: factor.scale * Rational(count))
        return Unit([many] + factors.dropFirst())
    }

    private static func grouped(_ value: Int) -> String {
        var text = ""
        for (i, digit) in String(value).reversed().enumerated() { text = (i > 0 && i % 3 == 0 ? "\(digit)," : "\(digit)") + text }
        return text
    }

    /// `messages/s`, `USD/GB/month`, `1/s`, `ratio`. ``init(text:)`` reads it back.
    public var description: String {
        if factors.isEmpty { return "ratio" }
        let above = factors.filter { $0.exponent > 0 }.flatMap { Array(repeating: $0.name(plural: true), count: $0.exponent) }
        let below = factors.filter { $0.exponent < 0 }.flatMap { Array(repeating: $0.name(plural: false), count: -$0.exponent) }
        return (above.isEmpty ? "1" : above.joined(separator: "·")) + below.map { "/" + $0 }.joined()
    }
}

extension Unit.Factor {
    func name(plural: Bool) -> String { symbol ?? (plural ? label.plural : label.singular) }
}
