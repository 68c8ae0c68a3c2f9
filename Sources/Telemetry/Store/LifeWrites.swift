import Database

/// How often writers have taken each bucket of installs' lives (``InstallDayLocks``), from `life_writes`: so that lives which
/// were looked up without a lock are known to be still as they were once they are locked.
struct LifeWrites: Sendable, Equatable {
    /// By bucket; of those that were asked for.
    private(set) var counts: [Int64: Int64] = [:]
    /// Of the table of lives: another once its rows were moved (`vacuum full`).
    private(set) var file: Int64?

    /// Of all buckets, as they are now. To be read before the lives, so that no change falls between the two.
    static func read(_ database: any Database) throws -> LifeWrites {
        try LifeWrites(database, "select bucket, writes, \(fileNumber) from life_writes", [:])
    }

    /// Counts a writer who holds the locks of `buckets`, one a bit; as it was before that. Nil where rows are missing.
    static func count(of buckets: UInt16, _ database: any Database) throws -> LifeWrites? {
        // Rows stay where they are from here to the end of the transaction.
        try database.execute("lock table install_version in row exclusive mode")
        let before = try LifeWrites(
            database,
            """
            update life_writes set writes = writes + 1 where cast(:buckets as bigint) >> bucket & 1 = 1
            returning bucket, writes - 1, \(fileNumber)
            """, ["buckets": .integer(Int64(buckets))])
        return before.counts.count == buckets.nonzeroBitCount ? before : nil
    }

    private static let fileNumber = "pg_relation_filenode(cast('install_version' as regclass))"

    private init(_ database: any Database, _ sql: String, _ parameters: [String: SQLValue]) throws {
        try database.forEachRow(sql, parameters) { row in
            guard let bucket = try row.integer(0), let writes = try row.integer(1) else { return }
            counts[bucket] = writes
            file = try row.integer(2)
        }
    }

    /// Nobody but the writer itself, when it wrote last, has taken these buckets since `earlier`. `ownLast`: as it was when it
    /// wrote last.
    func isUnchanged(since earlier: LifeWrites, but ownLast: LifeWrites?) -> Bool {
        file == earlier.file
            && counts.allSatisfy { bucket, count in
                let then = earlier.counts[bucket]
                return count == then || ownLast?.counts[bucket].map { $0 == then && count == $0 + 1 } ?? false
            }
    }
}
