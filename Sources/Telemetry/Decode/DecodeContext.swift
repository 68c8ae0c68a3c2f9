package import FleetCore

/// What decoding takes from outside a report.
package struct DecodeContext {
    /// The wall clock, once for a whole ingest: stands in where nothing tells when a report was received.
    package var now: Instant
    /// When the reports were received that do not say so themselves (`--received-at`).
    package var receivedAt: Instant?
    /// A report of a day further back than this from its receipt is quarantined.
    package var maxAgeDays: Int
    /// The keyed hash under which a device id is stored; the id goes no further.
    package var hashDevice: (Span<UInt8>) -> DeviceHash

    package static let defaultMaxAgeDays = 35

    package init(
        now: Instant, receivedAt: Instant? = nil, maxAgeDays: Int = defaultMaxAgeDays,
        hashDevice: @escaping (Span<UInt8>) -> DeviceHash
    ) {
        self.now = now
        self.receivedAt = receivedAt
        self.maxAgeDays = maxAgeDays
        self.hashDevice = hashDevice
    }

    /// When one report was received.
    struct Receipt {
        let instant: Instant
        /// Nothing says so: `instant` is now.
        let isAssumed: Bool
        /// The hour to book at.
        let knownHour: Hour
        /// Seconds to add to the report's own instants.
        let correction: Int64
    }

    /// A clock further off than this is corrected.
    private static let tolerance: Int64 = 55 * 60

    /// No report was received before there were any, nor tomorrow: such a time would move every "newest day".
    func isPossible(_ receivedAt: Instant) -> Bool {
        receivedAt >= DecodeContext.firstReceipt && receivedAt <= now.advanced(bySeconds: 86_400)
    }

    /// 2000-01-01.
    private static let firstReceipt = Instant(epochSeconds: 946_684_800)

    func receipt(ownReceivedAt: Instant?, sentAt: Instant?, day: Day) -> Receipt {
        if let instant = ownReceivedAt {
            // Only here, since the option's one time says nothing of each report's delay.
            let difference = sentAt.map { instant.epochSeconds - $0.epochSeconds } ?? 0
            let correction = difference.magnitude > DecodeContext.tolerance.magnitude ? difference : 0
            return Receipt(instant: instant, isAssumed: false, knownHour: instant.hour, correction: correction)
        }
        if let instant = receivedAt {
            return Receipt(instant: instant, isAssumed: false, knownHour: instant.hour, correction: 0)
        }
        // A report can't have been sent before its day began anywhere; such a clock is no better than none.
        let isPossible = sentAt.map { $0 >= day.advanced(by: -1).start } ?? false
        let known = isPossible ? min(sentAt ?? now, now) : now
        return Receipt(instant: now, isAssumed: true, knownHour: known.hour, correction: 0)
    }
}
