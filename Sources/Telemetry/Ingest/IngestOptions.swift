package import FleetCore

/// What changes the outcome of an ingest, beside the bytes.
package struct IngestOptions: Sendable {
    /// When the reports were received, for those that don't say so themselves.
    package var receivedAt: Instant?
    /// A report's day may be this many days before its receipt.
    package var maxAgeDays = 35
    /// A batch, one transaction, ends after this many reports or this many bytes.
    package var batchReports = 50_000
    package var batchBytes = 64 << 20

    package init() {}

    /// Part of a batch's identity: the same bytes under other options are another batch.
    var identity: String {
        "received_at=\(receivedAt?.description ?? "") max_age_days=\(maxAgeDays)"
    }
}

/// Where reports come from.
package struct IngestSource: Sendable {
    /// As the user named it; `-` is standard input.
    package let name: String

    package init(name: String) { self.name = name }

    package var isStandardInput: Bool { name == "-" }
}
