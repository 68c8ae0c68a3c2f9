import Database
public import FleetCore
import QueryCatalog

/// What a store holds, how new it is, and what was loaded into it last.
public struct StoreStatus: Sendable {
    /// Nil in an empty store.
    public let oldestDay: Day?
    public let newestDay: Day?
    public let newestKnownHour: Hour?
    public let installDays: Int64
    public let versions: Int64
    public let decryptEntries: Int64
    public let quarantinedReports: Int64
    public let batches: Int64
    public let newestCommit: Instant?
    /// Over all batches.
    public let reports: Reports
    /// The newest first.
    public let recentBatches: [Batch]
    /// The most frequent reason first.
    public let quarantineReasons: [QuarantineReason]

    public struct Reports: Sendable {
        public let read: Int64
        public let new: Int64
        public let changed: Int64
        public let unchanged: Int64
        public let refused: Int64
        public let quarantined: Int64

        init(_ row: QueryRow) {
            read = row.count("reports_read")
            new = row.count("reports_new")
            changed = row.count("reports_changed")
            unchanged = row.count("reports_unchanged")
            refused = row.count("reports_refused")
            quarantined = row.count("reports_quarantined")
        }
    }

    public struct Batch: Sendable {
        public let committed: Instant
        /// The file's name.
        public let source: String
        public let firstPosition: Int64
        public let reports: Reports
    }

    public struct QuarantineReason: Sendable {
        public let reason: String
        public let reports: Int64
        public let firstKnownHour: Hour
        public let lastKnownHour: Hour
    }
}

extension HealthReports {
    /// For `store status`; `batchesMax` of the newest batches are listed.
    public func storeStatus(batchesMax: Int = 5) throws -> StoreStatus {
        guard let row = try rows("operations/store_status", [:]).first else {
            throw ToolError(.failure, "the store's status is empty")
        }
        return StoreStatus(
            oldestDay: row.text("oldest_day").flatMap { Day($0) },
            newestDay: row.text("newest_day").flatMap { Day($0) },
            newestKnownHour: row.integer("newest_known_hour").map { Hour(number: Int32(clamping: $0)) },
            installDays: row.count("install_days"), versions: row.count("versions"),
            decryptEntries: row.count("decrypt_entries"), quarantinedReports: row.count("quarantined_reports"),
            batches: row.count("batches"),
            newestCommit: row.integer("newest_commit_epoch").map { Instant(epochSeconds: $0) },
            reports: StoreStatus.Reports(row),
            recentBatches: try rows("operations/recent_batches", ["batches_max": .integer(Int64(batchesMax))]).map {
                StoreStatus.Batch(
                    committed: Instant(epochSeconds: $0.count("committed_epoch")), source: $0.text("source") ?? "",
                    firstPosition: $0.count("first_position"), reports: StoreStatus.Reports($0))
            },
            quarantineReasons: try rows("operations/quarantine_reasons", [:]).map {
                StoreStatus.QuarantineReason(
                    reason: $0.text("reason") ?? "", reports: $0.count("reports"),
                    firstKnownHour: Hour(number: Int32(clamping: $0.count("first_known_hour"))),
                    lastKnownHour: Hour(number: Int32(clamping: $0.count("last_known_hour"))))
            })
    }
}
