import CommandLine
import Dashboards
import FleetCore
import Reporting

/// `chatfleet dashboards render DIRECTORY`.
enum DashboardsRenderCommand {
    static let directory = Argument(.directory(), help: "the folder Dashboards, or where one shall be")

    static let command = Command(
        CommandSpec(
            "dashboards render", group: .tools, purpose: "write Grafana's dashboards from the queries",
            discussion: """
                Each panel asks a question of the folder Queries; its parameters become Grafana's macros and variables. Writes \
                what differs and nothing else. Run it after a query has changed.
                """,
            arguments: [directory],
            examples: [
                Example("chatfleet dashboards render Dashboards", "brings the repository's dashboards up to date"),
                Example(
                    "chatfleet dashboards render /etc/chatfleet/Dashboards --queries-dir mine",
                    "dashboards over queries of one's own"),
            ], exitCodes: [.badInput])
    ) { invocation, context in
        let files = try DashboardFiles(context.queries())
        let folder = invocation[directory]
        let written = try files.render(to: folder)
        if !written.isEmpty {
            context.hasDone("the dashboards are written", shownBy: "chatfleet dashboards check \(shellWord(folder))")
        }
        var report = Report("dashboards", title: "Dashboards", columns: [.text("file", "file"), .text("state", "state")])
        for (name, _) in files.files {
            report.add(.text(name), .text(written.contains(name) ? "written" : "up to date"))
        }
        try context.emit(report)
        return .success
    }
}
