import CommandLine
import FleetCore
import Reporting
import Telemetry

/// `chatfleet store forget ID`.
enum StoreForgetCommand {
    static let install = Argument(.text("ID"), help: "the install's id, as it reports it")

    static let command = Command(
        CommandSpec(
            "store forget", group: .store, purpose: "remove an install everywhere",
            discussion: """
                Its days, its pairs and crash groups, its quarantined reports and its part of every count go, in one transaction. Files that \
                were taken in before stay remembered, so they don't bring it back; a new report of the install does.
                """,
            arguments: [install],
            examples: [Example("chatfleet store forget i_4f9c2e", "removes what the store knows of i_4f9c2e")],
            exitCodes: [.unknown, .unavailable]),
        run: { invocation, context in
            let id = InstallID(invocation[install])
            let result = try context.withStore(cancelsQueries: false) { database, _ in try StoreForget.run(id, database) }
            guard !result.isEmpty else {
                throw ToolError(.unknown, "the store knows no install \(id)", next: "check the id: it is compared as written")
            }
            context.hasDone("install \(id) is forgotten", shownBy: "chatfleet install \(shellWord(invocation[install]))")
            var report = Report("store-forget", title: "Forgotten: \(id)")
            report.summarise(.count("days", "days"), .integer(Int64(result.days)))
            report.summarise(.count("rows", "daily rows"), .integer(Int64(result.rows)))
            report.summarise(.count("pairs", "failing pairs"), .integer(Int64(result.pairs)))
            report.summarise(.count("crash_groups", "crash groups"), .integer(Int64(result.crashGroups)))
            report.summarise(.count("quarantined", "quarantined reports"), .integer(Int64(result.quarantined)))
            try context.emit(report)
            return .success
        })
}
