public import Database
public import FleetCore
public import QueryCatalog

/// Which version of the flags the servers hand out since one was published, from the metric `Chat/Sync FlagsVersionServed`:
/// not what phones evaluate, and not what `latest.json` names.
public struct FlagServing: Sendable {
    /// By hours since the publication: the share of servers that handed out nothing older in that hour; nil: not measured.
    public let curve: [Double?]
    /// Hours from the publication to the end of the first in which any server handed it out; nil: none has, as far as is known.
    public let hoursToFirst: Int32?
    /// The same, to the hour from which on all did.
    public let hoursToAll: Int32?
    /// The newest hour that is measured.
    public let newest: Hour

    /// Of the newest hour.
    public var share: Double? { curve.last ?? nil }

    /// - Returns: nil where nothing is measured since the publication.
    public static func follow(
        version: Int64, publishedAt: Instant, until: Instant, database: any Database, catalog: QueryCatalog
    ) throws -> FlagServing? {
        struct Found {
            let hour: Int32
            let series: Int64
            let whole: Int64
            let greatest: Double?
        }
        var sets: [String: [Found]] = [:]
        let values: [String: SQLValue] = [
            "version": .integer(version), "from_epoch": .integer(publishedAt.hour.start.epochSeconds),
            "to_epoch": .integer(until.epochSeconds),
        ]
        for row in try catalog.query("flags/served_flags").rows(on: database, values) {
            sets[row.text("dimension_names") ?? "", default: []].append(
                Found(
                    hour: Int32(clamping: row.count("served_hour")), series: row.count("series"),
                    whole: row.count("whole_series"), greatest: row.real("greatest_version")))
        }
        // Every set of dimensions tells of all servers: the one that tells them apart best.
        func series(_ found: [Found]) -> Int64 { found.map(\.series).max() ?? 0 }
        let best = sets.max { a, b in
            series(a.value) == series(b.value) ? utf8Less(b.key, a.key) : series(a.value) < series(b.value)
        }
        guard let hours = best?.value, let newest = hours.last?.hour else { return nil }
        let first = publishedAt.hour.number
        var curve = [Double?](repeating: nil, count: Int(newest - first) + 1)
        for found in hours { curve[Int(found.hour - first)] = Double(found.whole) / Double(found.series) }
        let begun = hours.first { ($0.greatest ?? 0) >= Double(version) }
        let lastPartial = hours.last { $0.whole < $0.series }
        let whole = hours.first { $0.hour > lastPartial?.hour ?? .min }
        return FlagServing(
            curve: curve, hoursToFirst: begun.map { $0.hour - first + 1 }, hoursToAll: whole.map { $0.hour - first + 1 },
            newest: Hour(number: newest))
    }
}
