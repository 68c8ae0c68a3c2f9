import CommandLine
import FleetCore
import QueryCatalog

/// `chatfleet queries path [QUERY]`.
enum QueriesPathCommand {
    static let query = OptionalArgument(.text("QUERY"), help: "a name that queries list shows")

    static let command = Command(
        CommandSpec(
            "queries path", group: .tools, purpose: "where the queries are, or one of them", arguments: [query],
            examples: [
                Example(
                    "cp -r \"$(chatfleet queries path)\" mine && chatfleet queries list --queries-dir mine",
                    "copies the queries; every command that is told of the copy uses what is changed in it")
            ], exitCodes: [.badInput])
    ) { invocation, context in
        let catalog = try context.queriesAsTheyAre()
        if let lack = catalog.lack { context.warn("\(lack.what); \(lack.next ?? "")") }
        let path = try invocation[query].map { try catalog.found($0).path } ?? catalog.directory
        try context.emit(text: path + "\n")
        return .success
    }
}
