import FleetCore

/// A signal's values step by step, and when they went over the limit. Pure.
struct SignalCourse {
    let points: [SignalPoint]
    let trend: [Double?]
    private let signal: Signal
    private let sums: [Int64: SignalSum]
    /// The steps of everything that the signal is told apart by, this slice or another.
    private let spoken: Set<Int64>

    /// - Parameter spoken: the steps in which the source said anything; what a slice lacks of them is from before it was.
    init(_ signal: Signal, _ sums: [Int64: SignalSum], spoken: Set<Int64> = [], end: Int64) {
        self.signal = signal
        self.spoken = spoken
        self.sums = sums
        let step = signal.stepSeconds
        let count = Int(signal.historySeconds / step)
        let starts = (0..<count).map { end - Int64(count - $0) * step }
        points = starts.map { start in
            SignalPoint(
                at: Instant(epochSeconds: start), value: sums[start].flatMap { signal.value([start: $0]) })
        }
        let size = (count + SignalState.trendPoints - 1) / SignalState.trendPoints
        trend = stride(from: 0, to: count, by: max(1, size)).map { first in
            var group: [Int64: SignalSum] = [:]
            for start in starts[first..<min(first + size, count)] { group[start] = sums[start] }
            return signal.value(group)
        }
    }

    /// So many steps may be well, or missing, without ending what goes on.
    static let stepsForgiven = 2

    /// The beginning of the last run of steps over the limit, and whether it is that of all that was looked at.
    ///
    /// - Parameter limit: of the window's value; of a sum a step may have its part of it.
    func onset(_ limit: Double, _ direction: SignalLimit.Direction) -> (since: Instant, isBefore: Bool)? {
        let stepLimit =
            signal.measure == .sum ? limit * Double(signal.stepSeconds) / Double(signal.windowSeconds) : limit
        return onset { value, _ in direction == .above ? value > stepLimit : value < stepLimit }
    }

    /// The same of steps that are over by a rule of their own.
    func onset(_ isOver: (Double, SignalSum) -> Bool) -> (since: Instant, isBefore: Bool)? {
        let isOver = points.map { point in
            guard let value = point.value, let sum = sums[point.at.epochSeconds] else { return false }
            return isOver(value, sum)
        }
        guard var first = isOver.lastIndex(of: true) else { return nil }
        var forgiven = 0
        for index in stride(from: first, through: 0, by: -1) {
            if isOver[index] {
                first = index
                forgiven = 0
            } else {
                forgiven += 1
                if forgiven > SignalCourse.stepsForgiven { break }
            }
        }
        let firstKnown = points.firstIndex { $0.value != nil } ?? 0
        // A version that is bad from its first day on was not bad before it.
        let isNew = points[..<firstKnown].contains { spoken.contains($0.at.epochSeconds) }
        return (points[first].at, first <= firstKnown && !isNew)
    }
}
