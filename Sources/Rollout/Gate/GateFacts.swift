public import FleetCore
public import Operations
public import Statistics

/// Installs of one arm that became known in an hour, by (install, day).
public struct ReceiptCounts: Sendable, Hashable {
    public var reporting: Int64
    public var active: Int64
    public var crashed: Int64

    public init(reporting: Int64 = 0, active: Int64 = 0, crashed: Int64 = 0) {
        self.reporting = reporting
        self.active = active
        self.crashed = crashed
    }

    static func += (a: inout ReceiptCounts, b: ReceiptCounts) {
        a.reporting += b.reporting
        a.active += b.active
        a.crashed += b.crashed
    }
}

/// Install-days of a platform by the hour of receipt.
public struct ReceiptHour: Sendable {
    public let hour: Hour
    public let new: ReceiptCounts
    public let baseline: ReceiptCounts
    /// Every version, these two among them.
    public let all: ReceiptCounts

    public init(_ hour: Hour, new: ReceiptCounts, baseline: ReceiptCounts, all: ReceiptCounts) {
        self.hour = hour
        self.new = new
        self.baseline = baseline
        self.all = all
    }
}

/// Requests that the servers counted, by the hour.
public struct ServedHour: Sendable {
    public let hour: Hour
    public let new: Int64
    public let all: Int64

    public init(_ hour: Hour, new: Int64, all: Int64) {
        self.hour = hour
        self.new = new
        self.all = all
    }
}

/// What a verdict on one platform rests on.
public struct GateFacts: Sendable {
    /// The first hour that counts.
    public let from: Hour
    public var evidence: [MeasureEvidence]
    /// Measures that the baseline's clients were known not to report before ``from``: these take no α, whatever is reported
    /// of them later. It must not depend on anything that became known since.
    public var unreported: Set<GuardedMeasure> = []
    /// The weight that is kept for measures of which nothing is known yet.
    public var reservedWeight = 0.0
    /// In the order of hours.
    public var receipts: [ReceiptHour]
    /// All that were ever made, in the order in which they happened: which count is for each look to say.
    public var records: [RecordedRolloutEvent] = []
    /// The time of the newest look. Counts are those of the whole hours before it; what was recorded by then counts at once.
    /// Nil: records count with the hours, too.
    public var lookedAt: Instant?
    public var served: [ServedHour] = []
    /// Installs of the new version that were looked at, and those whose id was in use on another platform at the same time;
    /// nil: not looked at.
    public var clonedInstalls: (cloned: Int64, installs: Int64)?
    /// Of the whole window, as of an hour; nil: unknown.
    public var completeness: @Sendable (Hour) -> Double? = { _ in nil }
    /// False: silent installs and the bias panel were left out.
    public var looksAtSilence = true

    public init(from: Hour, evidence: [MeasureEvidence], receipts: [ReceiptHour] = []) {
        self.from = from
        self.evidence = evidence
        self.receipts = receipts
    }

    /// What was recorded later does not count for a look before this hour.
    func recordedBy(_ horizon: Hour) -> Instant {
        lookedAt.flatMap { $0.hour == horizon ? $0 : nil } ?? horizon.start.advanced(bySeconds: -1)
    }

    /// Sums of the receipts of some hours.
    func received(_ from: Int32, before to: Hour) -> (new: ReceiptCounts, baseline: ReceiptCounts, all: ReceiptCounts) {
        var (new, baseline, all) = (ReceiptCounts(), ReceiptCounts(), ReceiptCounts())
        for receipt in receipts where receipt.hour.number >= from && receipt.hour < to {
            new += receipt.new
            baseline += receipt.baseline
            all += receipt.all
        }
        return (new, baseline, all)
    }
}
