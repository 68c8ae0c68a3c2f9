import CommandLine
import Dashboards
import FleetCore
import Reporting

/// `chatfleet dashboards check [DIRECTORY]`.
enum DashboardsCheckCommand {
    static let directory = OptionalArgument(.directory(), help: "the folder Dashboards; else the one beside the queries")

    static let command = Command(
        CommandSpec(
            "dashboards check", group: .tools, purpose: "do the dashboards ask what the queries ask?",
            discussion: "Exits 1 where a dashboard is missing or differs from what dashboards render would write.",
            arguments: [directory],
            examples: [Example("chatfleet dashboards check", "the dashboards that came with this program")],
            exitCodes: [.badAnswer, .badInput])
    ) { invocation, context in
        let catalog = try context.queries()
        let place = invocation[directory] ?? DashboardFiles.directory(beside: catalog)
        let states = try DashboardFiles(catalog).states(in: place)
        var report = Report("dashboards", title: "Dashboards of \(place)", columns: [.text("file", "file")])
        for (name, state) in states {
            let mark: Mark =
                switch state {
                case .same: .ok("up to date")
                case .differs: .bad("differs from the queries")
                case .missing: .bad("missing")
                }
            report.add(.text(name), mark: mark)
        }
        let isCurrent = states.allSatisfy { $0.state == .same }
        if !isCurrent { report.notes = ["Run chatfleet dashboards render \(place)."] }
        try context.emit(report)
        return isCurrent ? .success : .badAnswer
    }
}
