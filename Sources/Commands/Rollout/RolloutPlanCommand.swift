import CommandLine
import FleetCore
import Health
import Reporting
import Rollout
import Statistics

/// `chatfleet rollout plan`.
enum RolloutPlanCommand {
    static let ramp = Option(
        "ramp",
        ValueType(
            "PERCENTS", expects: "percents of the fleet, a day each, rising: 1,2,5,10,20,50,100",
            suggest: { text in
                text.contains("%") ? text.replacing("%", with: "") : nil
            }
        ) { text -> [Double]? in
            let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            let percents = parts.compactMap { $0 }
            let isRising = zip(percents, percents.dropFirst()).allSatisfy { $0 <= $1 }
            guard percents.count == parts.count, isRising, percents.allSatisfy({ $0 > 0 && $0 <= 100 }), percents.count <= 60
            else { return nil }
            return percents
        }, help: "the stages, a day each; a stage that is held is given again"
    ).defaulting(to: [1, 2, 5, 10, 20, 50, 100], shown: "1,2,5,10,20,50,100, Apple's phased release")
    static let installs = Option(
        "installs-per-day", .integer("N", 1...10_000_000_000), help: "active installs a day of a platform",
        defaultText: "those of the store")

    static let command = Command(
        CommandSpec(
            "rollout plan", group: .rollouts,
            purpose: "at which stage a regression would be found, and when a good version passes",
            discussion: """
                From the store's own rates of first events on the version that is out, of the seven newest whole days. By expected \
                growth: what each install-day adds to the evidence on average, until it reaches the gate's threshold; about the \
                median of what simulated rollouts need. The last stage is held for 30 days.
                A stage is a share of the active installs: where updates take days, as many days later. Apple's ramp is fixed, and \
                may pause for 30 days in all; Play's percent is free.
                """,
            arguments: [RolloutOptions.version],
            options: [
                ramp, installs, AnswerOptions.platform, RolloutOptions.baseline, RolloutOptions.alpha, RolloutOptions.asOf,
                RolloutOptions.noPanel,
            ],
            examples: [
                Example("chatfleet rollout plan 8.15.0", "what Apple's ramp would show, day by day"),
                Example(
                    "chatfleet rollout plan 8.15.0 --platform android --ramp 1,1,1,5,20,100 --installs-per-day 50000",
                    "a slower start, for a fleet of another size"),
            ],
            exitCodes: [.badInput, .unknown, .unavailable])
    ) { invocation, context in
        let request = try RolloutOptions.request(
            invocation, context, version: RolloutOptions.comparable(invocation[RolloutOptions.version]).text)
        let shares = invocation[ramp].map { $0 / 100 }
        return try context.withStore { database, catalog in
            let reports = HealthReports(database: database, catalog: catalog)
            try RolloutOptions.checkBaseline(request, reports)
            try AnswerOptions.checkHeard(of: request.platform, reports)
            let plans = try Rollouts(database, catalog).plan(
                request, shares: shares, installsPerDay: invocation[installs].map { Double($0) })
            try context.emit(Report(plans, request))
            return plans.isEmpty ? .unknown : .success
        }
    }
}

