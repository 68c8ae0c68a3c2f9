import CommandLine
import FleetCore
import Health
import Reporting
import Rollout
import Statistics

/// `chatfleet rollout replay`.
enum RolloutReplayCommand {
    static let version = OptionalArgument(.text("VERSION"), help: "the version, as clients write it; with --all none")
    static let all = Flag("all", help: "every version that came while the store was looking")

    static let command = Command(
        CommandSpec(
            "rollout replay", group: .rollouts, purpose: "what the gate would have said at each hour of a past rollout",
            discussion: """
                Each hour is judged by what was known then, up to 37 days after the rollout's beginning. Spared are installs that \
                came after the halt. A halt is confirmed where a measure that was shown to be harmful still has a rate over the \
                margin with all that is known now; with --all, halts that are not are the gate's false ones. Saved: from the gate's \
                halt to the one that rollout record knows of.
                """,
            arguments: [version],
            options: [
                all, AnswerOptions.platform, RolloutOptions.baseline, RolloutOptions.since, RolloutOptions.alpha,
                RolloutOptions.asOf, RolloutOptions.noPanel,
            ],
            examples: [
                Example("chatfleet rollout replay 8.14.0", "the hours at which the verdict changed"),
                Example("chatfleet rollout replay --all", "every past version: when it would have been halted, or passed"),
            ],
            exitCodes: [.badInput, .unknown, .unavailable])
    ) { invocation, context in
        let isAll = invocation[all]
        guard isAll != (invocation[version] != nil) else {
            throw ToolError(.usage, "rollout replay takes a version, or --all", next: "chatfleet rollout replay 8.14.0")
        }
        let request = try RolloutOptions.request(invocation, context, version: invocation[version] ?? "")
        return try context.withStore { database, catalog in
            let reports = HealthReports(database: database, catalog: catalog)
            try RolloutOptions.checkBaseline(request, reports)
            let rollouts = Rollouts(database, catalog)
            let replays = try isAll ? rollouts.replayAll(request) : rollouts.replay(request)
            let records = try RolloutOptions.records(request, database, catalog, context.next)
            guard !replays.isEmpty else {
                try context.emit(
                    isAll ? Report.noRollouts(request, reports) : Report.unheard(of: request, "rollout-replay", reports), records)
                return .unknown
            }
            try context.emit(Report(replays, request, isAll: isAll), records)
            return .success
        }
    }
}

extension Report {
    fileprivate static func noRollouts(_ request: GateRequest, _ reports: HealthReports) throws -> Report {
        let place = request.platform.map { "on \($0) " } ?? ""
        var report = Report(
            "rollout-replay", title: "\(Verdict.insufficient.rawValue): no rollout \(place)was measured",
            columns: [.text("platform", "platform"), .text("verdict", "verdict")])
        report.asOf = request.at.hour.start
        let unknown = UnknownPlatform(request.platform, among: try reports.knownPlatforms())
        report.emptyText =
            "no data: "
            + (unknown.map(\.sentence) ?? "no version came to \(request.platform ?? "a platform") while the store was looking")
        return report
    }

    fileprivate init(_ replays: [Replay], _ request: GateRequest, isAll: Bool) {
        self.init(
            "rollout-replay",
            title: isAll
                ? "What the gate would have said of past rollouts" : "What the gate would have said of \(request.version)",
            columns: [
                .text("app_version", "version"), .text("platform", "platform"), .text("baseline_version", "against"),
                .instant("since", "out since"), Column.count("looks", "hours").dispensable(2), .text("last_verdict", "last"),
                Column.instant("halted_at", "halted").absent("–"), Column.duration("halted_after_s", "after").absent("–"),
                Column.instant("passed_at", "first passed").absent("–").dispensable(1), .count("installs", "installs"),
                Column.count("spared_installs", "spared").absent("–"), Column.flag("confirmed", "confirmed").absent("–"),
                Column.instant("recorded_halt_at", "").hidden, Column.duration("saved_s", "saved").absent("–").dispensable(3),
            ])
        asOf = request.at.hour.start
        markAudience = .people
        for replay in replays { add(replay) }
        if isAll {
            let halts = replays.filter { $0.haltedAt != nil }
            summarise(.count("rollouts", "rollouts"), .integer(Int64(replays.count)))
            summarise(.count("halts", "would have been halted"), .integer(Int64(halts.count)))
            summarise(
                .count("false_halts", "of them falsely"), .integer(Int64(halts.count { $0.isConfirmed == false })))
            let saved = halts.compactMap(\.savedHours)
            summarise(
                Column.duration("saved_s", "saved").absent("no halt was recorded"),
                saved.isEmpty ? .noData : .real(saved.reduce(0, +) * 3600))
        }
        notes = [
            "Halted: as of that hour's data. Spared: installs that came later. Confirmed: a measure shown to be harmful still has a "
                + "rate over the margin, with all that is known now."
        ]
        details = isAll ? [] : [steps(replays)]
    }

    private mutating func add(_ replay: Replay) {
        let after = replay.haltedAt.map { Double($0.epochSeconds - replay.from.start.epochSeconds) }
        add(
            .text(replay.version), .text(replay.platform), .text(replay.baseline.version), .instant(replay.from.start),
            .integer(Int64(replay.looks)), .text(replay.last.rawValue), .instant(replay.haltedAt), .real(after),
            .instant(replay.passedAt), .integer(replay.installs), .integer(replay.sparedInstalls), .flag(replay.isConfirmed),
            .instant(replay.recordedHalt), .real(replay.savedHours.map { $0 * 3600 }),
            mark: replay.haltedAt == nil ? nil : replay.isConfirmed == true ? .bad("halted") : .unknown("halted, not confirmed"))
    }

    private func steps(_ replays: [Replay]) -> Report {
        var report = Report(
            "steps", title: "When the verdict changed",
            columns: [
                .instant("at", "as of"), .text("platform", "platform"), .text("verdict", "verdict"),
                Column.text("harmful", "shown to be harmful").absent(""),
            ])
        for replay in replays {
            for step in replay.steps {
                let harmful = step.harmful.map(GateWords.name).joined(separator: ", ")
                report.add(
                    .instant(step.at), .text(replay.platform), .mark(step.verdict.mark), harmful.isEmpty ? .blank : .text(harmful)
                )
            }
        }
        return report
    }
}
