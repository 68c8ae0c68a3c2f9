import FleetCore
import QueryCatalog
import Statistics

/// One row of a signal's query.
struct SignalRow {
    /// A value for each of the signal's dimensions; nil where the row is not told apart by it.
    let parts: [String?]
    /// What the source's series are told apart by, and over which period they were summed up: rows of different ones count
    /// the same things again, and are never added up.
    let cut: MetricCut
    /// The beginning of its step, seconds since the epoch.
    let step: Int64
    let bucket: Int32?
    let amount: Double?
    let base: Double?
    /// On how many installs, each of them one witness; beside a base.
    let witnesses: Int64

    init(
        _ parts: [String?], cut: MetricCut = MetricCut(names: "", periodSeconds: 0), step: Int64, bucket: Int32? = nil,
        amount: Double?, base: Double?, witnesses: Int64 = 0
    ) {
        self.parts = parts
        self.cut = cut
        self.step = step
        self.bucket = bucket
        self.amount = amount
        self.base = base
        self.witnesses = witnesses
    }

    init(_ row: QueryRow, _ signal: Signal) {
        parts = signal.dimensions.map { row.text($0) }
        cut =
            signal.source == .metrics
            ? MetricCut(names: row.text("cut") ?? "", periodSeconds: row.count("period_s"))
            : MetricCut(names: "", periodSeconds: 0)
        if row.has("day") {
            step = row.text("day").flatMap { Day($0) }.map { $0.start.epochSeconds } ?? 0
        } else if row.has("hour") {
            step = row.count("hour") * 3600
        } else {
            step = row.count("step_epoch")
        }
        bucket = row.has("bucket") ? row.integer("bucket").map { Int32(clamping: $0) } : nil
        amount = row.real("amount")
        base = row.real("base")
        witnesses = row.has("failing_installs") ? row.integer("failing_installs") ?? 0 : 0
    }
}

/// What the rows of some steps, or of one, come to.
struct SignalSum {
    private(set) var amount: Double?
    private(set) var base: Double?
    private(set) var witnesses: Int64 = 0
    private(set) var greatest: Double?
    private(set) var least: Double?
    private(set) var buckets = BucketCounts()

    mutating func addAmount(_ row: SignalRow) {
        guard let value = row.amount else { return }
        amount = (amount ?? 0) + value
        greatest = max(greatest ?? value, value)
        least = min(least ?? value, value)
        if let bucket = row.bucket { buckets.add(bucket: bucket, count: Int64(value)) }
    }

    mutating func addBase(_ row: SignalRow) {
        if let value = row.base { base = (base ?? 0) + value }
        witnesses += row.witnesses
    }

    /// Silence beside a base that speaks is zero.
    var events: Double? { amount ?? (base == nil ? nil : 0) }
}

/// A signal's rows, by step. What is asked of it picks the rows that count everything once.
struct SignalTable {
    let signal: Signal
    let rows: [SignalRow]

    init(_ signal: Signal, _ rows: [SignalRow]) {
        self.signal = signal
        if case .rate = signal.measure {
            self.rows = SignalSpread(stepSeconds: signal.stepSeconds).spread(rows)
        } else {
            self.rows = rows
        }
    }

    /// The end of the newest step with a row.
    var newestEnd: Int64? { rows.map(\.step).max().map { $0 + signal.stepSeconds } }

    /// What a slice is told apart by: dimension and value.
    typealias Parts = [(index: Int, value: String)]

    /// By step, of one slice; without parts, of everything.
    func sums(_ parts: Parts = []) -> [Int64: SignalSum] {
        let indices = parts.map(\.index)
        let amountCut = cut(for: indices) { $0.amount != nil }
        let baseCut = cut(for: indices) { $0.base != nil }
        var sums: [Int64: SignalSum] = [:]
        for row in rows where parts.allSatisfy({ row.parts[$0.index] == $0.value }) {
            if row.cut == amountCut { sums[row.step, default: SignalSum()].addAmount(row) }
            if row.cut == baseCut { sums[row.step, default: SignalSum()].addBase(row) }
        }
        return sums
    }

    /// What some slices come to over a window: of every combination of values of the dimensions at `indices`.
    func slices(_ indices: [Int], _ window: Range<Int64>) -> [[String]: [Int64: SignalSum]] {
        let amountCut = cut(for: indices) { $0.amount != nil }
        let baseCut = cut(for: indices) { $0.base != nil }
        var slices: [[String]: [Int64: SignalSum]] = [:]
        for row in rows where window.contains(row.step) {
            let isAmount = row.cut == amountCut && row.amount != nil
            let isBase = row.cut == baseCut && row.base != nil
            guard isAmount || isBase else { continue }
            let key = indices.compactMap { row.parts[$0] }
            guard key.count == indices.count else { continue }
            if isAmount { slices[key, default: [:]][row.step, default: SignalSum()].addAmount(row) }
            if isBase { slices[key, default: [:]][row.step, default: SignalSum()].addBase(row) }
        }
        return slices
    }

    /// Does any base tell these dimensions apart?
    func hasBase(_ indices: [Int]) -> Bool { cut(for: indices) { $0.base != nil } != nil }

    /// Of the ways in which the rows are cut, those that tell the dimensions apart: the one to take of them.
    private func cut(for indices: [Int], _ has: (SignalRow) -> Bool) -> MetricCut? {
        var newest: [MetricCut: Int64] = [:]
        for row in rows where has(row) && indices.allSatisfy({ row.parts[$0] != nil }) {
            newest[row.cut] = max(newest[row.cut] ?? Int64.min, row.step)
        }
        return MetricCut.coarsest(of: newest, stepSeconds: signal.stepSeconds)
    }
}

extension Signal {
    /// The value of some steps; nil: there is none.
    func value(_ sums: some Collection<(key: Int64, value: SignalSum)>) -> Double? {
        switch measure {
        case .share, .ratio:
            let amounts = sums.compactMap(\.value.amount)
            // Of nothing at all beside a base that speaks the header says whether it is zero.
            if amounts.isEmpty, companion == nil { return nil }
            let base = sums.reduce(0) { $0 + ($1.value.base ?? 0) }
            return base > 0 ? amounts.reduce(0, +) / base : nil
        case .sum:
            let events = sums.compactMap(\.value.events)
            return events.isEmpty ? nil : events.reduce(0, +)
        case .rate(let seconds):
            return sums.compactMap(\.value.events).max().map { $0 * Double(seconds) / Double(stepSeconds) }
        case .greatest: return sums.compactMap(\.value.greatest).max()
        case .least: return sums.compactMap(\.value.least).min()
        case .middle: return lowerMedian(sums.compactMap(\.value.greatest))
        case .newest: return sums.filter { $0.value.greatest != nil }.max { $0.key < $1.key }?.value.greatest
        case .percentile(let percent):
            var all = BucketCounts()
            for sum in sums { all.add(sum.value.buckets) }
            return all.percentile(percent)
        }
    }
}
