import CommandLine
import Database
import FleetCore
import FoundationEssentials
import QueryCatalog
import Reporting
import Telemetry

/// `chatfleet store migrate`.
enum StoreMigrateCommand {
    static let distributed = Flag(
        "distributed", help: "on Citus: spread the facts over its nodes by install, and put what is derived from them on each")

    static let command = Command(
        CommandSpec(
            "store migrate", group: .store, purpose: "bring the store's schema up to date",
            discussion: """
                Postgres stores are migrated by this command only, so that no reader changes a shared database; SQLite stores \
                are made and migrated by whatever command needs them. Each step runs once, in a transaction of its own, under a lock.

                With --distributed a store on Citus is spread over its nodes, with the rows it has; again, it changes nothing. Once it \
                is, this command also places what later steps of the schema bring. Commands go to the coordinator, as before.
                """,
            options: [distributed],
            examples: [
                Example(
                    "CHATFLEET_STORE=postgres://fleet@db/fleet chatfleet store migrate",
                    "makes the tables, or adds what is new in them"),
                Example(
                    "CHATFLEET_STORE=postgres://fleet@coordinator/fleet chatfleet store migrate --distributed",
                    "the same on Citus, and spreads the facts over its nodes"),
            ], exitCodes: [.badInput, .unavailable])
    ) { invocation, context in
        let location = try context.storeLocation()
        if invocation[distributed] { try checkBeforeChanging(location, context) }
        let migrations = try context.queries().migrations(for: location.engine)
        var pending = migrations.list
        if !location.isMissingFile {
            pending = try context.withStore(.inspect) { database, _ in try Store.migrationStatus(database, migrations).pending }
        }
        let tables = try context.withStore(.migrate, cancelsQueries: false) { database, _ in
            let spreads = try invocation[distributed] || database.isDistributed
            return spreads ? try DistributedStore.distribute(database, stop: context.stop) : []
        }
        context.hasDone("the schema is brought up to date", shownBy: "chatfleet store status")
        var report = Report(
            "store-migrate", title: "Schema of \(location)",
            columns: [.count("version", "step"), .text("name", "name"), .text("state", "")])
        report.emptyText = "nothing to do: the schema is at \(migrations.version), which is current"
        for step in pending { report.add(.integer(Int64(step.version)), .text(step.name), .text("applied")) }
        if !tables.isEmpty { report.details = [placement(tables)] }
        try context.emit(report)
        return .success
    }

    /// Nothing is made or migrated where the rest can't follow.
    private static func checkBeforeChanging(_ location: StoreLocation, _ context: CommandContext) throws {
        guard case .postgres = location else {
            throw ToolError(
                .badInput, "only a store on Postgres with the extension Citus can be distributed, and this is a SQLite file",
                at: location.description, next: "name such a store with --store or CHATFLEET_STORE")
        }
        try context.withStore(.inspect) { database, _ in try DistributedStore.check(database, at: location.description) }
    }

    private static func placement(_ tables: [DistributedStore.Table]) -> Report {
        var report = Report(
            "tables", title: "On the nodes",
            columns: [.text("table", "table"), .text("placement", "lies"), .text("state", "")])
        for table in tables {
            report.add(.text(table.name), .text(table.placement.rawValue), .text(table.isNew ? "placed" : "was there"))
        }
        report.notes = ["All else lies on the coordinator. Days that are added later go with their table."]
        return report
    }
}

extension StoreLocation {
    /// A SQLite file that has not been made yet.
    var isMissingFile: Bool {
        guard case .sqlite(let path) = self else { return false }
        return !FileManager.default.fileExists(atPath: path)
    }
}
