import CommandLine
import FleetCore
import Health
import Reporting

/// `chatfleet decrypt-failures`.
enum DecryptFailuresCommand {
    static let since = Option(
        "since", .duration, help: "instead of days: this long up to now, or to --as-of, such as 2h"
    ).excluding(AnswerOptions.from, AnswerOptions.to)
    static let by = ByWord.option([.version, .platform, .deviceClass, .day, .messageType, .peerVersion, .restored])

    static let command = Command(
        CommandSpec(
            "decrypt-failures", group: .answers, purpose: "the device pairs that fail to decrypt, of each version",
            discussion: """
                A pair is a device and the peer whose messages it can't read: a hundred retries are one pair. It is new if a \
                failure of it began in the window, and recovered if all of its failures in the window did.
                Slice a spike by version, platform, message-type and restored: one version is a rollout to halt, prekey \
                messages alone point at the key directory.
                Days are from 00:00 UTC to 00:00 UTC. Windows of hours, with --since, are incomplete by nature: what is in \
                already is printed beside each row. Under a day the denominator is the installs active in the last 24 hours.
                """,
            options: [AnswerOptions.from, AnswerOptions.to, since, AnswerOptions.version, AnswerOptions.platform] + [
                AnswerOptions.asOf, by,
            ],
            examples: [
                Example(
                    "chatfleet decrypt-failures --since 2h --by version,message-type",
                    "what fails now; how much of it is in already is beside each row"),
                Example(
                    "chatfleet decrypt-failures --version 8.14.0 --by day,platform,restored",
                    "since when, and whether after a restore"),
            ],
            exitCodes: [.badInput, .unknown, .unavailable])
    ) { invocation, context in
        var filter = AnswerOptions.filter(invocation)
        if let length = invocation[since] {
            let end = filter.asOf ?? context.now
            filter.window = .instants(from: end.advanced(bySeconds: -length.seconds), to: end)
        }
        return try context.withStore { database, catalog in
            let reports = HealthReports(database: database, catalog: catalog)
            let answer = try reports.decryptFailures(
                DecryptFailureRequest(filter: filter, by: invocation[by].dimensions))
            return try context.finish(Report(answer, filter), answer.frame, answer.outcome, filter, reports)
        }
    }
}

extension Report {
    init(_ answer: DecryptFailureReport, _ filter: ReportFilter) {
        self.init(
            "decrypt-failures", title: "Device pairs that fail to decrypt", frame: answer.frame, filter: filter,
            columns: [
                .count("pairs", "pairs"),
                .count("new_pairs", "new").dispensable(3),
                .count("unordered_pairs", "either way").dispensable(6),
                .count("recovered_pairs", "recovered").dispensable(2),
                .count("affected_installs", "installs").dispensable(1),
                Column("affected", "of active", .share(.nearest), for: .people).dispensable(4),
                Column("affected", "95 % interval", .interval(.nearest), for: .people).dispensable(5),
                .count("failures", "failures").dispensable(7),
                Column("pairs_per_10k_active", "per 10,000", .rate(decimals: 1)),
            ])
        markAudience = .people
        for (row, excess) in zip(answer.rows, answer.standingOut) {
            // Nobody active and nothing failed says nothing; a failure without active installs lacks its denominator only.
            let hasData = row.pairs > 0 || row.activeInstalls > 0
            add(
                row.group, answer.frame,
                [
                    .integer(row.pairs), .integer(row.newPairs), .integer(row.unorderedPairs), .integer(row.recoveredPairs),
                    .integer(row.affectedInstalls), .real(row.affectedShare), .interval(row.affectedInterval),
                    .integer(row.failures), .real(row.pairsPer10kActive),
                ], completeness: row.completeness,
                mark: excess.map { .bad(RowMarks.words($0)).about("affected_installs") }
                    ?? RowMarks.doubt(hasData: hasData, completeness: row.completeness, in: answer.frame))
        }
        notes.append(
            "Pairs: distinct (peer to device) whose first to last failure meets the window, per 10,000 active installs. "
                + "Installs: those with a failing pair, of those active. An install can have many pairs. "
                + "Marked: rows with more failing installs than all others together, beyond chance.")
        boundRows(
            // A failure needs no session: who fails counts, too, where nobody is known to be active.
            answer.rows.map {
                WeighedGroup($0.group, installs: max($0.activeInstalls, $0.affectedInstalls), events: $0.affectedInstalls)
            }, of: "installs", answer.frame, filter)
    }
}
