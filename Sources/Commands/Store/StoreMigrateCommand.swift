import CommandLine
import Database
import FleetCore
import FoundationEssentials
import QueryCatalog
import Reporting

/// `chatfleet store migrate`.
enum StoreMigrateCommand {
    static let command = Command(
        CommandSpec(
            "store migrate", group: .store, purpose: "bring the store's schema up to date",
            discussion: """
                Postgres stores are migrated by this command only, so that no reader changes a shared database; SQLite stores \
                are made and migrated by whatever command needs them. Each step runs once, in a transaction of its own, under a lock.
                """,
            examples: [
                Example(
                    "CHATFLEET_STORE=postgres://fleet@db/fleet chatfleet store migrate",
                    "makes the tables, or adds what is new in them")
            ], exitCodes: [.badInput, .unavailable])
    ) { _, context in
        let location = try context.storeLocation()
        let migrations = try context.queries().migrations(for: location.engine)
        var pending = migrations.list
        if !location.isMissingFile {
            pending = try context.withStore(.inspect) { database, _ in try Store.migrationStatus(database, migrations).pending }
        }
        try context.withStore(.migrate, cancelsQueries: false) { _, _ in }
        context.hasDone("the schema is brought up to date", shownBy: "chatfleet store status")
        var report = Report(
            "store-migrate", title: "Schema of \(location)",
            columns: [.count("version", "step"), .text("name", "name"), .text("state", "")])
        report.emptyText = "nothing to do: the schema is at \(migrations.version), which is current"
        for step in pending { report.add(.integer(Int64(step.version)), .text(step.name), .text("applied")) }
        try context.emit(report)
        return .success
    }
}

extension StoreLocation {
    /// A SQLite file that has not been made yet.
    var isMissingFile: Bool {
        guard case .sqlite(let path) = self else { return false }
        return !FileManager.default.fileExists(atPath: path)
    }
}
