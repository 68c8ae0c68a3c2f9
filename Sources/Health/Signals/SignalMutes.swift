public import Database
public import FleetCore
public import QueryCatalog

/// Who said to leave a signal alone, or that it is being seen to, and until when. An entry is never changed; lifting one is
/// an entry that ends at once.
public struct SignalMutes {
    private let database: any Database
    private let catalog: QueryCatalog

    public init(database: any Database, catalog: QueryCatalog) {
        self.database = database
        self.catalog = catalog
    }

    /// What holds at a time, one a signal and kind: the last word counts.
    public func active(at: Instant) throws -> [SignalMute] {
        try catalog.query("operations/signal_mutes").rows(on: database, ["at_epoch": .integer(at.epochSeconds)]).map { row in
            SignalMute(
                signal: row.text("signal") ?? "", kind: SignalMute.Kind(rawValue: row.text("kind") ?? "") ?? .silence,
                from: Instant(epochSeconds: row.count("from_epoch")), until: Instant(epochSeconds: row.count("until_epoch")),
                reason: row.text("reason") ?? "", by: row.text("muted_by") ?? "")
        }
    }

    public func add(_ mute: SignalMute) throws {
        try database.transaction {
            let entry = (try database.integer("select max(entry) from signal_mute") ?? 0) + 1
            try database.execute(
                """
                insert into signal_mute (entry, signal, kind, from_epoch, until_epoch, reason, muted_by)
                values (:entry, :signal, :kind, :from_epoch, :until_epoch, :reason, :muted_by)
                """,
                [
                    "entry": .integer(entry), "signal": .text(mute.signal), "kind": .text(mute.kind.rawValue),
                    "from_epoch": .integer(mute.from.epochSeconds), "until_epoch": .integer(mute.until.epochSeconds),
                    "reason": .text(mute.reason), "muted_by": .text(mute.by),
                ])
        }
    }
}
