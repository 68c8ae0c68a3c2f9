import Database

/// Who last wrote each bucket of installs' lives (``InstallDayBuckets``), from `life_writer`: so that lives which were looked up
/// without a lock are known to be still as they were once they are locked.
struct LifeWriters: Sendable {
    /// A number that each transaction of a writer draws, by bucket; of those that were asked for.
    private let last: [Int64: Int64]
    /// Of the table of lives: another once its rows were moved (`vacuum full`).
    private let file: Int64?

    /// Of all buckets, as they are now. To be read before the lives, so that no change falls between the two.
    init(_ database: any Database) throws { try self.init(database, buckets: .max) }

    private init(_ database: any Database, buckets: UInt16) throws {
        var (last, file): ([Int64: Int64], Int64?) = ([:], nil)
        try database.forEachRow(
            """
            select bucket, writer, pg_relation_filenode(cast('install_version' as regclass))
            from life_writer
            where cast(:buckets as bigint) >> bucket & 1 = 1
            """, ["buckets": .integer(Int64(buckets))]
        ) { row in
            guard let bucket = try row.integer(0), let writer = try row.integer(1) else { return }
            last[bucket] = writer
            file = try row.integer(2)
        }
        (self.last, self.file) = (last, file)
    }

    /// A writer's place in `life_writer`.
    struct Entry: Sendable {
        /// Those before it, of the buckets that it has locked; nil where rows are missing.
        fileprivate let before: LifeWriters?
        fileprivate let number: Int64
    }

    /// Enters a writer who holds the locks of `buckets`, one a bit, and keeps rows of lives where they are to the end of the
    /// transaction.
    static func enter(_ buckets: UInt16, _ database: any Database) throws -> Entry {
        try database.execute("lock table install_version in row exclusive mode")
        let before = try LifeWriters(database, buckets: buckets)
        let number = Int64.random(in: 1 ... .max)
        try database.execute(
            "update life_writer set writer = :writer where cast(:buckets as bigint) >> bucket & 1 = 1",
            ["buckets": .integer(Int64(buckets)), "writer": .integer(number)])
        return Entry(before: before.last.count == buckets.nonzeroBitCount ? before : nil, number: number)
    }
}

extension LifeWriters.Entry {
    /// Has nobody written the lives of this writer's buckets since `earlier`, but the writer itself by its entry before this
    /// one? `previous`: that, where it was committed.
    func finds(_ earlier: LifeWriters, unchangedBut previous: LifeWriters.Entry?) -> Bool {
        guard let before, before.file == earlier.file else { return false }
        return before.last.allSatisfy { bucket, last in
            guard let then = earlier.last[bucket] else { return false }
            return last == then || (last == previous?.number && then == previous?.before?.last[bucket])
        }
    }
}
