/// Where a number comes from, on every leaf.
public enum Source: Sendable, Hashable, CustomStringConvertible {
    /// A section of the design document: `chat R2.6`.
    case design(String)
    case price(PriceSource)
    case quota(String)
    /// Chosen so that stated figures come out; the window is what they allow.
    case calibrated(window: String)
    case scenario(file: String, line: Int)
    case commandLine
    case measured(metric: String, window: String)
    /// The calculator's own: calendar, free tier.
    case convention(String)

    public var description: String {
        switch self {
        case .design(let section): "design \(section)"
        case .price(let price): "\(price)"
        case .quota(let text): text
        case .calibrated(let window): window.isEmpty ? "calibrated" : "calibrated, \(window)"
        case .scenario(let file, let line): "\(file):\(line)"
        case .commandLine: "--set"
        case .measured(let metric, let window): "measured \(metric), \(window)"
        case .convention(let text): text
        }
    }
}

/// When a price was seen, and how far to trust it.
public struct PriceSource: Sendable, Hashable, CustomStringConvertible {
    /// As it is known: a day, a month, a year, or nothing.
    public let asOf: String
    public let confidence: Confidence

    public var description: String { "price as of \(asOf.isEmpty ? "an unknown day" : asOf), confidence \(confidence.rawValue)" }
}

/// A: the vendor's own page or price file. B: other sources that agree. C: one source, or from memory: weak.
public enum Confidence: String, Sendable, CaseIterable {
    case a = "A"
    case b = "B"
    case c = "C"
}
