/// A row of eight-level bars, a value each; a missing value is a gap, drawn `·`, never a bar at zero.
///
///     sparkline([0, 0.5, nil, 1], scale: .fromZero)     // "▁▅·█"
public func sparkline(_ values: [Double?], scale: SparklineScale) -> String {
    let known = values.compactMap { $0 }.filter(\.isFinite)
    guard let least = known.min(), let greatest = known.max() else { return String(repeating: "·", count: values.count) }
    let (low, high) =
        switch scale {
        case .fromZero: (min(0, least), max(0, greatest))
        case .betweenExtremes: (least, greatest)
        case .fixed(let range): (range.lowerBound, range.upperBound)
        }
    return String(values.map { bar($0, low, high) })
}

/// What the lowest and the full bar stand for.
public enum SparklineScale: Sendable, Equatable {
    /// 0 to the greatest value: shares of the fleet, counts.
    case fromZero
    /// The least to the greatest value: crash-free, which lives between 99 and 100 %. Equal values are drawn half high.
    case betweenExtremes
    case fixed(ClosedRange<Double>)
}

private let bars: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

private func bar(_ value: Double?, _ low: Double, _ high: Double) -> Character {
    guard let value, value.isFinite else { return "·" }
    guard high > low else { return value == 0 ? bars[0] : bars[3] }
    let level = ((value - low) / (high - low) * 7).rounded()
    return bars[min(7, max(0, Int(level)))]
}
