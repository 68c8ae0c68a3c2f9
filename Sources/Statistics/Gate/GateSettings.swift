/// The levels and margins of a gate.
public struct GateSettings: Sendable, Hashable {
    /// The chance that a good release is ever halted on a platform, at any number of looks; and that one twice as bad is called
    /// safe there. Each platform's gate has the whole of it.
    public var alpha = 0.01
    /// Harm is a rate over this many times the baseline's.
    public var harmMargin = 1.2
    /// The margin while the version misses the target.
    public var strictHarmMargin = 1.0
    /// Safety is a rate under this many times the baseline's.
    public var safetyMargin = 2.0
    /// Crash-free install-days (design: crash-free users at least 99.5 % per app version).
    public var target = 0.995
    /// A baseline rate under this, by the upper end of its 95 % interval, can't prove safety at the size of a stage.
    public var leastProvableRate = 0.003

    /// Counts that are less likely are a fault of the data, or of how they came about.
    public static let faultChance = 0.001

    public init(alpha: Double = 0.01) { self.alpha = alpha }

    /// Of a flag: any excess inside its percentage is harm, since nobody is inside by their own doing.
    public static func ofFlags(alpha: Double) -> GateSettings {
        var settings = GateSettings(alpha: alpha)
        settings.harmMargin = 1
        return settings
    }

    /// Is it surely so rare on the baseline that safety can't be proven? Few installs without an event do not show that it is:
    /// only an interval that ends under the least rate does.
    public func isTooRare(_ baseline: Exposure) -> Bool {
        Wilson.interval(baseline.events, of: baseline.atRisk).map { $0.high < leastProvableRate } ?? false
    }
}
