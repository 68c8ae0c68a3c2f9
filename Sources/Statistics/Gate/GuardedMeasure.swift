/// What a rollout of a version or of a flag is guarded against: an event that an install has for the first time or not at all.
/// Installs are counted, not events: crashes, failing pairs and syncs cluster on few installs.
public struct GuardedMeasure: Sendable, Hashable {
    /// As in `gate_cell` and in JSON: `crash`.
    public let name: String
    /// Its part of α, among those that can be measured.
    public let weight: Double
    /// Has the absolute target: while the version misses it, being just as bad as the baseline is no excuse.
    public var hasTarget = false
    /// Counts once enough installs are old enough to show it; until then it can only halt.
    public var waitsForInstalls = false
    /// Clients tell of it only where it happened, and everyone else counts as at risk: without an event in either arm nobody
    /// need ever have reported it.
    public var isHeardOfByEvents = false

    public init(_ name: String, weight: Double) {
        self.name = name
        self.weight = weight
    }

    /// A first crash.
    public static let crash = with(GuardedMeasure("crash", weight: 4)) { $0.hasTarget = true }
    /// A first failing device pair.
    public static let decrypt = with(GuardedMeasure("decrypt", weight: 2)) { $0.isHeardOfByEvents = true }
    /// A first message that entered FAILED.
    public static let failed = GuardedMeasure("failed", weight: 1)
    /// A first outbox row older than an hour.
    public static let aged = GuardedMeasure("aged", weight: 1)
    /// No contact on any version in the two days after the first on this one.
    public static let silence = with(GuardedMeasure("silence", weight: 2)) { $0.waitsForInstalls = true }

    /// In the order in which they are shown.
    public static let builtIn: [GuardedMeasure] = [.crash, .decrypt, .failed, .aged, .silence]
    /// Of a flag: an install that falls silent shows as an uneven split.
    public static let ofFlags: [GuardedMeasure] = [.crash, .decrypt, .failed, .aged]
    /// The weight of all measures of a file of one's own together, however many come.
    public static let ownFileWeight = 2.0
    /// Of those the weight of the first that came, of the second and so on, from 1: 1, 1/3, 1/6 … Which ones a file has is known
    /// only once rows of them are there, and nobody may lose a part by that.
    public static func ownWeight(place: Int) -> Double { ownFileWeight / Double(place * (place + 1)) }

    private static func with(_ measure: GuardedMeasure, _ change: (inout GuardedMeasure) -> Void) -> GuardedMeasure {
        var measure = measure
        change(&measure)
        return measure
    }
}
