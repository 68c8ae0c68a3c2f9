import CommandLine
import Database
import FleetCore
import Health
import Reporting
import ServerMetrics
import Terminal

/// `chatfleet signals map [METRIC --as OURS]`.
enum SignalsMapCommand {
    static let metric = OptionalArgument(.text("METRIC"), help: "a metric as the fleet names it, NAMESPACE:NAME")
    static let ours = Option("as", .text("OURS"), help: "the one that signals read, NAMESPACE:NAME")
        .needing(metric)
    static let dimension = Option(
        "dimension", .text("THEIRS=OURS"), help: "what a dimension of it is called by the fleet, and by signals"
    ).repeatable().needing(ours)
    static let remove = Flag("remove", help: "take the metric's mapping away").needing(metric).excluding(ours)

    static let command = Command(
        CommandSpec(
            "signals map", group: .onCall, purpose: "tie the fleet's own metrics to those that signals read",
            discussion: """
                Without arguments it lists the store's metrics and what signals read them as. A mapping is kept in the store and \
                holds for points that came before it, too; points stay under the fleet's own names.
                """,
            arguments: [metric], options: [ours, dimension, remove],
            examples: [
                Example("chatfleet signals map", "what the store has, and which of it no signal reads"),
                Example(
                    "chatfleet signals map push:sent_total --as Chat/Push:SendAttempts --dimension provider=Provider",
                    "a counter of the fleet's own push workers"),
            ], exitCodes: [.badInput, .unavailable])
    ) { invocation, context in
        guard let theirs = invocation[metric] else {
            try context.withStore { try context.emit(list(MetricNameMap(database: $0, catalog: $1).names())) }
            return .success
        }
        let name = try split(theirs)
        try context.withStore(.change) { database, catalog in
            let map = MetricNameMap(database: database, catalog: catalog)
            if invocation[remove] {
                guard try map.remove(name) else {
                    throw ToolError(
                        .usage, "\(escapingControls(theirs)) is not mapped", next: "see what is: chatfleet signals map")
                }
            } else {
                guard let ours = invocation[ours] else {
                    throw ToolError(
                        .usage, "it is not said what \(name) is", next: "name one of ours: --as Chat/Push:SendFailures")
                }
                try map.set(name, known(ours), dimensions: dimensions(invocation[dimension]))
            }
            context.hasDone(
                "the mapping of \(name) is \(invocation[remove] ? "removed" : "kept")", shownBy: "chatfleet signals map")
            try context.emit(list(map.names()))
        }
        return .success
    }

    private static func list(_ names: [MetricNameMap.Metric]) -> Report {
        var report = Report(
            "signals-map", title: "Metrics of the store",
            columns: [
                .text("metric", "metric"), .text("read_as", "read as").absent("nothing: no signal reads it"),
                .count("series", "series"), .instant("newest", "newest").absent("never"),
                Column("is_mapped", "mapped", .flag),
            ])
        for name in names {
            let isRead = KnownMetric.all.contains { $0.namespace == name.ours.namespace && $0.name == name.ours.name }
            report.add(
                .text(escapingControls(name.theirs.description)), .text(isRead ? name.ours.description : nil),
                .integer(name.series),
                .instant(name.newest), .flag(name.isMapped))
        }
        report.emptyText = "the store has no metrics: chatfleet ingest metrics takes them in"
        return report
    }

    /// At the last colon: names of CloudWatch have none.
    private static func split(_ argument: String) throws(ToolError) -> MetricNameMap.Name {
        let text = try RecordOptions.metricName(argument, "the metric's name")
        guard let colon = text.lastIndex(of: ":"), text.index(after: colon) < text.endIndex else {
            throw ToolError(.usage, "\(text) is no metric", next: "write NAMESPACE:NAME, such as Chat/Push:SendFailures")
        }
        return MetricNameMap.Name(namespace: String(text[..<colon]), name: String(text[text.index(after: colon)...]))
    }

    private static func known(_ text: String) throws(ToolError) -> MetricNameMap.Name {
        let name = try split(text)
        if KnownMetric.all.contains(where: { $0.namespace == name.namespace && $0.name == name.name }) { return name }
        let near =
            closest(to: text, among: KnownMetric.all.map { "\($0.namespace):\($0.name)" }).map { "did you mean \($0)? " } ?? ""
        throw ToolError(.usage, "no signal reads \(text)", next: near + "the headers of Queries/signals name what they read")
    }

    /// Each of the fleet's names once, and each of ours: of two that are the same neither could be told.
    private static func dimensions(_ arguments: [String]) throws(ToolError) -> [(theirs: String, ours: String)] {
        var pairs: [(theirs: String, ours: String)] = []
        for argument in arguments {
            let next = try pair(RecordOptions.metricName(argument, "--dimension"))
            for known in pairs {
                let name = sameBytes(known.theirs, next.theirs) ? next.theirs : sameBytes(known.ours, next.ours) ? next.ours : nil
                if let name {
                    throw ToolError(.usage, "--dimension names \(name) twice", next: "name each dimension once: THEIRS=OURS")
                }
            }
            pairs.append(next)
        }
        return pairs
    }

    private static func pair(_ text: String) throws(ToolError) -> (theirs: String, ours: String) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw ToolError(.usage, "--dimension: \(text) is not THEIRS=OURS", next: "such as --dimension provider_name=Provider")
        }
        return (parts[0], parts[1])
    }
}
