import CommandLine
import FleetCore
import Health
import Incidents
import Reporting

/// `chatfleet signals list`.
enum SignalsListCommand {
    static let command = Command(
        CommandSpec(
            "signals list", group: .onCall, purpose: "the golden signals, their levels and runbooks",
            discussion: """
                A signal is a file in Queries/signals: add one and it is here, in status and in what is exported. Levels are those \
                in force, with --levels those of the fleet's own file:
                  {"signals": {"fcm_quota": {"watch": "> 960000", "page": "> 1140000"}, "prekey_stock_low": {"off": "not counted here"}}}
                """,
            options: [SignalOptions.levels],
            examples: [Example("chatfleet signals list", "what status asks, a line a signal")], exitCodes: [.badInput])
    ) { invocation, context in
        let catalog = try context.queries()
        let signals = try Signals.all(in: catalog, SignalOptions.settings(invocation, context, catalog))
        var report = Report(
            "signals", title: "Golden signals",
            columns: [
                .text("signal", "signal"), Column("watch", "watch", .text).absent("none"),
                Column("page", "page", .text).absent("none"), Column("runbook", "runbook", .text).absent("none").dispensable(1),
                Column("dimensions", "", .text, for: .programs), Column("unit", "", .text, for: .programs),
                Column("question", "question", .text).dispensable(2), Column("off", "", .text, for: .programs),
            ])
        for signal in signals {
            report.add(
                .text(signal.name), .text(signal.watch.map { SignalText.limit($0, signal) }),
                .text(signal.page.map { SignalText.limit($0, signal) }), .text(signal.runbook),
                .text(signal.dimensions.joined(separator: ",")), .text(signal.unit), .text(signal.question), .text(signal.off))
        }
        report.emptyText = "there are no signals"
        try context.emit(report)
        return .success
    }
}
