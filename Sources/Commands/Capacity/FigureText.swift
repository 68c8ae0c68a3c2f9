import Capacity
import Reporting

/// Exact numbers as people read them.
enum FigureText {
    /// Whole numbers in full, others to six digits: `437,500`, `5,787.04`, `0.0111111`; nil is `unpriced`.
    static func number(_ value: Rational?) -> String {
        guard let value else { return "unpriced" }
        let text = value.decimalText(significantDigits: value.magnitude >= 100_000 ? max(6, digitsBeforePoint(value)) : 6)
        let parts = text.split(separator: ".", maxSplits: 1)
        let sign = parts[0].hasPrefix("-") ? "-" : ""
        let whole = parts[0].drop { $0 == "-" }
        let grouped = Int64(whole).map(groupedDigits) ?? String(whole)
        return sign + grouped + (parts.count == 2 ? ".\(parts[1])" : "")
    }

    private static func digitsBeforePoint(_ value: Rational) -> Int { value.magnitude.floor.description.utf8.count }

    static func quantity(_ value: Rational?, _ unit: Unit) -> String {
        value == nil ? "unpriced" : "\(number(value)) \(unit)"
    }

    /// A value kept in the node's dimension, in the node's unit.
    static func quantity(canonical value: Rational?, _ node: Node) -> String {
        quantity(value.map { Quantity(canonical: $0, node.unit).number }, node.unit)
    }

    /// As ``number(_:)``, of a Double.
    static func number(_ value: Double) -> String {
        Rational(nearestDecimal: value).map { number($0.rounded(significantDigits: 6)) } ?? "unknown"
    }

    /// A value in the node's dimension, in the node's unit.
    static func quantity(canonical value: Double, _ node: Node) -> String {
        "\(number(value / node.unit.scale.double)) \(node.unit)"
    }

    /// USD with cents, and without them from 1,000 on.
    static func usd(_ value: Rational?) -> String {
        guard let value else { return "unpriced" }
        if value.magnitude >= 1000 { return number(Rational(value.nearest)) }
        let cents = (value.magnitude * 100).nearest
        let text = cents.description
        let padded = String(repeating: "0", count: max(0, 3 - text.utf8.count)) + text
        return (value.isNegative && !cents.isZero ? "-" : "") + "\(padded.dropLast(2)).\(padded.suffix(2))"
    }
}

extension Cell {
    /// For people as ``FigureText/number(_:)``, for programs with 17 significant digits.
    static func figure(_ value: Rational?) -> Cell {
        .written(people: FigureText.number(value), programs: value?.decimalText())
    }

    static func figure(_ value: Double) -> Cell {
        .written(people: value.isNaN ? "unpriced" : FigureText.number(value), programs: value.isFinite ? "\(value)" : nil)
    }

    static func usd(_ value: Rational?) -> Cell {
        .written(people: FigureText.usd(value), programs: value?.decimalText())
    }

    /// With its sign, as a change.
    static func change(usd value: Rational?) -> Cell {
        let sign = value.map { !$0.isNegative && !$0.isZero } ?? false ? "+" : ""
        return .written(people: sign + FigureText.usd(value), programs: value?.decimalText())
    }

    /// 17 significant digits, also for people.
    static func digits(_ value: Rational?) -> Cell {
        value.map { .written(people: $0.decimalText(), programs: $0.decimalText()) } ?? .noData
    }
}
