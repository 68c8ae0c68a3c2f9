import CommandLine
import FleetCore
import Health
import Reporting
import Rollout

/// `chatfleet rollout gate`.
enum RolloutGateCommand {
    static let command = Command(
        CommandSpec(
            "rollout gate", group: .rollouts, purpose: "whether a staged rollout may go on, must halt, or is not known yet",
            discussion: """
                HALT: more installs crash, fail to decrypt, fail to send, keep messages for over an hour or fall silent than \
                on the baseline, beyond the margin and beyond chance, at any number of looks. PASS: a rate of twice the \
                baseline's is ruled out. INSUFFICIENT: neither yet. DATA_FAULT: the data contradict themselves. The last two \
                hold the stage; neither goes back.
                First events are counted, an install each, within strata of device class and time since the first day on any \
                version, in the day of receipt that showed them: late data arrives late, and nothing is revised. So it may be \
                asked every hour, and --as-of says what it said then.
                The baseline auto is the version below with most active install-days in the seven days before the rollout \
                began; without any, since it began.
                alpha is each platform's own: of two, a good release is halted on either with up to twice the chance. It is \
                split 4 : 2 : 1 : 1 : 2 between crashes, pairs, failed and old messages and silence before the first look; what \
                the baseline did not report in the week before has no part. Reports count by whole hours, what was recorded of \
                the rollout at once.
                A measure of your own is a query file with the parameters and columns of rollout/gate_cells; all of a file have \
                2 parts, the first that comes 1 of them.
                """,
            arguments: [RolloutOptions.version],
            options: [
                AnswerOptions.platform, RolloutOptions.baseline, RolloutOptions.since, RolloutOptions.alpha, RolloutOptions.asOf,
                RolloutOptions.noPanel, RolloutOptions.measureFile,
            ],
            examples: [
                Example("chatfleet rollout gate 8.14.0", "a verdict a platform, with its evidence; the exit status is the worst"),
                Example(
                    "chatfleet rollout gate 8.14.0 --platform android --as-of 2026-09-12T08:00:00Z",
                    "what the same command said then"),
            ],
            exitCodes: [.badAnswer, .badInput, .unknown, .unavailable])
    ) { invocation, context in
        var request = try RolloutOptions.request(invocation, context, version: invocation[RolloutOptions.version])
        if let path = invocation[RolloutOptions.measureFile] { request.ownMeasure = try RolloutOptions.ownMeasure(path, context) }
        return try context.withStore { database, catalog in
            let reports = HealthReports(database: database, catalog: catalog)
            try RolloutOptions.checkBaseline(request, reports)
            let answer = try Rollouts(database, catalog).gate(request)
            let records = try RolloutOptions.records(request, database, catalog, context.next)
            guard !answer.platforms.isEmpty else {
                try context.emit(Report.unheard(of: request, "rollout-gate", reports), records)
                return .unknown
            }
            try context.emit(Report(answer, context.next), records)
            return answer.verdict.exitCode
        }
    }
}

extension Report {
    /// Nobody ever reported or recorded the version.
    static func unheard(of request: GateRequest, _ name: String, _ reports: HealthReports) throws -> Report {
        let place = request.platform.map { " on \($0)" } ?? ""
        var report = Report(
            name, title: "\(Verdict.insufficient.rawValue): nothing was measured of \(request.version)\(place)",
            columns: [.text("platform", "platform"), .text("verdict", "verdict")])
        report.asOf = request.at.hour.start
        let why =
            try UnknownVersion(request.version, reports).map(\.words)
            ?? UnknownPlatform(request.platform, among: reports.knownPlatforms()).map(\.sentence)
        report.emptyText = "no data: " + (why ?? "the store had not heard of \(request.version)\(place) by then")
        return report
    }
}
