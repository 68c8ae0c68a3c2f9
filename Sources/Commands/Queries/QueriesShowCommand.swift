import CommandLine
import Database
import FleetCore
import Health
import QueryCatalog
import Reporting

/// `chatfleet queries show QUERY [--psql|--sqlite3]`.
enum QueriesShowCommand {
    static let query = Argument(.text("QUERY"), help: "a name that queries list shows")
    static let psql = Flag("psql", help: "the command line that runs it in psql")
    static let sqlite3 = Flag("sqlite3", help: "the command line that runs it in sqlite3").excluding(psql)
    static let from = Option(
        "from", .day, help: "first day of the window in that command line", defaultText: "a week before --to"
    ).needing(psql, sqlite3)
    static let to = Option(
        "to", .day, help: "day after the last", defaultText: "the day after the newest in the store; without one, to be filled in"
    ).needing(psql, sqlite3)

    static let command = Command(
        CommandSpec(
            "queries show", group: .tools, purpose: "one query: its header and SQL, or how to run it without chatfleet",
            arguments: [query], options: [psql, sqlite3, from, to],
            examples: [
                Example(
                    "chatfleet queries show health/crash_free_installs --sqlite3 | sh",
                    "runs the query with nothing but the sqlite3 shell"),
                Example("chatfleet queries show health/versions --format json", "its question, parameters and columns as data"),
            ], exitCodes: [.badInput])
    ) { invocation, context in
        let query = try context.queries().found(invocation[query])
        guard invocation[psql] || invocation[sqlite3] else {
            if context.format == .table {
                try context.emit(text: query.sql)
            } else {
                try context.emit(report(query))
            }
            return .success
        }
        let window = try window(query, invocation, context)
        // As the reports do when nothing is asked: by version and platform.
        let values = query.exampleValues(from: window.from, to: window.to, flags: ["by_version", "by_platform"])
        switch (try context.storeLocation(), invocation[psql]) {
        case (.postgres, true):
            try context.emit(text: query.psqlCommand(store: context.storeLocation().description, values) + "\n")
        case (.sqlite, true):
            try context.emit(text: query.psqlCommand(store: "service=fleet", values) + "\n")
            context.note("The store is a SQLite file: put your server in place of service=fleet.")
        case (.sqlite(let path), false):
            try context.emit(text: query.sqlite3Command(store: path, values) + "\n")
        case (.postgres, false):
            try context.emit(text: query.sqlite3Command(store: "fleet.db", values) + "\n")
            context.note("The store is on Postgres: put your file in place of fleet.db.")
        }
        return .success
    }

    /// The days asked for, else the newest week of the store; what neither says is to be filled in.
    private static func window(
        _ query: Query, _ invocation: Invocation, _ context: CommandContext
    ) throws -> (from: String, to: String) {
        if let to = try invocation[to] ?? newestEnd(query, context) {
            return ((invocation[from] ?? to.advanced(by: -7)).description, to.description)
        }
        if query.hasWindow {
            context.note(
                "No store that can be asked says up to which day it has data: put the window in place of what is in capitals, "
                    + "or name it with --from and --to.")
        }
        return (invocation[from]?.description ?? Query.dayToFillIn, Query.dayToFillIn)
    }

    /// The day after the newest that the store has of what the query reads, reports or metrics; nil where there is no store to
    /// ask, or nothing in it.
    private static func newestEnd(_ query: Query, _ context: CommandContext) throws -> Day? {
        let newest = try? context.withStore { database, catalog -> Day? in
            let reports = try HealthReports(database: database, catalog: catalog).newestDay()
            let metric = try catalog.query("operations/newest_metric").rows(on: database, [:]).first?.integer("newest_epoch")
            let metrics = metric.map { Instant(epochSeconds: $0).day }
            return query.readsServerMetrics ? metrics ?? reports : reports ?? metrics
        }
        if context.stop.isSet { throw ToolError(.interrupted, "interrupted", at: "chatfleet queries show") }
        return newest?.advanced(by: 1).inCalendar
    }

    private static func report(_ query: Query) -> Report {
        var report = Report("query", title: query.name)
        report.summarise(.text("name", "query"), .text(query.name))
        report.summarise(.text("question", "question"), .text(query.question))
        report.summarise(.text("grain", "grain"), .text(query.grain))
        report.summarise(.text("engines", "engines"), .text(query.engines.joined(separator: ", ")))
        report.summarise(.text("source", "source"), .text(query.source))
        report.summarise(.text("path", "file"), .text(query.path))
        report.summarise(Column("sql", "SQL", .text, for: .programs), .text(query.sql))
        var parameters = Report(
            "parameters", title: "Parameters",
            columns: [.text("name", "name"), .text("type", "type"), .text("null", "may be null"), .text("note", "note")])
        for parameter in query.parameters {
            parameters.add(
                .text(parameter.name), .text(parameter.type.rawValue), .text(parameter.isNullable ? "yes" : "no"),
                parameter.note.map { .text($0) } ?? .blank)
        }
        var columns = Report(
            "columns", title: "Columns", columns: [.text("name", "name"), .text("type", "type"), .text("null", "may be null")])
        for column in query.columns {
            columns.add(.text(column.name), .text(column.type.rawValue), .text(column.isNullable ? "yes" : "no"))
        }
        report.details = [parameters, columns]
        return report
    }
}

extension QueryCatalog {
    /// The query of this name; the error of an unknown one says which was probably meant.
    func found(_ name: String) throws(ToolError) -> Query {
        let names = try names()
        if names.contains(name) { return try query(name) }
        // `versions` for `health/versions`, where there is only one.
        let short = names.filter { $0.hasSuffix("/\(name)") }
        if short.count == 1 { return try query(short[0]) }
        let near =
            closest(to: name, among: names) ?? closest(to: name, among: names.map { String($0.drop { $0 != "/" }.dropFirst()) })
        throw ToolError(
            .badInput, "there is no query \(name)", at: directory,
            next: near.map { "did you mean \($0)? else: chatfleet queries list" } ?? "see what there is: chatfleet queries list")
    }
}
