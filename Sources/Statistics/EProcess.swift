import Glibc

/// Evidence, that may be looked at as often as one likes, about the ratio of two arms' event rates: the stratified
/// conditional-binomial e-process.
///
/// In a cell (a stratum, on the day on which it became known) `x` of `n1` installs of the new arm and `y` of `n0` of the
/// baseline have their first event. Given x + y, each event is on the new arm with probability θ(λ) = ρλ / (1 − ρ + ρλ),
/// ρ = n1 / (n1 + n0), if the rates' ratio is λ. Against a claimed bound β the process of one alternative λ grows by the
/// likelihood ratio
///
///     log E_λ += x · ln(θ(λ) / θ(β)) + y · ln((1 − θ(λ)) / (1 − θ(β)))
///
/// and E is the mean over a grid of alternatives. Under the claim E is a non-negative supermartingale that starts at 1, so
/// the chance that it ever reaches 1/α, at any number of looks and whatever the balance of the arms, is at most α. Cells
/// multiply: arms are only ever compared within a stratum.
///
/// Sources: J. Ville, "Étude critique de la notion de collectif" (1939), for the inequality; H. Robbins, "Statistical
/// methods related to the law of the iterated logarithm", Annals of Mathematical Statistics 41 (1970) 1397–1409, for
/// mixtures; A. Ramdas, P. Grünwald, V. Vovk, G. Shafer, "Game-theoretic statistics and safe anytime-valid inference",
/// Statistical Science 38 (2023) 576–601.
public struct EProcess: Sendable {
    /// What would be shown, were E to reach 1/α.
    public enum Claim: Sendable, Hashable {
        /// The new arm's rate is over `margin` times the baseline's.
        case harm(margin: Double)
        /// The new arm's rate is under `margin` times the baseline's: proof of safety, not the lack of an alarm.
        case safety(margin: Double)
    }

    /// First events of two arms.
    public struct Cell: Sendable, Hashable {
        /// Installs at risk (no event known before) and first events.
        public let newInstalls: Int64
        public let newEvents: Int64
        public let baselineInstalls: Int64
        public let baselineEvents: Int64

        /// - Precondition: 0 ≤ events ≤ installs, of each arm.
        public init(new: (events: Int64, installs: Int64), baseline: (events: Int64, installs: Int64)) {
            precondition(
                (0...new.installs).contains(new.events) && (0...baseline.installs).contains(baseline.events),
                "an install has its first event once")
            newInstalls = new.installs
            newEvents = new.events
            baselineInstalls = baseline.installs
            baselineEvents = baseline.events
        }

        /// Has installs of both arms; others say nothing.
        public var isComparable: Bool { newInstalls > 0 && baselineInstalls > 0 }
    }

    public let claim: Claim
    /// The alternatives, as ratios of the rates.
    public let alternatives: [Double]
    /// The bound of the claim that is to be refuted.
    private let bound: Double
    private var logs: [Double]
    /// The greatest value that ``value`` had, as its logarithm.
    public private(set) var greatestLog = 0.0

    /// Alternatives, log-spaced: of harm 25, 1.25 … 10 times the margin; of safety 20, 0.2 … 0.9 times the margin.
    /// - Precondition: the margin is over 0.
    public init(_ claim: Claim) {
        self.claim = claim
        switch claim {
        case .harm(let margin):
            bound = margin
            alternatives = EProcess.grid(25, margin * 1.25, margin * 10)
        case .safety(let margin):
            bound = margin
            alternatives = EProcess.grid(20, margin * 0.2, margin * 0.9)
        }
        precondition(bound > 0, "a ratio of rates is over 0")
        logs = Array(repeating: 0, count: alternatives.count)
    }

    /// What one cell adds, and a look at the value. A cell without both arms adds nothing.
    public mutating func add(_ cell: Cell) { add(CollectionOfOne(cell)) }

    /// What several cells add, looked at once: those of all strata, say, of an hour.
    public mutating func add(_ cells: some Sequence<Cell>) {
        for cell in cells where cell.isComparable && cell.newEvents + cell.baselineEvents > 0 {
            let (x, y) = (Double(cell.newEvents), Double(cell.baselineEvents))
            // (1 − ρ) / ρ; θ(λ) = λ / (odds + λ) then.
            let odds = Double(cell.baselineInstalls) / Double(cell.newInstalls)
            for (index, ratio) in alternatives.enumerated() {
                let sums = log((odds + bound) / (odds + ratio))
                logs[index] += x * (log(ratio / bound) + sums) + y * sums
            }
        }
        greatestLog = max(greatestLog, logValue)
    }

    /// What a cell adds to ln E of the alternative that the evidence favours most: the parts that strata have in it, which
    /// add up, as those of the mean over the grid do not.
    public func move(by cell: Cell) -> Double {
        guard cell.isComparable, let best = logs.indices.max(by: { logs[$0] < logs[$1] }) else { return 0 }
        let odds = Double(cell.baselineInstalls) / Double(cell.newInstalls)
        let ratio = alternatives[best]
        let sums = log((odds + bound) / (odds + ratio))
        return Double(cell.newEvents) * (log(ratio / bound) + sums) + Double(cell.baselineEvents) * sums
    }

    /// ln E, now.
    public var logValue: Double {
        let greatest = logs.reduce(-Double.infinity, max)
        return greatest + log(logs.reduce(0) { $0 + exp($1 - greatest) } / Double(logs.count))
    }

    /// E: 1 says nothing; 1/α or more refutes the claim's opposite at level α.
    public var value: Double { exp(logValue) }

    /// The greatest that E was.
    public var greatestValue: Double { exp(greatestLog) }

    /// Was it shown at level `alpha`, at any look since the beginning?
    public func isShown(alpha: Double) -> Bool { greatestLog >= log(1 / alpha) }

    private static func grid(_ count: Int, _ first: Double, _ last: Double) -> [Double] {
        (0..<count).map { first * pow(last / first, Double($0) / Double(count - 1)) }
    }
}
