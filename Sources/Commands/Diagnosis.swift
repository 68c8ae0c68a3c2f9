import Database
import FleetCore
import FoundationEssentials
import Health
import QueryCatalog
import Reporting
import Telemetry

/// What `doctor` finds. It changes nothing, and no failure of one check hides another.
struct Diagnosis {
    let context: CommandContext

    struct Finding {
        let check: String
        let text: String
        let mark: Mark
        /// A command or a change; nil where all is well.
        let fix: String?

        static func ok(_ check: String, _ text: String) -> Finding {
            Finding(check: check, text: text, mark: .ok("ok"), fix: nil)
        }

        static func open(_ check: String, _ text: String, fix: String) -> Finding {
            Finding(check: check, text: text, mark: .unknown("to do"), fix: fix)
        }

        static func bad(_ check: String, _ text: String, fix: String?) -> Finding {
            Finding(check: check, text: text, mark: .bad("failed"), fix: fix)
        }
    }

    func findings() -> [Finding] {
        var findings = [Finding.ok("program", "chatfleet \(Program.version), \(programPath)")]
        findings += memory()
        findings += shells()
        do {
            let catalog = try context.queries()
            findings.append(.ok("queries", "\(try catalog.all().count) queries in \(catalog.directory)"))
            findings += store(catalog)
        } catch {
            findings.append(failure("queries", error))
        }
        return findings + flags()
    }

    /// What this user published while the store was away; nothing to say where nothing waits.
    private func flags() -> [Finding] {
        let waiting = WaitingChanges(context)
        do {
            let versions = try waiting.versions()
            return versions.isEmpty ? [] : [.open("flags", waiting.words(versions), fix: waiting.delivery)]
        } catch {
            return [failure("flags", error)]
        }
    }

    private var programPath: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "path unknown"
    }

    /// Nothing where there is no limit, as is usual.
    private func memory() -> [Finding] {
        guard let limit = context.surroundings.addressSpaceLimit else { return [] }
        let text = "at most \(IngestMemory.text(limit)) may be mapped (ulimit -v)"
        guard IngestMemory.isTooLittle(limit) else { return [.ok("memory", text)] }
        return [
            .bad(
                "memory", "\(text), and ingest reports needs \(IngestMemory.text(IngestMemory.neededBytes))",
                fix: IngestMemory.remedy)
        ]
    }

    /// Not needed by chatfleet; `queries show --psql` and `--sqlite3` print commands for them.
    private func shells() -> [Finding] {
        [("psql", "postgresql-client"), ("sqlite3", "sqlite3")].map { name, package in
            let folders = (context.environment["PATH"] ?? "").split(separator: ":").map(String.init)
            let found = folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
            if let found { return .ok("\(name) shell", found) }
            return .open(
                "\(name) shell", "not installed; only queries show --\(name) needs it", fix: "apt-get install \(package)")
        }
    }

    private func store(_ catalog: QueryCatalog) -> [Finding] {
        do {
            let location = try context.storeLocation()
            if location.isMissingFile {
                return [
                    .open(
                        "store", "\(location) (\(context.storeOrigin)) has not been made yet",
                        fix: "chatfleet ingest reports FILE makes it; chatfleet demo shows what it is for")
                ]
            }
            return try context.withStore(.inspect) { database, _ in
                let version = try engineVersion(database)
                var findings = [version.finding("\(location) (\(context.storeOrigin))")]
                if let state = try DistributedStore.state(database) { findings.append(.ok("distributed", "\(state)")) }
                let schema = try Store.migrationStatus(database, catalog.migrations(for: database.engine))
                findings.append(finding(schema, database.engine))
                if schema.isCurrent { findings.append(try data(HealthReports(database: database, catalog: catalog))) }
                return findings
            }
        } catch {
            return [failure("store", error)]
        }
    }

    private struct EngineVersion {
        let engine: Engine
        let text: String
        let isOldEnough: Bool

        func finding(_ place: String) -> Finding {
            if isOldEnough { return .ok("store", "\(place): \(text)") }
            let least = engine == .postgres ? "Postgres 14" : "SQLite 3.40"
            return .bad("store", "\(place): \(text) is too old", fix: "upgrade to \(least) or newer")
        }
    }

    private func engineVersion(_ database: any Database) throws -> EngineVersion {
        switch database.engine {
        case .postgres:
            let number = try database.integer("select cast(current_setting('server_version_num') as integer)") ?? 0
            return EngineVersion(
                engine: .postgres, text: "Postgres \(number / 10_000).\(number % 10_000)", isOldEnough: number >= 140_000)
        case .sqlite:
            var text = ""
            try database.forEachRow("select sqlite_version()") { text = try $0.text(0) ?? "" }
            let parts = text.split(separator: ".").compactMap { Int($0) }
            return EngineVersion(engine: .sqlite, text: "SQLite \(text)", isOldEnough: !parts.lexicographicallyPrecedes([3, 40]))
        }
    }

    private func finding(_ schema: MigrationStatus, _ engine: Engine) -> Finding {
        if schema.isCurrent { return .ok("schema", "at \(schema.version), which is current") }
        let text = "at \(schema.version), and this chatfleet needs \(schema.needed)"
        return engine == .sqlite
            ? .open("schema", text, fix: "nothing: the next command that uses the store migrates it")
            : .bad("schema", text, fix: "chatfleet store migrate")
    }

    /// Reports of a day come in until well into the next one; what is older than that is behind.
    private func data(_ reports: HealthReports) throws -> Finding {
        guard let newest = try reports.newestDay() else {
            return .open("data", "the store is empty", fix: "chatfleet ingest reports FILE")
        }
        let age = context.now.day - newest
        let text = "newest day \(newest)"
        if age <= 2 { return .ok("data", text) }
        return .open("data", "\(text), \(age) days behind today", fix: "load newer reports: chatfleet ingest reports FILE")
    }

    private func failure(_ check: String, _ error: any Error) -> Finding {
        let error = ErrorRenderer.toolError(error)
        return .bad(check, [error.what, error.place].compactMap { $0 }.joined(separator: "; "), fix: error.next)
    }
}
