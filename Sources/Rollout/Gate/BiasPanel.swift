public import Statistics

/// The same comparison made in other ways, each with another weakness. Where they disagree, something else than the version
/// differs between the arms.
public struct BiasPanel: Sendable {
    public struct Row: Sendable {
        public enum Method: String, Sendable, CaseIterable {
            /// Everyone on one version against everyone on the other.
            case raw
            /// Within device class, tenure and day of receipt.
            case stratified
            /// The same installs before and after their update.
            case sameInstalls = "same_installs"
            /// Equal times since the update.
            case sinceUpdate = "since_update"
        }

        public let method: Method
        /// Of ``Method/sameInstalls`` the installs that crashed only after, and only before, of all in both.
        public let new: Exposure
        public let baseline: Exposure
        public let ratio: RateRatio?
        /// McNemar's; nil for the others.
        public let pValue: Double?
    }

    public let rows: [Row]
    /// Hours before and after an update that are compared.
    public let hours: Int64

    /// Too few events say nothing.
    static let leastEvents: Int64 = 10

    /// Methods that point in different directions: one over the harm margin, one under 1, both with enough events.
    public func disagreement(_ settings: GateSettings) -> (worse: Row, better: Row)? {
        let counted = rows.filter { $0.new.events + $0.baseline.events >= BiasPanel.leastEvents && $0.ratio?.value != nil }
        guard let worse = counted.max(by: { ($0.ratio?.value ?? 0) < ($1.ratio?.value ?? 0) }),
            let better = counted.min(by: { ($0.ratio?.value ?? 0) < ($1.ratio?.value ?? 0) }),
            worse.ratio?.value ?? 0 > settings.harmMargin, better.ratio?.value ?? 1 < 1
        else { return nil }
        return (worse, better)
    }

    init(crash: MeasureResult, same: SameInstalls?, since: (new: Exposure, baseline: Exposure)?, hours: Int64) {
        self.hours = hours
        var rows = [
            Row(
                method: .raw, new: crash.new, baseline: crash.baseline,
                ratio: RateRatio.pooled([EProcess.Cell(crash.new, crash.baseline)]), pValue: nil),
            Row(method: .stratified, new: crash.new, baseline: crash.baseline, ratio: crash.ratio, pValue: nil),
        ]
        if let same, same.installs > 0 {
            let (new, baseline) = (
                Exposure(atRisk: same.installs, events: same.after), Exposure(atRisk: same.installs, events: same.before)
            )
            rows.append(
                Row(
                    method: .sameInstalls, new: new, baseline: baseline, ratio: RateRatio.pooled([EProcess.Cell(new, baseline)]),
                    pValue: McNemar.pValue(before: same.before, after: same.after)))
        }
        if let since, since.new.atRisk > 0, since.baseline.atRisk > 0 {
            rows.append(
                Row(
                    method: .sinceUpdate, new: since.new, baseline: since.baseline,
                    ratio: RateRatio.pooled([EProcess.Cell(since.new, since.baseline)]), pValue: nil))
        }
        self.rows = rows
    }

    /// Installs that crashed only before, only after their update.
    struct SameInstalls {
        let installs: Int64
        let before: Int64
        let after: Int64
    }
}
