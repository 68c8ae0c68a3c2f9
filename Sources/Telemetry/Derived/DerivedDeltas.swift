package import FleetCore
import Statistics

/// What a change of facts adds to, and takes from, everything that is derived from them: rollup, hours, histograms.
/// Pure. Ingest writes it; verify builds it from all facts of a day and compares.
package struct DerivedDeltas: Sendable {
    /// A version on a platform; texts compare by bytes.
    package struct Slice: Sendable, Hashable {
        package let appVersion: String
        package let platform: String

        package static func == (a: Slice, b: Slice) -> Bool {
            sameBytes(a.appVersion, b.appVersion) && sameBytes(a.platform, b.platform)
        }
    }

    package struct RollupCell: Sendable, Hashable {
        package let day: Day
        package let knownHour: Int32
        package let slice: Int32
        package let deviceClass: Int32
    }

    package struct HourCell: Sendable, Hashable {
        /// One word is hashed in a third of the time of its parts, and a report has several cells.
        private let packed: Int64

        init(hour: Int32, slice: Int32) { packed = Int64(hour) << 32 | Int64(slice) }

        package var hour: Int32 { Int32(truncatingIfNeeded: packed >> 32) }
        package var slice: Int32 { Int32(truncatingIfNeeded: packed) }
    }

    package struct HistogramCell: Sendable, Hashable {
        /// Of days 23 bits, slices 24, metrics 5, buckets 12: the calendar has 3.7 million days, a batch at most 100,000
        /// reports, the registry 26 lines.
        private let packed: Int64

        init(day: Day, slice: Int32, metric: Int, bucket: Int32) {
            precondition(slice < 1 << 24, "a day has fewer versions than 16 million")
            packed = Int64(day.number) << 41 | Int64(slice) << 17 | Int64(metric) << 12 | Int64(bucket)
        }

        package var day: Day { Day(number: Int32(truncatingIfNeeded: packed >> 41)) }
        package var slice: Int32 { Int32(truncatingIfNeeded: packed >> 17 & 0xff_ffff) }
        /// Index in ``HealthMember/all``.
        package var metric: Int { Int(packed >> 12 & 0x1f) }
        package var bucket: Int32 { Int32(truncatingIfNeeded: packed & 0xfff) }
    }

    package private(set) var rollup: [RollupCell: RollupCounts] = [:]
    package private(set) var hours: [HourCell: (active: Int64, crashed: Int64)] = [:]
    package private(set) var histogram: [HistogramCell: Int64] = [:]
    package private(set) var slices: [Slice] = []
    package private(set) var deviceClasses: [String] = []

    private var sliceIndex: [Slice: Int32] = [:]
    private var deviceClassIndex: [ByteText: Int32] = [:]
    private var sortKeys: [ByteText: String] = [:]

    package init() {}

    /// Books one install-day that went from the rows `before` to the rows `after` (each all rows of that day and
    /// install; `after` holds the rows of `before`, joined, unless they are removed). The sums are not booked here, see ``bookSums(from:to:at:)``.
    package mutating func bookInstallDay(before: [HealthRow], after: [HealthRow]) {
        for row in before { bookRow(row, sign: -1) }
        for row in after { bookRow(row, sign: 1) }
        bookLatest(before, sign: -1)
        bookLatest(after, sign: 1)
    }

    /// As ``bookInstallDay(before:after:)`` and ``bookSums(from:to:at:)`` for a day that had no rows and now has that of
    /// one report: all it says became known at one hour, so it is one cell.
    mutating func bookFirst(_ row: HealthRow) {
        let slice = index(of: row.key)
        var counts = row.booked
        counts[RollupCounts.reporting] = 1
        if row.isActive {
            counts[RollupCounts.active] = 1
            counts[RollupCounts.latest] = 1
        }
        if row.hasCrashed { counts[RollupCounts.crashed] = 1 }
        let key = cell(row.key.day, row.reportedKnown, slice, index(ofDeviceClass: row.deviceClass))
        rollup[key, default: RollupCounts()].add(counts)
        bookHours(row, slice, 1)
        bookHistograms(row, slice, 1)
    }

    /// Books what one report changed in a row's sums and shares, at the hour at which the report became known.
    package mutating func bookSums(from old: HealthRow?, to new: HealthRow, at knownHour: Int32) {
        let slice = index(of: new.key)
        let newClass = index(ofDeviceClass: new.deviceClass)
        rollup[cell(new.key.day, knownHour, slice, newClass), default: RollupCounts()].add(new.booked)
        if let old { unbookSums(of: old, at: knownHour) }
    }

    /// Takes a row's sums and shares back, at an hour.
    package mutating func unbookSums(of row: HealthRow, at knownHour: Int32) {
        let key = cell(row.key.day, knownHour, index(of: row.key), index(ofDeviceClass: row.deviceClass))
        rollup[key, default: RollupCounts()].add(row.booked, times: -1)
    }

    // MARK: One row

    private mutating func bookRow(_ row: HealthRow, sign: Int64) {
        let slice = index(of: row.key)
        let deviceClass = index(ofDeviceClass: row.deviceClass)
        let day = row.key.day
        rollup[cell(day, row.reportedKnown, slice, deviceClass), default: RollupCounts()][RollupCounts.reporting] += sign
        if row.isActive {
            rollup[cell(day, row.activeKnown, slice, deviceClass), default: RollupCounts()][RollupCounts.active] += sign
        }
        if row.hasCrashed {
            rollup[cell(day, row.crashedKnown, slice, deviceClass), default: RollupCounts()][RollupCounts.crashed] += sign
        }
        bookHours(row, slice, sign)
        bookHistograms(row, slice, sign)
    }

    private mutating func bookHistograms(_ row: HealthRow, _ slice: Int32, _ sign: Int64) {
        for metric in HealthMember.histograms where row.members[metric] >= 0 {
            let bucket = LogHistogram.bucket(of: row.members[metric])
            histogram[HistogramCell(day: row.key.day, slice: slice, metric: metric, bucket: bucket), default: 0] += sign
        }
    }

    private mutating func bookHours(_ row: HealthRow, _ slice: Int32, _ sign: Int64) {
        let crashed = row.crashedHours ?? HourSet()
        (row.activeHours ?? HourSet()).subtracting(crashed).forEachHour(of: row.key.day) { hour in
            hours[HourCell(hour: hour, slice: slice), default: (0, 0)].active += sign
        }
        crashed.forEachHour(of: row.key.day) { hour in
            let cell = HourCell(hour: hour, slice: slice)
            let counts = hours[cell, default: (0, 0)]
            hours[cell] = (counts.active + sign, counts.crashed + sign)
        }
    }

    // MARK: The greatest active version of the day

    /// One install is counted at one version as of every hour: at the hour at which a greater version became known it
    /// moves.
    private mutating func bookLatest(_ rows: [HealthRow], sign: Int64) {
        if rows.count == 1 {
            if rows[0].isActive { addLatest(rows[0], at: rows[0].activeKnown, sign) }
            return
        }
        let active = rows.filter(\.isActive).sorted { a, b in
            a.activeKnown != b.activeKnown ? a.activeKnown < b.activeKnown : isBelow(a, b)
        }
        var latest: HealthRow?
        for row in active {
            if let latest {
                guard isBelow(latest, row) else { continue }
                addLatest(latest, at: row.activeKnown, -sign)
            }
            addLatest(row, at: row.activeKnown, sign)
            latest = row
        }
    }

    private mutating func addLatest(_ row: HealthRow, at hour: Int32, _ sign: Int64) {
        let key = cell(row.key.day, hour, index(of: row.key), index(ofDeviceClass: row.deviceClass))
        rollup[key, default: RollupCounts()][RollupCounts.latest] += sign
    }

    private mutating func isBelow(_ a: HealthRow, _ b: HealthRow) -> Bool {
        let keyA = sortKey(a.key.appVersion)
        let keyB = sortKey(b.key.appVersion)
        return sameBytes(keyA, keyB) ? utf8Less(a.key.platform, b.key.platform) : utf8Less(keyA, keyB)
    }

    private mutating func sortKey(_ version: String) -> String {
        if let known = sortKeys[ByteText(version)] { return known }
        let key = AppVersion(version).sortKey
        sortKeys[ByteText(version)] = key
        return key
    }

    // MARK: Interning

    private func cell(_ day: Day, _ hour: Int32, _ slice: Int32, _ deviceClass: Int32) -> RollupCell {
        RollupCell(day: day, knownHour: hour, slice: slice, deviceClass: deviceClass)
    }

    private mutating func index(of key: HealthKey) -> Int32 {
        let slice = Slice(appVersion: key.appVersion, platform: key.platform)
        if let known = sliceIndex[slice] { return known }
        let index = Int32(slices.count)
        slices.append(slice)
        sliceIndex[slice] = index
        return index
    }

    /// A missing class is `unknown` in everything derived.
    private mutating func index(ofDeviceClass deviceClass: String?) -> Int32 {
        let text = deviceClass ?? "unknown"
        if let known = deviceClassIndex[ByteText(text)] { return known }
        let index = Int32(deviceClasses.count)
        deviceClasses.append(text)
        deviceClassIndex[ByteText(text)] = index
        return index
    }
}
