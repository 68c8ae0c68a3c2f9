import CommandLine
import Database
import DurableFiles
import FleetCore
import Health
import QueryCatalog
import Reporting
import Terminal

/// `chatfleet report`.
enum ReportCommand {
    static let html = Option(
        "html", .file(), help: "write one page that stands alone; - is standard output",
        defaultText: "print in the format asked for"
    ).excluding(GlobalOptions.format)
    static let pictures = Option(
        "pictures", .directory(), help: "write each picture into this folder, which is made, as an SVG file that stands alone")
    static let at = Option(
        "at", .instant, help: "as the store had it before the hour that holds this time", defaultText: "all it knows"
    ).carried(as: Carried.moment)

    static let command = Command(
        CommandSpec(
            "report", group: .onCall, purpose: "the week, or the incident, on one page",
            discussion: """
                The golden signals, crash-free installs, failing device pairs, waiting messages and adoption over the days of a window, with what \
                was done to the fleet in it and since: a picture of each with its 95 % intervals, the table behind it, and where the \
                numbers come from. A page needs nothing but itself: no script, no network, light or dark, and it is readable \
                on a telephone. The file is written whole or not at all. Windows of up to three days are shown by the hour, too.
                Days without data are gaps, never 0 % or 100 %. Exits 4 when there is nothing to show.
                """,
            options: [
                html, pictures, AnswerOptions.from, AnswerOptions.to, at, AnswerOptions.version, AnswerOptions.platform,
                SignalOptions.levels,
            ],
            examples: [
                Example("chatfleet report --html week.html", "the last seven days, for the review"),
                Example(
                    "chatfleet report --html incident.html --from 2026-09-13 --to 2026-09-15 --platform android",
                    "two days of one platform, also by the hour"),
                Example("chatfleet report --format markdown", "the tables, to paste"),
                Example("chatfleet report --pictures .", "the pictures, for a message"),
            ],
            exitCodes: [.badInput, .unknown, .unavailable])
    ) { invocation, context in
        let from = invocation[AnswerOptions.from]
        let to = invocation[AnswerOptions.to]
        let filter = ReportFilter(
            window: from == nil && to == nil ? .newestWeek : .days(from: from, to: to),
            version: invocation[AnswerOptions.version], platform: invocation[AnswerOptions.platform], asOf: invocation[at])
        let store = try context.storeLocation().description
        let (report, outcome) = try context.withStore { database, catalog in
            try FleetReport(
                database: database, catalog: catalog, filter: filter,
                settings: SignalOptions.settings(invocation, context, catalog), store: store, madeAt: context.now
            ).answer()
        }
        if let folder = invocation[pictures] {
            let pictures = ReportCommand.pictures(of: report)
            if !pictures.isEmpty { try DurableFolder(folder).checkWritable() }
            for (name, picture) in pictures {
                try write(picture, to: "\(folder)/\(name)")
                context.note("\(folder)/\(name): written")
            }
        }
        switch invocation[html] {
        // Pictures are all that was asked for, unless a format is, too.
        case nil where invocation[pictures] != nil && !invocation.isGiven(GlobalOptions.format): break
        case nil: try context.emit(report)
        case "-"?: try context.emit(text: report.text(as: .html, for: .pipe))
        case let path?:
            try write(report.text(as: .html, for: .pipe), to: path)
            context.note("\(path): written")
        }
        return outcome.exitCode
    }

    /// Names of files are of the pictures' titles.
    private static func pictures(of report: Report) -> [(name: String, text: String)] {
        var seen: Set<String> = []
        return report.details.flatMap(\.lineCharts).filter(\.hasValues).map { chart in
            let letters = chart.title.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
            let base = String(letters).split(separator: "-").joined(separator: "-")
            let name = (1...).lazy.map { $0 == 1 ? base : "\(base)-\($0)" }.first { !seen.contains($0) } ?? base
            seen.insert(name)
            return ("\(name).svg", chart.svgFile())
        }
    }

    private static func write(_ page: String, to path: String) throws(ToolError) {
        let parts = path.lastIndex(of: "/").map { (String(path[..<$0]), String(path[path.index(after: $0)...])) }
        let (folder, name) = parts ?? (".", path)
        guard !name.isEmpty else {
            throw ToolError(.usage, "--html names a folder", at: path, next: "name a file in it, such as \(path)report.html")
        }
        try DurableFolder(folder.isEmpty ? "/" : folder).replace(name, Array(page.utf8))
    }
}
