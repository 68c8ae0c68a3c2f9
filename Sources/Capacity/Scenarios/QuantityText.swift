import FleetCore

/// Reads `240 s`, `25 %`, `1.1 KiB` as a value of a node, and says what is wrong with what is not.
public struct QuantityText {
    public struct Fault: Error, Sendable, Equatable {
        public let message: String
        public let suggestion: String?

        public init(_ message: String, suggestion: String? = nil) {
            self.message = message
            self.suggestion = suggestion
        }
    }

    let node: Node
    /// A number alone is in the node's own unit: on the command line, where `plan` has just printed it.
    let takesBareNumbers: Bool

    public init(_ node: Node, takesBareNumbers: Bool = false) {
        self.node = node
        self.takesBareNumbers = takesBareNumbers
    }

    /// The value in the node's dimension.
    public func read(_ text: String) throws(Fault) -> Rational {
        let value = try quantity(text)
        let number = value / node.unit.scale ?? value
        guard node.range.allows(number, node.unit) else {
            throw Fault("\(text) is out of range: \(node.id) is \(node.range.words)")
        }
        return value
    }

    private func quantity(_ text: String) throws(Fault) -> Rational {
        let end = text.firstIndex { $0 == " " || $0 == "%" } ?? text.endIndex
        let digits = text[..<end]
        let unitText = String(text[end...].drop { $0 == " " })
        guard let number = Rational(decimal: digits) else { throw badNumber(String(digits), unitText) }
        if unitText.isEmpty {
            if takesBareNumbers { return number * node.unit.scale }
            throw Fault("\"\(text)\" has no unit", suggestion: "\(text) \(isShare ? "%" : "\(node.unit)")")
        }
        guard let unit = Unit(text: unitText) else {
            let name = Unit.unknownName(in: unitText) ?? unitText
            let sameLetters = Unit.names.first { $0.lowercased() == name.lowercased() }
            throw Fault("\"\(name)\" is no unit", suggestion: sameLetters ?? closest(to: name, among: Unit.names))
        }
        // A share may be written as a percentage; the node keeps the ratio.
        if unit == .percent, node.unit == .ratio { return number / 100 ?? number }
        guard unit.dimension == node.unit.dimension else {
            throw Fault("\(unit) is not what \(node.id) is in, \(node.unit)", suggestion: converted(number, unit))
        }
        return number * unit.scale
    }

    private var isShare: Bool { node.unit == .ratio && node.range == .share }

    private func badNumber(_ digits: String, _ unit: String) -> Fault {
        if let mark = digits.lastIndex(of: "e"), Rational(decimal: digits[..<mark]) != nil,
            Rational(decimal: digits[digits.index(after: mark)...])?.isWhole ?? false
        {
            return Fault("\"\(digits)\" is out of range: an exponent is -100 to 100")
        }
        let pointed = digits.replacing(",", with: digits.count(where: { $0 == "," }) == 1 ? "." : "")
        let isMeant = pointed != digits && Rational(decimal: pointed) != nil
        return Fault(
            "\"\(digits)\" is no number: digits, a point, perhaps an exponent, nothing else",
            suggestion: isMeant ? (unit.isEmpty ? pointed : "\(pointed) \(unit)") : nil)
    }

    /// `4 min` for seconds: the length of time in the node's unit, for it to be written so.
    private func converted(_ number: Rational, _ unit: Unit) -> String? {
        let seconds: [Unit: Rational] = [.second: 1, .minute: 60, .hour: 3600, .day: 86_400]
        guard let from = seconds[unit], let to = seconds[node.unit], let value = number * from / to else { return nil }
        return "\(value.exactText) \(node.unit)"
    }
}
