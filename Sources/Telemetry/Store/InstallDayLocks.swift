import Database
import FleetCore

/// Two writers never read and write one install-day at once: advisory transaction locks on (day, bucket of the
/// install), taken in one order (without them four loaders of the same 500 keys counted 2,000 installs). SQLite has one
/// writer anyway.
struct InstallDayLocks {
    let database: any Database

    /// Enters the writer among those of its installs' lives; nil where nobody asks.
    @discardableResult
    func take(_ installDays: InstallDayBuckets) throws -> LifeWriters.Entry? {
        guard database.engine == .postgres else { return nil }
        var buckets = installDays.byDay
        // The install's whole life is locked as well as its day: its rows of install_version are read and written, too.
        let lives = buckets.values.reduce(0, |)
        buckets[InstallDayLocks.wholeLife] = lives
        // Beside the install-days', a lock on all of them: shared, or taken whole where their number would exhaust what the
        // server has room for.
        let takesAll = buckets.count > InstallDayLocks.greatestDayCount
        let function = takesAll ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared"
        try database.forEachRow("select \(function)(cast(:key as bigint))", ["key": .integer(InstallDayLocks.allKey)]) { _ in }
        if !takesAll { try take(buckets) }
        return try database.isDistributed ? nil : LifeWriters.enter(lives, database)
    }

    private func take(_ buckets: [Day: UInt16]) throws {
        for (day, bits) in buckets.sorted(by: { $0.key < $1.key }) {
            for bucket in 0..<Int64(UInt16.bitWidth) where bits >> bucket & 1 == 1 {
                try database.forEachRow(
                    "select pg_advisory_xact_lock(cast(:day as integer), cast(:bucket as integer))",
                    ["day": .integer(Int64(day.number)), "bucket": .integer(bucket)]
                ) { _ in }
            }
        }
    }

    private static let greatestDayCount = 64
    /// A day that no report has; after all others.
    private static let wholeLife = Day(number: .max)
    /// Any fixed number.
    private static let allKey: Int64 = 0x636c_6564_616c
}

/// Which installs are locked on which days: in 16 buckets (as `life_writer` has rows), one a bit.
struct InstallDayBuckets: Sendable {
    private(set) var byDay: [Day: UInt16] = [:]

    init() {}

    init(_ installDays: [InstallDay]) {
        for installDay in installDays { add(installDay.install, on: installDay.day) }
    }

    func isFull(_ day: Day) -> Bool { byDay[day] == .max }

    mutating func add(_ install: InstallID, on day: Day) {
        byDay[day, default: 0] |= 1 << InstallDayBuckets.bucket(of: install)
    }

    /// The same in every process, unlike Swift's own hash: FNV-1a over the id's bytes.
    private static func bucket(of install: InstallID) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for byte in install.text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return hash % 16
    }
}
