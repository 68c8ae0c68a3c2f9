import Database
import FleetCore

/// Two writers never read and write one install-day at once: advisory transaction locks on (day, bucket of the
/// install), taken in one order (without them four loaders of the same 500 keys counted 2,000 installs). SQLite has one
/// writer anyway.
struct InstallDayLocks {
    let database: any Database

    func take(_ installDays: [(day: Day, install: InstallID)]) throws {
        guard database.engine == .postgres else { return }
        let locks = Set(installDays.map { Lock(day: $0.day, bucket: InstallDayLocks.bucket(of: $0.install)) })
        for lock in locks.sorted(by: { ($0.day.number, $0.bucket) < ($1.day.number, $1.bucket) }) {
            try database.forEachRow(
                "select pg_advisory_xact_lock(cast(:day as integer), cast(:bucket as integer))",
                ["day": .integer(Int64(lock.day.number)), "bucket": .integer(Int64(lock.bucket))]
            ) { _ in }
        }
    }

    private struct Lock: Hashable {
        let day: Day
        let bucket: Int32
    }

    /// The same in every process, unlike Swift's own hash: FNV-1a over the id's bytes, 16 buckets.
    private static func bucket(of install: InstallID) -> Int32 {
        var hash: UInt32 = 2_166_136_261
        for byte in install.text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return Int32(hash % 16)
    }
}