extension Report {
    fileprivate init(_ plans: [PlatformPlan], _ request: GateRequest) {
        self.init(
            "rollout-plan", title: "What a rollout of \(request.version) would show, stage by stage",
            columns: [
                .text("platform", "platform"), .count("day", "day"), .share("share", "stage"),
                .count("installs_per_day", "installs a day"), .count("install_days", "install-days"),
                Column.text("found", "would be found by then").absent(""), Column.text("safe", "shown to be safe").absent(""),
            ])
        emptyText = "no data: no version was active in the seven newest days"
        for plan in plans {
            for stage in plan.plan.stages {
                let found = Dictionary(grouping: stage.found, by: \.ratio).sorted { $0.key > $1.key }.map { ratio, findings in
                    "×\(rateText(ratio, decimals: ratio == ratio.rounded() ? 0 : 1)): "
                        + findings.map { GateWords.name(of: $0.measure) }.joined(separator: ", ")
                }.joined(separator: "; ")
                let safe = stage.safe.map(GateWords.name).joined(separator: ", ")
                add(
                    .text(plan.platform), .integer(Int64(stage.day)), .real(stage.share),
                    .integer(Int64(stage.installsPerDay.rounded())), .integer(Int64(stage.installDays.rounded())),
                    found.isEmpty ? .blank : .text(found), safe.isEmpty ? .blank : .text(safe))
            }
            let pass = plan.plan.pass
            let days = plan.plan.stages.count + RolloutPlan.holdDays
            summarise(
                Column("\(plan.platform)_pass_day", plan.platform, .figure),
                .written(people: Report.words(ofPass: pass, days: days), programs: pass.day.map(String.init)))
            summarise(
                Column.count("\(plan.platform)_pass_day_latest", "").hidden, .integer(pass.latest.map { Int64($0) }))
            notes.append(
                "\(plan.platform): rates of \(plan.baseline.version), \(plan.window.from) to \(plan.window.to) (exclusive), "
                    + "\(groupedDigits(Int64(plan.plan.installsPerDay.rounded()))) active installs a day.")
            let unknown = plan.plan.outlooks.map(\.baseline).filter { $0.rate == 0 }.map {
                "\(GateWords.name(of: $0.measure)) (0 of \(groupedDigits($0.exposure.atRisk)))"
            }
            if !unknown.isEmpty {
                notes.append(
                    "\(plan.platform): no pass can be planned: the baseline has none of \(unknown.joined(separator: ", ")), of too "
                        + "few installs to show that it is rare; until more are known, the gate does not pass.")
            }
        }
        notes.append(
            "By expected growth of the evidence: a half of all rollouts needs less, a half more. In brackets: by the ends of the "
                + "baseline's 95 % interval.")
        details = [baselines(plans)].filter { !$0.rows.isEmpty }
    }

    private func baselines(_ plans: [PlatformPlan]) -> Report {
        let names = [("found_1_5", "×1.5"), ("found_2", "×2"), ("found_3", "×3"), ("safe", "safe")]
        var report = Report(
            "measures", title: "By measure: the day on which it is found, or shown to be safe",
            columns: [
                .text("platform", "platform"), .text("measure", "measure"), .share("baseline_rate", "baseline"),
                .interval(of: "baseline_interval", "95 % interval", .nearest), Column.flag("provable", "provable"),
            ]
                + names.flatMap { name, heading in
                    [
                        Column.figure("\(name)_day", heading).absent("–"), Column.count("\(name)_day_earliest", "").hidden,
                        Column.count("\(name)_day_latest", "").hidden,
                    ]
                })
        for plan in plans {
            for outlook in plan.plan.outlooks {
                report.add(
                    row: [
                        .text(plan.platform), .text(outlook.baseline.measure.name), .real(outlook.baseline.rate),
                        .interval(low: outlook.baseline.interval.low, high: outlook.baseline.interval.high),
                        .flag(outlook.isProvable),
                    ]
                        + (outlook.found + [outlook.safe]).flatMap { forecast in
                            [
                                Report.cell(forecast), .integer(forecast.earliest.map { Int64($0) }),
                                .integer(forecast.latest.map { Int64($0) }),
                            ]
                        })
            }
        }
        report.notes = [
            "–: not within the plan. Not provable: surely under 0.3 % of installs have it on the baseline; it can only halt."
        ]
        return report
    }

    /// `passes on day 5 (4 – 6)`, of a plan that goes on for so many days; the ends as in ``cell(_:)``.
    private static func words(ofPass pass: RolloutPlan.Forecast, days: Int) -> String {
        let within = "within the \(days) days of the plan"
        switch (pass.day, pass.earliest, pass.latest) {
        case (let day?, let earliest?, let latest?):
            return "passes on day \(day)" + (earliest == latest ? "" : " (\(earliest) – \(latest))")
        case (let day?, let earliest, nil):
            return "passes on day \(day) (" + (earliest.map { "\($0) at the earliest, " } ?? "") + "perhaps not \(within))"
        case (let day?, nil, _): return "passes on day \(day)"
        case (nil, let earliest?, _): return "does not pass \(within) (on day \(earliest) at the earliest)"
        case (nil, nil, _): return "does not pass \(within)"
        }
    }

    /// `4`, or `4 (3 – 6)` where the baseline leaves it open; `4 (3 – –)`: perhaps not within the plan.
    private static func cell(_ forecast: RolloutPlan.Forecast) -> Cell {
        guard let day = forecast.day else {
            return forecast.earliest.map { .written(people: "– (\($0) – –)", programs: nil) } ?? .noData
        }
        let isSure = forecast.earliest == day && forecast.latest == day
        let range = "(\(forecast.earliest.map(String.init) ?? "–") – \(forecast.latest.map(String.init) ?? "–"))"
        return .written(people: isSure ? "\(day)" : "\(day) \(range)", programs: "\(day)")
    }
}
