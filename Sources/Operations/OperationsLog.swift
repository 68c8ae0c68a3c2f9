public import Database
public import FleetCore
public import QueryCatalog

/// Who did what to the fleet, when and why, as a store has it: rows are added, never changed; a step of a rollout that was
/// recorded wrong is made void by another row.
public struct OperationsLog {
    private let database: any Database
    private let catalog: QueryCatalog

    public init(database: any Database, catalog: QueryCatalog) {
        self.database = database
        self.catalog = catalog
    }

    // MARK: Reading

    /// Those that count, in the order in which they happened.
    /// - Parameter recordedBy: leaves out what was written down later, and what was void by then; nil: what is void now.
    public func rolloutEvents(
        version: String? = nil, platform: String? = nil, recordedBy known: Instant? = nil
    ) throws -> [RolloutEvent] {
        try rolloutJournal(version: version, platform: platform).counting(at: known).map(\.event)
    }

    /// All that was ever recorded, in the order in which it happened, what is void among it.
    public func rolloutJournal(version: String? = nil, platform: String? = nil) throws -> [RecordedRolloutEvent] {
        let values = ["app_version": SQLValue(version), "platform": SQLValue(platform)]
        return try catalog.query("operations/rollout_events").rows(on: database, values).compactMap(RecordedRolloutEvent.init)
    }

    /// How far each rollout is, the one that moved last first.
    /// - Parameters:
    ///   - before: leaves out what happened later; nil: nothing.
    ///   - recordedBy: as of ``rolloutEvents(version:platform:recordedBy:)``.
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
    ///   - recordedBy: leaves out what was written down later, and steps that were void by then; nil: those that are void.
    public func timeline(
        from: Instant? = nil, to: Instant? = nil, recordedBy known: Instant? = nil
    ) throws -> [TimelineEntry] {
        let values: [String: SQLValue] = [
            "from_epoch": .integer(from?.epochSeconds ?? .min), "to_epoch": .integer(to?.epochSeconds ?? .max),
            "known_epoch": .integer(known?.epochSeconds ?? .max),
        ]
        return try catalog.query("operations/timeline").rows(on: database, values).compactMap(TimelineEntry.init)
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
            try lockRollouts()
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

    /// What became of a record that was to be made void.
    public enum Voided: Sendable, Equatable {
        case new(RecordedRolloutEvent)
        /// It is void already.
        case known(RecordedRolloutEvent)
        /// There is no record of this number.
        case unheard
    }

    /// From `now` on the record counts for nothing; what was said of earlier moments stays.
    public func makeVoid(_ number: Int64, by person: String, reason: String, now: Instant) throws -> Voided {
        try database.transaction {
            try lockRollouts()
            guard let record = try record(number) else { return .unheard }
            guard record.voided == nil else { return .known(record) }
            try database.execute(
                "insert into rollout_void (entry, voided_by, reason, voided_epoch) values (:entry, :by, :reason, :now)",
                ["entry": .integer(number), "by": .text(person), "reason": .text(reason), "now": .integer(now.epochSeconds)])
            return try self.record(number).map(Voided.new) ?? .unheard
        }
    }

    private func record(_ number: Int64) throws -> RecordedRolloutEvent? {
        try rolloutJournal().first { $0.number == number }
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

    /// Whether an event is recorded already depends on what is void: who makes one void and who records it again come one after
    /// the other.
    private func lockRollouts() throws { try lock("rollout_event") }

    /// Two who write at once get numbers one after the other. On SQLite the transaction itself is the lock.
    private func lock(_ table: String) throws {
        guard database.engine == .postgres else { return }
        try database.execute("lock table \(table) in share row exclusive mode", [:])
    }
}

extension RecordedRolloutEvent {
    /// Nil for a kind that this program does not know.
    fileprivate init?(_ row: QueryRow) {
        guard let kind = RolloutEvent.Kind(rawValue: row.text("kind") ?? "") else { return nil }
        let event = RolloutEvent(
            at: Instant(epochSeconds: row.count("at_epoch")), version: row.text("app_version") ?? "",
            platform: row.text("platform") ?? "", kind: kind, percent: row.real("percent"),
            by: row.text("changed_by") ?? "", reason: row.text("reason") ?? "")
        let voided = row.integer("voided_epoch").map { epoch in
            Voiding(
                at: Instant(epochSeconds: epoch), by: row.text("voided_by") ?? "", reason: row.text("void_reason") ?? "")
        }
        self.init(
            event, number: row.count("entry"), recorded: Instant(epochSeconds: row.count("recorded_epoch")), voided: voided)
    }
}
