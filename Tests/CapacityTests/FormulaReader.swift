@testable import Capacity

/// Evaluates the formulas that explain prints: an evaluator of its own, which knows nothing of the product's.
struct FormulaReader {
    enum Fault: Error {
        case at(String)
    }

    private var rest: Substring
    private let values: [String: Rational]

    /// - Parameter values: of ids, in their dimensions.
    static func value(of text: String, _ values: [String: Rational]) throws -> Rational {
        var reader = FormulaReader(rest: text[...], values: values)
        let value = try reader.sum()
        guard reader.rest.isEmpty else { throw Fault.at(String(reader.rest)) }
        return value
    }

    private init(rest: Substring, values: [String: Rational]) {
        self.rest = rest
        self.values = values
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.hasPrefix(text) else { return false }
        rest = rest.dropFirst(text.count)
        return true
    }

    private mutating func expect(_ text: String) throws {
        if !take(text) { throw Fault.at("\(text) missing before \(rest)") }
    }

    private mutating func sum() throws -> Rational {
        var value = try product()
        while true {
            if take(" + ") {
                value = value + (try product())
            } else if take(" - ") {
                value = value - (try product())
            } else {
                return value
            }
        }
    }

    private mutating func product() throws -> Rational {
        var value = try primary()
        while true {
            if take(" * ") {
                value = value * (try primary())
            } else if take(" / ") {
                guard let quotient = value / (try primary()) else { throw Fault.at("division by zero") }
                value = quotient
            } else {
                return value
            }
        }
    }

    private mutating func primary() throws -> Rational {
        for name in ["ceil", "floor", "round"] where take(name + "(") { return try rounding(name) }
        if take("largest(") { return try alternatives().max() ?? 0 }
        if take("smallest(") { return try alternatives().min() ?? 0 }
        if take("tiers(") { return try tiers() }
        if take("(") {
            let start = rest
            if let number = takeNumber(), take(")") { return number * (try unit()) }
            rest = start
            let value = try sum()
            try expect(")")
            if take(" as ") { _ = takeUnit() }
            return value
        }
        if let number = takeNumber() { return number * (try unit()) }
        let id = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" || $0 == "-" }
        guard let value = values[String(id)] else { throw Fault.at("unknown \(rest)") }
        rest = rest.dropFirst(id.count)
        return value
    }

    /// Digits, or a fraction.
    private mutating func takeNumber() -> Rational? {
        let digits = rest.prefix { $0.isNumber || $0 == "." || $0 == "-" || $0 == "/" }
        guard let first = digits.first, first.isNumber || (first == "-" && digits.count > 1) else { return nil }
        let parts = digits.split(separator: "/")
        guard let numerator = Rational(decimal: parts[0]) else { return nil }
        var value = numerator
        if parts.count == 2 {
            guard let denominator = Rational(decimal: parts[1]), let quotient = numerator / denominator else { return nil }
            value = quotient
        }
        rest = rest.dropFirst(digits.count)
        return value
    }

    /// The scale of the unit that follows, 1 where none does.
    private mutating func unit() throws -> Rational {
        guard rest.hasPrefix(" "), let next = rest.dropFirst().first,
            !"+-*/a(".contains(next) || rest.hasPrefix(" address") || rest.hasPrefix(" alarm") || rest.hasPrefix(" action")
                || rest.hasPrefix(" aws")
        else { return 1 }
        rest = rest.dropFirst()
        let text = takeUnit()
        guard let unit = Unit(text: text) else { throw Fault.at("no unit: \(text)") }
        return unit.scale
    }

    /// Up to an operator or the end of what surrounds it; `1,000 requests` has a comma and a space.
    private mutating func takeUnit() -> String {
        var text = ""
        while let character = rest.first {
            let isEnd = [" + ", " - ", " * ", " / ", " as ", ", ", "; ", ")"].contains { rest.hasPrefix($0) }
            if isEnd { break }
            text.append(character)
            rest = rest.dropFirst()
        }
        return text
    }

    private mutating func rounding(_ name: String) throws -> Rational {
        let value = try sum()
        var step = Rational.one
        if take(", to ") {
            guard let number = takeNumber() else { throw Fault.at(String(rest)) }
            step = number * (try unit())
        } else if take(", ") {
            guard let digits = takeNumber(), take(" digits)") else { throw Fault.at(String(rest)) }
            return significant(value, Int(digits.double))
        }
        try expect(")")
        guard let steps = value / step else { throw Fault.at("a step of 0") }
        switch name {
        case "ceil": return Rational(steps.ceiling) * step
        case "floor": return Rational(steps.floor) * step
        default: return Rational((steps + 0.5).floor) * step
        }
    }

    /// By moving the point until the digits are whole.
    private func significant(_ value: Rational, _ digits: Int) -> Rational {
        if value.isZero { return value }
        var scaled = value
        var factor = Rational.one
        let low = (0..<digits - 1).reduce(Rational.one) { power, _ in power * 10 }
        while scaled < low { (scaled, factor) = (scaled * 10, factor * 10) }
        while scaled >= low * 10 { (scaled, factor) = ((scaled / 10) ?? 0, (factor / 10) ?? 0) }
        return (Rational((scaled + 0.5).floor) / factor) ?? 0
    }

    private mutating func alternatives() throws -> [Rational] {
        var values: [Rational] = []
        repeat {
            guard let colon = rest.firstRange(of: ": ") else { throw Fault.at(String(rest)) }
            rest = rest[colon.upperBound...]
            values.append(try sum())
        } while take(", ")
        try expect(")")
        return values
    }

    private mutating func tiers() throws -> Rational {
        let quantity = try sum()
        var free = Rational.zero
        if take("; free ") { free = try sum() }
        var steps: [(from: Rational, price: Rational)] = []
        while take("; from ") {
            guard let from = takeNumber(), take(": ") else { throw Fault.at(String(rest)) }
            steps.append((from, try sum()))
        }
        try expect(")")
        var cost = Rational.zero
        for (i, step) in steps.enumerated() {
            let from = max(step.from, free)
            let to = i + 1 < steps.count ? min(steps[i + 1].from, quantity) : quantity
            if to > from { cost += (to - from) * step.price }
        }
        return cost
    }
}
