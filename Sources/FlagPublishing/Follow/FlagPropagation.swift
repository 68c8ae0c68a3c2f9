public import Database
public import FleetCore
public import QueryCatalog

/// How far a version of the flags has come: which active installs evaluate it or a later one, since when, and what of the
/// others. Only what clients report; what the servers hand out is another curve, and what `latest.json` says a third.
public struct FlagPropagation: Sendable {
    public struct Installs: Sendable, Equatable {
        public internal(set) var evaluated: Int64 = 0
        /// Active since, on an app that never told a flags version: it does not know the document, or does not say.
        public internal(set) var oldApp: Int64 = 0
        /// Active since, and still on older flags: the document did not reach it, or it refuses it.
        public internal(set) var refusing: Int64 = 0
        /// Active since, and on flags above any that this store published: of another target, or of one that was made anew.
        public internal(set) var ahead: Int64 = 0
        /// Active in the week before the publication, and not heard of since. Not among the active: what was turned off does
        /// not run there either, and will be off when they come back.
        public internal(set) var offline: Int64 = 0
        /// Installs by the hours from the publication to the hour of the first evaluation.
        var byDelay: [Int32: Int64] = [:]

        /// Active since the publication.
        public var active: Int64 { evaluated + oldApp + refusing + ahead }

        /// Of the active installs; nil without any.
        public var share: Double? { active > 0 ? Double(evaluated) / Double(active) : nil }

        /// Hours from the publication until this share of the active installs evaluated it: to the end of the hour in which
        /// it did. Nil: it has not yet.
        public func hours(to share: Double) -> Int32? {
            guard active > 0 else { return nil }
            var sum: Int64 = 0
            for (delay, installs) in byDelay.sorted(by: { $0.key < $1.key }) {
                sum += installs
                if Double(sum) >= share * Double(active) { return delay + 1 }
            }
            return nil
        }

        fileprivate mutating func add(_ installs: Int64, delay: Int32?, isSeen: Bool, reads: Bool, isAhead: Bool) {
            if let delay {
                evaluated += installs
                byDelay[delay, default: 0] += installs
            } else if !isSeen {
                offline += installs
            } else if isAhead {
                ahead += installs
            } else if reads {
                refusing += installs
            } else {
                oldApp += installs
            }
        }
    }

    public struct Slice: Sendable {
        public let platform: String
        public let version: AppVersion
        public let installs: Installs
    }

    public let version: Int64
    public let publishedAt: Instant
    /// The days whose active installs are counted.
    public let window: DayWindow
    public let total: Installs
    /// By platform and version.
    public let slices: [Slice]
    /// Hours from the publication to the newest day's end, or to `asOf`: how long the curve is.
    public let hourCount: Int32

    /// The share of the active installs that evaluated it by the end of each hour since the publication.
    public var curve: [Double] {
        guard total.active > 0, hourCount > 0 else { return [] }
        var sum: Int64 = 0
        return (0..<hourCount).map { hour in
            sum += total.byDelay[hour] ?? 0
            return Double(sum) / Double(total.active)
        }
    }

    static let daysBefore = 7

    /// - Parameters:
    ///   - newestVersion: the greatest version that was published; nil: not known, and any later one will do.
    ///   - newest: the newest day in the store.
    ///   - asOf: counts what was known before the hour that holds it; nil: all.
    ///   - platform: this one only; nil: all.
    /// - Throws: `ToolError` with `.unknown`: the store ends before the publication.
    public static func follow(
        version: Int64, newestVersion: Int64?, publishedAt: Instant, newest: Day, asOf: Instant?, platform: String?,
        database: any Database,
        catalog: QueryCatalog
    ) throws -> FlagPropagation {
        let publishedDay = publishedAt.day
        let publishedHour = publishedAt.hour.number
        let end = newest.advanced(by: 1).inCalendar
        guard let window = DayWindow(from: publishedDay.advanced(by: -daysBefore).inCalendar, to: end),
            newest.advanced(by: 1) >= publishedDay
        else {
            throw ToolError(
                .unknown, "version \(version) was published at \(publishedAt), and the newest reports are of \(newest)",
                next: "load newer reports with chatfleet ingest reports FILE")
        }
        var values: [String: SQLValue] = [
            "version": .integer(version), "newest_version": .integer(newestVersion ?? .max),
            "from_day": .text(window.from.description), "to_day": .text(window.to.description),
            "published_day": .text(publishedDay.description),
            "as_of_hour": .integer(Int64(asOf.map { $0.hour.number } ?? .max)),
        ]
        // Later days lie past the publication whole.
        for (number, offset) in [(1, -1), (2, 0), (3, 1)] as [(Int, Int)] {
            let day = publishedDay.advanced(by: offset).inCalendar
            values["day_\(number)"] = .text(day.description)
            values["mask_\(number)"] = .integer(LocalDayHours.mask(of: day, in: publishedHour..<Int32.max))
        }
        var total = Installs()
        var slices: [SliceKey: Installs] = [:]
        var greatestDelay: Int32 = -1
        try catalog.query("flags/evaluated_installs").forEachRow(on: database, values) { row in
            let key = SliceKey(platform: row.text("platform") ?? "", version: row.text("app_version") ?? "")
            if let platform, !sameBytes(platform, key.platform) { return }
            // A clock that is slow evaluates before the publication.
            let delay = row.integer("evaluated_hour").map { max(0, Int32(clamping: $0) &- publishedHour) }
            greatestDelay = max(greatestDelay, delay ?? -1)
            let installs = row.count("installs")
            let (isSeen, reads, isAhead) = (row.count("seen") == 1, row.count("reads") == 1, row.count("ahead") == 1)
            total.add(installs, delay: delay, isSeen: isSeen, reads: reads, isAhead: isAhead)
            slices[key, default: Installs()].add(installs, delay: delay, isSeen: isSeen, reads: reads, isAhead: isAhead)
        }
        let horizon = asOf.map { $0.hour.number } ?? end.number * 24
        return FlagPropagation(
            version: version, publishedAt: publishedAt, window: window, total: total,
            slices: slices.map { Slice(platform: $0.platform, version: AppVersion($0.version), installs: $1) }
                .sorted { a, b in
                    a.platform == b.platform ? a.version < b.version : utf8Less(a.platform, b.platform)
                },
            hourCount: max(greatestDelay + 1, horizon - publishedHour))
    }

    private struct SliceKey: Hashable {
        let platform: String
        let version: String
    }
}
