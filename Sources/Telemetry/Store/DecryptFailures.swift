import Database
import FleetCore

/// `decrypt_failure`: one row an entry key, merged by greatest count, least first, greatest last, recovered *or*.
struct DecryptFailures {
    let database: any Database

    /// How many days of pairs are kept, ending with the newest day in the store.
    static let keptDays = 14

    static let columns = [
        BulkColumn("day", .date), BulkColumn("install_id", .text), BulkColumn("device_h", .bytes),
        BulkColumn("peer_h", .bytes), BulkColumn("app_version", .text), BulkColumn("platform", .text),
        BulkColumn("message_type", .text), BulkColumn("peer_version", .text), BulkColumn("restored", .int2),
        BulkColumn("first_epoch", .int8), BulkColumn("last_epoch", .int8), BulkColumn("failures", .int4),
        BulkColumn("recovered", .int2), BulkColumn("known_hour", .int4),
    ]
    private static let keyCount = 9

    /// Merges the reports' entries; how many said something new.
    func merge(_ batch: [ClientReport], order: [Int]) throws -> Int {
        let entries = DecryptFailures.joined(batch, order: order)
        guard !entries.isEmpty else { return 0 }
        let scratch = ScratchTable(name: "batch_decrypt_failure", columns: DecryptFailures.columns)
        try scratch.load(database, rowCount: entries.count) { index, writer in
            let entry = entries[index]
            writer.write(entry.key.day)
            writer.write(entry.key.install.text)
            writer.write(entry.failure.device.bytes)
            writer.write(entry.failure.peerDevice.bytes)
            writer.write(entry.key.appVersion)
            writer.write(entry.key.platform)
            writer.write(entry.failure.messageType)
            writer.write(entry.failure.peerVersion)
            writer.write(entry.failure.restoredRecently ? 1 : 0 as Int64?)
            writer.write(entry.failure.first)
            writer.write(entry.failure.last)
            writer.write(entry.failure.failures)
            writer.write(entry.failure.recovered ? 1 : 0 as Int64?)
            writer.write(Int64(entry.knownHour))
        }
        return try DistributedStore.merge(DecryptFailures.mergeStatement(from: scratch), database)
    }

    private static func mergeStatement(from scratch: ScratchTable) -> String {
        let key = columns.prefix(keyCount).map(\.name).joined(separator: ", ")
        func pick(_ column: String, _ comparison: String) -> String {
            "\(column) = case when excluded.\(column) \(comparison) decrypt_failure.\(column)"
                + " then excluded.\(column) else decrypt_failure.\(column) end"
        }
        return """
            insert into decrypt_failure (\(scratch.columnList))
            select \(scratch.columnList) from \(scratch.name) where true order by \(key)
            on conflict (\(key)) do update
            set \(pick("first_epoch", "<")), \(pick("last_epoch", ">")), \(pick("failures", ">")),
                \(pick("recovered", ">")), \(pick("known_hour", "<"))
            where excluded.first_epoch < decrypt_failure.first_epoch or excluded.last_epoch > decrypt_failure.last_epoch
                or excluded.failures > decrypt_failure.failures or excluded.recovered > decrypt_failure.recovered
                or excluded.known_hour < decrypt_failure.known_hour
            """
    }

    /// Removes the pairs, and the crash groups, of days that are no longer kept.
    func expire() throws {
        var newest: Day?
        try database.forEachRow("select max(day) from health_daily", [:]) { row in
            newest = try row.text(0).flatMap(Day.init)
        }
        guard let newest else { return }
        let oldestKept = newest.advanced(by: 1 - DecryptFailures.keptDays)
        try database.execute(
            "delete from decrypt_failure where day < :oldest_kept", ["oldest_kept": .text(oldestKept.description)])
        try CrashGroups(database: database).expire(before: oldestKept)
    }

    // MARK: Entries of one key within a batch

    private struct Entry {
        var key: HealthKey
        var failure: DecryptFailure
        var knownHour: Int32
    }

    private static func joined(_ batch: [ClientReport], order: [Int]) -> [Entry] {
        var entries: [Entry] = []
        var seen: [EntryKey: Int] = [:]
        for index in order where !batch[index].decryptFailures.isEmpty {
            let row = batch[index].row
            for failure in batch[index].decryptFailures {
                let key = EntryKey(row: row.key, failure)
                if let at = seen[key] {
                    entries[at].failure.join(failure)
                    entries[at].knownHour = min(entries[at].knownHour, row.reportedKnown)
                } else {
                    seen[key] = entries.count
                    entries.append(Entry(key: row.key, failure: failure, knownHour: row.reportedKnown))
                }
            }
        }
        return entries
    }

    private struct EntryKey: Hashable {
        let row: HealthKey
        let device: DeviceHash
        let peerDevice: DeviceHash
        let messageType: ByteText
        let peerVersion: ByteText
        let restored: Bool

        init(row: HealthKey, _ failure: DecryptFailure) {
            self.row = row
            device = failure.device
            peerDevice = failure.peerDevice
            messageType = ByteText(failure.messageType)
            peerVersion = ByteText(failure.peerVersion)
            restored = failure.restoredRecently
        }
    }
}

extension DecryptFailure {
    /// Least upper bound with an entry of the same key.
    mutating func join(_ other: DecryptFailure) {
        first = min(first, other.first)
        last = max(last, other.last)
        failures = max(failures, other.failures)
        recovered = recovered || other.recovered
    }
}
