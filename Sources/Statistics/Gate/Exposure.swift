/// Installs at risk of their first event, and first events.
public struct Exposure: Sendable, Hashable {
    public var atRisk: Int64
    public var events: Int64

    public init(atRisk: Int64 = 0, events: Int64 = 0) {
        self.atRisk = atRisk
        self.events = events
    }

    /// Nil: nobody is at risk.
    public var rate: Double? { atRisk > 0 ? Double(events) / Double(atRisk) : nil }

    public static func += (a: inout Exposure, b: Exposure) {
        a.atRisk += b.atRisk
        a.events += b.events
    }
}

extension EProcess.Cell {
    /// Events of a day are never over those at risk in it; where a store says otherwise, as many are at risk.
    public init(_ new: Exposure, _ baseline: Exposure) {
        self.init(
            new: (max(0, new.events), max(0, new.atRisk, new.events)),
            baseline: (max(0, baseline.events), max(0, baseline.atRisk, baseline.events)))
    }
}
