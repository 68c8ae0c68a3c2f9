package import Database
import Dispatch
package import FleetCore

/// What changes the outcome of an ingest, beside the bytes.
package struct IngestOptions: Sendable {
    /// When the reports were received, for those that don't say so themselves.
    package var receivedAt: Instant?
    /// A report's day may be this many days before its receipt.
    package var maxAgeDays = DecodeContext.defaultMaxAgeDays
    /// A batch, one transaction, ends after this many reports or this many bytes: reports that say more, and meet more rows of
    /// theirs in the store, take more memory each.
    package var batchReports = 100_000
    package var batchBytes = 36 << 20
    /// Of a pipe a batch ends, too, once its first report waits so long: whoever looks at the store sees what is live. What ends
    /// where then depends on the clock, and the same bytes again may be other batches; their reports change nothing.
    package var liveSeconds = 10.0
    package var steadySeconds: @Sendable () -> Double = { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
    /// How long a failing store is borne. (Changes no outcome.)
    package var retry = RetryPolicy()
    /// Refused reports are wanted with their text, not only counted. (Changes no outcome.)
    package var keepsRejects = false

    package init() {}

    /// Part of a batch's identity: the same bytes under other options are another batch.
    var identity: String {
        "received_at=\(receivedAt?.description ?? "") max_age_days=\(maxAgeDays)"
    }
}
