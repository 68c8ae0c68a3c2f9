/// A named figure of a design: what it is called, how it is shown, where it comes from, and how it is computed.
public final class Node: Sendable {
    /// `chat.r2.push.fcm_peak_per_min`.
    public let id: String
    public let kind: NodeKind
    public let unit: Unit
    /// Where it stands in the design, or where its value is from.
    public let source: Source
    /// What a reader should know beside the formula; may be empty.
    public let note: String
    /// Nil for an input.
    let formula: Formula?
    /// Of an input, in its dimension; nil where it is not known: unpriced, no limit published.
    public let value: Rational?
    /// What an input may be.
    public let range: ValueRange

    init(
        _ id: String, _ kind: NodeKind, _ unit: Unit, _ source: Source, formula: Formula? = nil, value: Rational? = nil,
        range: ValueRange = .notNegative, note: String = ""
    ) {
        self.id = id
        self.kind = kind
        self.unit = unit
        self.source = source
        self.formula = formula
        self.value = value
        self.range = range
        self.note = note
    }

    public var isInput: Bool { formula == nil }

    /// The least that an input may be, in its own unit.
    var least: Rational {
        switch range {
        case .atLeast(let least), .whole(let least): least
        case .any, .notNegative, .positive, .share: 0
        }
    }

    /// There are no halves of it.
    var isWhole: Bool {
        if case .whole = range { return true }
        return false
    }

    static let quotedMark = "quoted: "
    /// A result that the design's text gives without what it follows from.
    public var isQuoted: Bool { isInput && note.hasPrefix(Node.quotedMark) }
}

public enum NodeKind: String, Sendable, CaseIterable {
    case assumption, price, quota, calibrated, derived, rounded, choice
}

/// What an input may be, in its own unit.
public enum ValueRange: Sendable, Hashable {
    case any
    case notNegative
    case positive
    /// 0 … 1, or 0 … 100 %.
    case share
    case atLeast(Rational)
    /// Zones, regions and chosen shards, which there are no halves of.
    case whole(atLeast: Rational)

    func allows(_ number: Rational, _ unit: Unit) -> Bool {
        switch self {
        case .any: true
        case .notNegative: !number.isNegative
        case .positive: !number.isNegative && !number.isZero
        case .share: !number.isNegative && number <= (unit == .percent ? 100 : 1)
        case .atLeast(let least): number >= least
        case .whole(let least): number >= least && number.isWhole
        }
    }

    public var words: String {
        switch self {
        case .any: "any number"
        case .notNegative: "0 or more"
        case .positive: "above 0"
        case .share: "0 % to 100 %"
        case .atLeast(let least): "at least \(least.exactText)"
        case .whole(let least): "a whole number of at least \(least.exactText)"
        }
    }
}
