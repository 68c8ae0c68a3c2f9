import CommandLine
import DurableFiles
import FleetCore
import Health
import Reporting

/// `chatfleet signals export`.
enum SignalsExportCommand {
    static let to = Option(
        "to", .file(), help: "write it to this file, whole or not at all; - is standard output", defaultText: "standard output")

    static let command = Command(
        CommandSpec(
            "signals export", group: .onCall, purpose: "every signal's level, value and age as Prometheus text",
            discussion: """
                For the textfile collector of node_exporter: level is -1 unknown, 0 well, 1 watch, 2 page. What is off in --levels \
                is left out. It ends with 0 whatever the levels are, since a file that tells of an outage is a good one; the rules \
                in Dashboards/prometheus alert on it, and on a file that grows old.
                """,
            options: [to] + SignalOptions.shared,
            examples: [
                Example(
                    "chatfleet signals export --to /var/lib/node_exporter/chatfleet.prom",
                    "by a timer, every minute")
            ], exitCodes: [.badInput, .unavailable])
    ) { invocation, context in
        let answer = try SignalOptions.withSignals(invocation, context) { signals in
            try signals.evaluate(at: invocation[SignalOptions.at] ?? context.now)
        }
        let text = SignalExposition(answer).text
        guard let path = invocation[to], path != "-" else {
            try context.emit(text: text)
            return .success
        }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard !name.isEmpty else {
            throw ToolError(.usage, "--to names a folder", at: path, next: "name a file in it, such as chatfleet.prom")
        }
        do {
            try DurableFolder(folder).replace(name, Array(text.utf8))
        } catch let error as ToolError where error.exitCode == .badInput {
            // A device or a pipe can't be replaced whole.
            throw ToolError(.badInput, error.what, at: path, next: "name another file, or leave --to out to print it")
        }
        return .success
    }
}
