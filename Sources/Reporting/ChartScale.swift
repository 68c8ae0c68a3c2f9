import Glibc

/// An axis of values: where it begins and ends, and what is written along it.
struct ChartScale {
    let low: Double
    let high: Double
    let ticks: [Double]

    private static let mostTicks = 5

    /// Round numbers at both ends. `limits`: what the values can't pass, such as 0…1 of a share.
    init(covering values: [Double], fromZero: Bool, limits: ClosedRange<Double>) {
        var low = fromZero ? 0 : values.min() ?? 0
        var high = values.max() ?? 1
        if high <= low {
            // One value: a little room around it, so that it does not lie on an edge.
            let room = max(abs(high) * 0.01, limits.upperBound == 1 ? 0.01 : 1)
            if !fromZero { low -= room }
            high = low + (fromZero ? room : 2 * room)
        }
        low = max(low, limits.lowerBound)
        high = min(max(high, low + 1e-9), max(limits.upperBound, low + 1e-9))
        let step = ChartScale.step(high - low)
        let first = (low / step + 1e-9).rounded(.down)
        let last = (high / step - 1e-9).rounded(.up)
        ticks = (0...Int(min(max(last - first, 1), 20))).map { (first + Double($0)) * step }
        self.low = ticks.first ?? low
        self.high = ticks.last ?? high
    }

    /// 1, 2, 2.5 or 5 times a power of ten.
    private static func step(_ span: Double) -> Double {
        let least = span / Double(mostTicks - 1)
        let power = pow(10, floor(log10(least)))
        return ([1, 2, 2.5, 5].lazy.map { $0 * power }.first { $0 >= least * (1 - 1e-9) }) ?? 10 * power
    }

    /// 0 at the axis's low end, 1 at its high end.
    func place(_ value: Double) -> Double { (value - low) / (high - low) }
}

/// A value beside an axis: as short as it can be.
func tickText(_ value: Double, _ kind: ColumnKind) -> String {
    switch kind {
    case .share: chosenShareText(value)
    case .duration: durationText(seconds: value)
    case .bytes: bytesText(Int64(value))
    default: value == value.rounded() ? rateText(value, decimals: 0) : rateText(value, decimals: value < 0.1 ? 2 : 1)
    }
}
