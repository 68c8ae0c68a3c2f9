public import Database
public import FleetCore
public import QueryCatalog

/// Who did what to the fleet, when and why, as a store has it: rows are added, never changed.
public struct OperationsLog {
    private let database: any Database
    private let catalog: QueryCatalog

    public init(database: any Database, catalog: QueryCatalog) {
        self.database = database
        self.catalog = catalog
    }

    // MARK: Reading

    /// In the order in which they happened.
    /// - Parameter recordedBy: leaves out what was written down later; nil: nothing.
    public func rolloutEvents(
        version: String? = nil, platform: String? = nil, recordedBy known: Instant? = nil
    ) throws -> [RolloutEvent] {
        try recordedRolloutEvents(version: version, platform: platform, recordedBy: known).map(\.event)
    }

    /// The same, each with when it was written down.
    public func recordedRolloutEvents(
        version: String? = nil, platform: String? = nil, recordedBy known: Instant? = nil
    ) throws -> [RecordedRolloutEvent] {
        let values = ["app_version": SQLValue(version), "platform": SQLValue(platform)]
        return try catalog.query("operations/rollout_events").rows(on: database, values).compactMap { row in
            guard let kind = RolloutEvent.Kind(rawValue: row.text("kind") ?? "") else { return nil }
            let recorded = Instant(epochSeconds: row.count("recorded_epoch"))
            if let known, recorded > known { return nil }
            return RecordedRolloutEvent(
                RolloutEvent(
                    at: Instant(epochSeconds: row.count("at_epoch")), version: row.text("app_version") ?? "",
                    platform: row.text("platform") ?? "", kind: kind, percent: row.real("percent"),
                    by: row.text("changed_by") ?? "", reason: row.text("reason") ?? ""), recorded: recorded)
        }
    }

    /// How far each rollout is, the one that moved last first.
    /// - Parameters:
    ///   - before: leaves out what happened later; nil: nothing.
    ///   - recordedBy: leaves out what was written down later; nil: nothing.
    public func rollouts(
        version: String? = nil, platform: String? = nil, before end: Instant? = nil, recordedBy known: Instant? = nil
    ) throws -> [RolloutState] {
        struct Key: Hashable {
            let version: String
            let platform: String
        }
        let events = try rolloutEvents(version: version, platform: platform, recordedBy: known)
            .filter { event in end.map { event.at <= $0 } ?? true }
        return Dictionary(grouping: events) { Key(version: $0.version, platform: $0.platform) }.values
            .compactMap { RolloutState($0) }
            .sorted {
                $0.since != $1.since
                    ? $0.since > $1.since
                    : ($0.platform, AppVersion($0.version).sortKey) < ($1.platform, AppVersion($1.version).sortKey)
            }
    }

    /// What was done from `from` on and before `to`, the oldest first.
    /// - Parameters:
    ///   - from: nil: without a beginning.
    ///   - to: nil: without an end.
    ///   - recordedBy: leaves out what was written down later; nil: nothing.
    public func timeline(
        from: Instant? = nil, to: Instant? = nil, recordedBy known: Instant? = nil
    ) throws -> [TimelineEntry] {
        let values: [String: SQLValue] = [
            "from_epoch": .integer(from?.epochSeconds ?? .min), "to_epoch": .integer(to?.epochSeconds ?? .max),
        ]
        let late = try known.map { try recorded(after: $0, window: values) } ?? []
        return try catalog.query("operations/timeline").rows(on: database, values).compactMap { row in
            late.contains("\(row.text("source") ?? "") \(row.count("entry"))") ? nil : TimelineEntry(row)
        }
    }

    /// The timeline's entries that were written down after an instant, as `source entry`. A change of the flags is recorded
    /// as it is made.
    private func recorded(after instant: Instant, window: [String: SQLValue]) throws -> Set<String> {
        let all: [String: SQLValue] = ["app_version": .null, "platform": .null]
        let steps = try catalog.query("operations/rollout_events").rows(on: database, all)
        let notes = try catalog.query("operations/annotations").rows(on: database, window)
        func late(_ rows: [QueryRow], _ source: TimelineEntry.Source) -> [String] {
            rows.filter { $0.count("recorded_epoch") > instant.epochSeconds }.map { "\(source.rawValue) \($0.count("entry"))" }
        }
        return Set(late(steps, .rollout) + late(notes, .annotation))
    }

    // MARK: Writing

    /// What became of something that was to be recorded.
    public enum Recorded: Sendable, Equatable {
        case new
        /// The store has it already, word for word and of the same second: saying it again changes nothing.
        case known
    }

    @discardableResult
    public func record(_ event: RolloutEvent, now: Instant) throws -> Recorded {
        try database.transaction {
            try lock("rollout_event")
            if try rolloutEvents(version: event.version, platform: event.platform).contains(event) { return .known }
            try database.execute(
                """
                insert into rollout_event
                    (entry, at_epoch, app_version, platform, kind, percent, changed_by, reason, recorded_epoch)
                select
                    coalesce(max(entry), 0) + 1, cast(:at as bigint), cast(:version as text), cast(:platform as text),
                    cast(:kind as text), cast(:percent as double precision), cast(:by as text), cast(:reason as text),
                    cast(:now as bigint)
                from rollout_event
                """,
                [
                    "at": .integer(event.at.epochSeconds), "version": .text(event.version), "platform": .text(event.platform),
                    "kind": .text(event.kind.rawValue), "percent": event.percent.map { .real($0) } ?? .null,
                    "by": .text(event.by), "reason": .text(event.reason), "now": .integer(now.epochSeconds),
                ])
            return .new
        }
    }

    @discardableResult
    public func record(_ note: Annotation, now: Instant) throws -> Recorded {
        try database.transaction {
            try lock("annotation")
            if try annotations(at: note.at).contains(note) { return .known }
            try database.execute(
                """
                insert into annotation (entry, at_epoch, kind, text, app_version, platform, annotated_by, recorded_epoch)
                select
                    coalesce(max(entry), 0) + 1, cast(:at as bigint), cast(:kind as text), cast(:text as text),
                    cast(:version as text), cast(:platform as text), cast(:by as text), cast(:now as bigint)
                from annotation
                """,
                [
                    "at": .integer(note.at.epochSeconds), "kind": .text(note.kind.rawValue), "text": .text(note.text),
                    "version": SQLValue(note.version), "platform": SQLValue(note.platform), "by": .text(note.by),
                    "now": .integer(now.epochSeconds),
                ])
            return .new
        }
    }

    private func annotations(at instant: Instant) throws -> [Annotation] {
        let at = instant.epochSeconds
        let values: [String: SQLValue] = ["from_epoch": .integer(at), "to_epoch": .integer(at + 1)]
        return try catalog.query("operations/annotations").rows(on: database, values).compactMap { row in
            guard let kind = Annotation.Kind(rawValue: row.text("kind") ?? "") else { return nil }
            return Annotation(
                at: Instant(epochSeconds: row.count("at_epoch")), kind: kind, text: row.text("text") ?? "",
                version: row.text("app_version"), platform: row.text("platform"), by: row.text("annotated_by") ?? "")
        }
    }

    /// Two who write at once get numbers one after the other. On SQLite the transaction itself is the lock.
    private func lock(_ table: String) throws {
        guard database.engine == .postgres else { return }
        try database.execute("lock table \(table) in share row exclusive mode", [:])
    }
}
