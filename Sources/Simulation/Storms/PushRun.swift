package import FleetCore

extension PushOutage {
    /// Runs until the backlog is gone, or to the horizon.
    package func run(stop: StopRequest? = nil) -> PushOutcome {
        var run = PushRun(self)
        for bin in 0..<horizonSeconds / binSeconds {
            if bin % 1000 == 0, stop?.isSet == true { break }
            run.step(bin)
            if run.outcome.drainSeconds != nil { break }
        }
        if let drain = run.outcome.drainSeconds {
            run.outcome.verdict = drain <= Double(outageSeconds) ? .recovers : .slow
        }
        return run.outcome
    }

    /// Pushes that came before `seconds` had passed; in doubles, whose sums and products are the same everywhere.
    func arrivals(before seconds: Int) -> Double {
        switch load {
        case .constant: return pushesPerSecond * Double(seconds)
        case .diurnal(let peakFactor, let startHour):
            let rates = DailyShape.rates(peak: pushesPerSecond, peakFactor: peakFactor)
            var sum = 0.0
            let (hours, rest) = (seconds / 3600, seconds % 3600)
            let day = rates.reduce(0) { $0 + $1 * 3600 }
            sum += day * Double(hours / 24)
            for hour in 0..<hours % 24 { sum += rates[(startHour + hour) % 24] * 3600 }
            return sum + rates[(startHour + hours % 24) % 24] * Double(rest)
        }
    }
}

/// How a day's traffic is spread over its hours: quiet at four, busiest in the evening.
enum DailyShape {
    /// Shares of the mean in hundredths, 24 hours of it; the greatest is four times the mean.
    static let hundredths = [
        40, 20, 10, 6, 6, 10, 24, 48, 70, 80, 84, 88, 100, 96, 88, 84, 90, 120, 170, 270, 400, 300, 140, 56,
    ]

    /// A rate an hour, with `peak` in the busiest and a mean of `peak / peakFactor`: the shape, made flatter or steeper,
    /// nowhere below 0.
    static func rates(peak: Double, peakFactor: Double) -> [Double] {
        let mean = peak / peakFactor
        let total = Double(hundredths.reduce(0, +))
        let shares = hundredths.map { Double($0) * 24 / total }
        let steepness = (peakFactor - 1) / ((shares.max() ?? 1) - 1)
        return shares.map { max(0, mean * (1 + steepness * ($0 - 1))) }
    }
}

private struct PushRun {
    private let outage: PushOutage
    /// Waiting pushes by the bin in which they came; a replaced one is gone from its bin.
    private var waiting: [Int]
    private var head = 0
    private var backlog = 0
    /// Of what was sent so far, what went to invalid tokens, in whole pushes.
    private var sentSoFar = 0
    var outcome: PushOutcome

    init(_ outage: PushOutage) {
        self.outage = outage
        waiting = Array(repeating: 0, count: outage.horizonSeconds / outage.binSeconds)
        outcome = PushOutcome(binSeconds: outage.binSeconds)
    }

    mutating func step(_ bin: Int) {
        let width = outage.binSeconds
        let arrived =
            Int(outage.arrivals(before: (bin + 1) * width).rounded(.down))
            - Int(outage.arrivals(before: bin * width).rounded(.down))
        replace(by: arrived, at: bin)
        waiting[bin] = arrived
        backlog += arrived
        outcome.greatestBacklog = max(outcome.greatestBacklog, backlog)
        var now = PushOutcome.Step(arrived: arrived)
        now.expired = expire(at: bin)
        if bin * width >= outage.outageSeconds { now.sent = send(at: bin) }
        now.backlog = backlog
        outcome.steps.append(now)
        outcome.arrived += arrived
        outcome.sent += now.sent
        outcome.expired += now.expired
        if backlog == 0, (bin + 1) * width > outage.outageSeconds {
            outcome.drainSeconds = Double((bin + 1) * width - outage.outageSeconds)
        }
    }

    /// Takes what the arrivals replace out of what waits, evenly.
    private mutating func replace(by arrived: Int, at bin: Int) {
        guard let conversations = outage.conversations, backlog > 0 else { return }
        var random = SplitMix64(key: stormKey(outage.seed, .coalesced, lane: 0, bin: bin))
        let share = min(1, Double(backlog) / conversations)
        let replaced = min(backlog, Int((Double(arrived) * share + random.unit()).rounded(.down)))
        guard replaced > 0 else { return }
        var gone: [(index: Int, count: Int)] = []
        Spread.take(replaced, outOf: backlog, waiting[head..<bin], random: &random) { gone.append(($0, $1)) }
        for (index, count) in gone { waiting[index] -= count }
        backlog -= replaced
        outcome.replaced += replaced
    }

    private mutating func expire(at bin: Int) -> Int {
        let last = bin - outage.timeToLiveSeconds / outage.binSeconds
        var expired = 0
        while head <= last {
            expired += waiting[head]
            waiting[head] = 0
            head += 1
        }
        backlog -= expired
        return expired
    }

    private mutating func send(at bin: Int) -> Int {
        let perBin = outage.quotaPerMinute * Double(outage.binSeconds) / 60
        let since = bin - outage.outageSeconds / outage.binSeconds
        let capacity = Int((perBin * Double(since + 1)).rounded(.down)) - Int((perBin * Double(since)).rounded(.down))
        var left = min(capacity, backlog)
        let sent = left
        while left > 0, head <= bin {
            let some = min(left, waiting[head])
            if some > 0 { outcome.longestWaitSeconds = max(outcome.longestWaitSeconds, (bin - head) * outage.binSeconds) }
            waiting[head] -= some
            left -= some
            if waiting[head] == 0, head < bin { head += 1 } else if left > 0 { break }
        }
        backlog -= sent - left
        let before = Int(Double(sentSoFar) * outage.invalidShare)
        sentSoFar += sent - left
        outcome.sentInvalid += Int(Double(sentSoFar) * outage.invalidShare) - before
        return sent - left
    }
}
