/// The one definition of a node's value, made with ordinary operators. The same value is computed exactly, sampled in
/// blocks of Doubles, printed by `explain` and taken apart by `diff`.
///
/// ```swift
/// let peak = messagesPerDay / .day * peakFactor      // messages/s
/// let perZone = ceil(1.1 * demand / (zones - 1.of(.zone)))
/// ```
///
/// Units are checked as it is made; what is wrong stays in ``fault`` until the node that takes the formula names it.
public struct Formula: Sendable {
    indirect enum Term: Sendable {
        /// A number in its dimension, and the unit to show it in.
        case number(Quantity)
        /// A conversion that has a name: 86,400 s/day.
        case named(String, Quantity)
        case node(Node)
        case binary(Operator, Formula, Formula)
        /// The same number, now of other nouns.
        case relabelled(Formula)
        case rounded(Formula, Rounding)
        case extreme(Extreme, [Alternative])
        case tiers(Formula, Ladder)
    }

    enum Operator: String, Sendable {
        case sum = "+"
        case difference = "-"
        case product = "*"
        case quotient = "/"
    }

    enum Extreme: String, Sendable {
        case largest, smallest
    }

    /// One of those that a choice is made from.
    public struct Alternative: Sendable {
        public let name: String
        public let formula: Formula
    }

    let term: Term
    let dimension: Dimension
    /// The first unit error in it.
    let fault: String?

    init(_ term: Term, _ dimension: Dimension, fault: String? = nil) {
        self.term = term
        self.dimension = dimension
        self.fault = fault
    }

    init(_ node: Node) { self.init(.node(node), node.unit.dimension) }

    init(_ quantity: Quantity) { self.init(.number(quantity), quantity.unit.dimension) }

    static func faulty(_ why: String) -> Formula { Formula(.number(Quantity(0, .ratio)), .none, fault: why) }
}

extension Formula: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    public init(integerLiteral value: Int) { self.init(Quantity(Rational(value), .ratio)) }
    public init(floatLiteral value: Double) { self.init(Quantity(Rational(floatLiteral: value), .ratio)) }
}

extension Int {
    /// `1.of(.zone)`: a number that is not a ratio.
    public func of(_ unit: Unit) -> Formula { Formula(Quantity(Rational(self), unit)) }
}

extension Rational {
    /// `Rational(0.5).of(.zone)`.
    public func of(_ unit: Unit) -> Formula { Formula(Quantity(self, unit)) }
}

// MARK: Arithmetic

extension Formula {
    public static func + (a: Formula, b: Formula) -> Formula { alike(.sum, a, b) }
    public static func - (a: Formula, b: Formula) -> Formula { alike(.difference, a, b) }

    public static func * (a: Formula, b: Formula) -> Formula {
        Formula(.binary(.product, a, b), a.dimension * b.dimension, fault: a.fault ?? b.fault)
    }

    public static func / (a: Formula, b: Formula) -> Formula {
        Formula(.binary(.quotient, a, b), a.dimension / b.dimension, fault: a.fault ?? b.fault)
    }

    private static func alike(_ operation: Operator, _ a: Formula, _ b: Formula) -> Formula {
        let fault =
            a.dimension == b.dimension ? nil : "\(a.dimension.unit) \(operation.rawValue) \(b.dimension.unit) have no sum"
        return Formula(.binary(operation, a, b), a.dimension, fault: a.fault ?? b.fault ?? fault)
    }

    /// The same number of something else, written where one thing stands for another: a delivery that is not seen
    /// becomes a push. A noun replaces the nouns above the line; a whole unit replaces all nouns, and must have the same
    /// measures.
    public func `as`(_ unit: Unit) -> Formula {
        let other = unit.dimension
        if other == other.countedNouns, !other.powers.isEmpty {
            return Formula(.relabelled(self), dimension / dimension.countedNouns * other, fault: fault)
        }
        let mismatch = other.measures == dimension.measures ? nil : "\(dimension.unit) can't be called \(unit)"
        return Formula(.relabelled(self), other, fault: fault ?? mismatch)
    }
}

// MARK: Rounding and choosing

/// How a value becomes a rounder one. Steps are in the dimension: 1 task, 5000 B.
enum Rounding: Sendable, Hashable {
    case up(Rational)
    case down(Rational)
    case halfUp(Rational)
    case significant(Int)
}

/// The whole number of tasks, shards, units that is enough.
public func ceil(_ formula: Formula) -> Formula { Formula(.rounded(formula, .up(1)), formula.dimension, fault: formula.fault) }

/// The whole number that is not above.
public func floor(_ formula: Formula) -> Formula {
    Formula(.rounded(formula, .down(1)), formula.dimension, fault: formula.fault)
}

extension Formula {
    /// Up to a multiple of a step of the same unit: 2 kB to 5 kB, as a record is billed.
    public func roundedUp(to step: Quantity) -> Formula { rounded(step, Rounding.up) }

    /// To the nearest multiple, halves up: `line.rounded(to: Quantity(100, .usd / .month))`.
    public func rounded(to step: Quantity) -> Formula { rounded(step, Rounding.halfUp) }

    /// To the nearest number of that many significant digits, halves up.
    public func rounded(significantDigits digits: Int) -> Formula {
        Formula(.rounded(self, .significant(digits)), dimension, fault: fault)
    }

    private func rounded(_ step: Quantity, _ rounding: (Rational) -> Rounding) -> Formula {
        let mismatch = step.unit.dimension == dimension ? nil : "\(dimension.unit) can't be rounded to \(step)"
        return Formula(.rounded(self, rounding(step.value)), dimension, fault: fault ?? mismatch)
    }
}

/// The greatest of named alternatives; `explain` says which bound, and what came next.
public func largest(_ alternatives: KeyValuePairs<String, Formula>) -> Formula { extreme(.largest, alternatives) }

/// The least of named alternatives.
public func smallest(_ alternatives: KeyValuePairs<String, Formula>) -> Formula { extreme(.smallest, alternatives) }

private func extreme(_ which: Formula.Extreme, _ alternatives: KeyValuePairs<String, Formula>) -> Formula {
    let all = alternatives.map { Formula.Alternative(name: $0.key, formula: $0.value) }
    guard let first = all.first?.formula else { return .faulty("a choice of nothing") }
    let other = all.first { $0.formula.dimension != first.dimension }
    let mismatch = other.map { "\(first.dimension.unit) and \($0.formula.dimension.unit) can't be compared" }
    return Formula(
        .extreme(which, all), first.dimension, fault: all.compactMap(\.formula.fault).first ?? mismatch)
}
