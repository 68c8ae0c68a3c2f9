import CommandLine
import FleetCore
import QueryCatalog
import Reporting

/// `chatfleet queries list [PATTERN]`.
enum QueriesListCommand {
    static let pattern = OptionalArgument(.text("PATTERN"), help: "only queries whose name or question contains it")

    static let command = Command(
        CommandSpec(
            "queries list", group: .tools, purpose: "the SQL behind the answers: each query and its question",
            arguments: [pattern],
            examples: [Example("chatfleet queries list queue", "finds the queries about queues")],
            exitCodes: [.badInput, .unknown])
    ) { invocation, context in
        let wanted = invocation[pattern]?.lowercased()
        let queries = try context.queries().all().filter { query in
            wanted.map { query.name.lowercased().contains($0) || query.question.lowercased().contains($0) } ?? true
        }
        var report = Report(
            "queries", title: "Queries",
            columns: [.text("name", "query"), .text("question", "question"), .text("engines", "engines")])
        report.emptyText = "no query matches"
        for query in queries {
            report.add(.text(query.name), .text(query.question), .text(query.engines.joined(separator: ", ")))
        }
        try context.emit(report)
        return queries.isEmpty ? .unknown : .success
    }
}
