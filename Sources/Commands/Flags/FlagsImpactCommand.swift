import CommandLine
import FlagPublishing
import FleetCore
import Health

/// `chatfleet flags impact`.
enum FlagsImpactCommand {
    static let name = OptionalArgument(.text("NAME"), help: "a flag; without it, every flag under rollout, the worst first")
    static let from = Option(
        "from", .day, help: "the first day whose activity counts",
        defaultText: "four weeks before its end, or when the percentage first stood")
    static let to = Option(
        "to", .day, help: "the day after the last whose activity counts", defaultText: "the day after the newest in the store")

    static let command = Command(
        CommandSpec(
            "flags impact", group: .flags,
            purpose: "does a flag harm phones? those inside its percentage against those outside",
            discussion: """
                Which install is inside a percentage follows from its id, so every rollout is a randomised trial that lies in \
                the store. Eligible installs (of the platform, and of min_app or later) that are inside are compared with \
                those outside, whether or not they fetched the flags yet: phones that lag make a difference look smaller, never \
                larger. Looking often costs nothing: the chance of ever calling a harmless flag harmful on a platform is at most \
                alpha.
                Guarded are the first crash, the first failing decrypt pair, the first failed message and the first message \
                waiting over an hour, each once an install; alpha is split 4 : 2 : 1 : 1 between them, whether or not somebody \
                tells them.
                Only days count that lie whole in the time in which the percentage stood. A change of it begins another \
                stretch, with its own arms, and evidence adds up over stretches; a kill, a new min_app, 0 and 100 % end the trial.
                Verdicts, one a flag and platform: DATA_FAULT where the split is not that of the percentage (p < 0.001), or \
                under half of its newest 28 days is in; HALT where harm is shown; PASS where every measure that is common enough \
                (0.3 % outside) is shown to be under twice as frequent inside, and none speaks against it; else INSUFFICIENT. \
                HALT exits 1, DATA_FAULT and INSUFFICIENT 4; of several, the worst decides.
                Of failing pairs, failed and waiting messages the first on a version counts: who had it before the percentage \
                stood is not at risk of it. Whether a client tells a measure at all is taken as known now.
                Evidence is counted from the beginning of the percentage, at most 120 days: a window that moves on would forget \
                what was shown, and begin anew with every look. Past the 120 days it does, and the bound of alpha holds no more: \
                then name the first day with --from, the same at every look.
                """,
            arguments: [name], options: [from, to, AnswerOptions.platform, EvidenceOptions.alpha, AnswerOptions.asOf],
            examples: [
                Example("chatfleet flags impact poll_posts", "its rollout, measure by measure"),
                Example("chatfleet flags impact", "which flag is behind the crashes?"),
                Example("chatfleet flags impact poll_posts --platform android --format json", "with every count that entered"),
            ], exitCodes: [.badAnswer, .badInput, .unknown, .unavailable])
    ) { invocation, context in
        var request = FlagImpact.Request(flag: invocation[name])
        request.platform = invocation[AnswerOptions.platform]
        request.from = invocation[from]
        request.to = invocation[to]
        request.asOf = invocation[AnswerOptions.asOf]
        request.alpha = invocation[EvidenceOptions.alpha]
        return try context.withStore { database, catalog in
            let reports = HealthReports(database: database, catalog: catalog)
            let newest = try reports.requiredNewestDay(asOf: request.asOf, ", so there is nobody to compare")
            try AnswerOptions.checkHeard(of: request.platform, reports)
            let found = try FlagImpact.measure(request, newest: newest, database: database, catalog: catalog) {
                try reports.completeness(of: $0, platform: $1, asOf: request.asOf)
            }
            try context.emit(FlagImpactReport(found, request).report)
            return found.trials.first?.verdict.exitCode ?? .unknown
        }
    }
}
