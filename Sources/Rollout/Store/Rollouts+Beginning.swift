import Database
import FleetCore
import Operations
import QueryCatalog

/// A rollout on one platform, and since when, as a look at it knows.
struct BegunRollout {
    let platform: String
    /// The first hour that counts.
    let from: Hour
    let beginning: PlatformGate.Beginning
    /// All that was ever recorded of it, in the order in which it happened.
    let journal: [RecordedRolloutEvent]
    /// Those that count at the moment of the look.
    let records: [RecordedRolloutEvent]
    /// The first hour with a report of it; nil: none before the look.
    private let reported: Hour?
    private let asked: Day?

    /// Nil: nothing was reported in the hours before, nor recorded by then.
    init?(
        _ platform: String, _ journal: [RecordedRolloutEvent], reported: Hour?, asked: Day?, at look: Instant,
        before horizon: Hour
    ) {
        let records = journal.counting(at: look)
        let events = records.map(\.event)
        let reported = reported.flatMap { $0 < horizon ? $0 : nil }
        guard reported != nil || !records.isEmpty else { return nil }
        if let asked {
            (from, beginning) = (asked.start.hour, .asked)
        } else if let start = RolloutState(events)?.startedAt {
            (from, beginning) = (start.hour, .recorded)
        } else if let reported {
            (from, beginning) = (reported, .firstReport)
        } else {
            (from, beginning) = (events.first?.at.hour ?? horizon, .recorded)
        }
        self.platform = platform
        self.journal = journal
        self.records = records
        self.reported = reported
        self.asked = asked
    }

    /// One that is planned, to begin on this day.
    init(planned platform: String, from day: Day) {
        self.platform = platform
        from = day.start.hour
        beginning = .asked
        (journal, records, reported, asked) = ([], [], nil, day)
    }

    /// As a look at an earlier hour knew it; nil: nobody had heard of it.
    func asKnown(at look: Instant, before horizon: Hour) -> BegunRollout? {
        BegunRollout(platform, journal, reported: reported, asked: asked, at: look, before: horizon)
    }
}

extension Rollouts {
    /// Every platform that the version was reported on in the whole hours before, or recorded on by then.
    func begunRollouts(_ request: GateRequest) throws -> [BegunRollout] {
        let horizon = request.at.hour
        let journals = Dictionary(
            grouping: try OperationsLog(database: database, catalog: catalog).rolloutJournal(
                version: request.version, platform: request.platform)
        ) { $0.event.platform }
        var reported: [String: Hour] = [:]
        let asked: [String: SQLValue] = [
            "app_version": .text(request.version), "platform": SQLValue(request.platform), "as_of_hour": SQLValue(horizon),
        ]
        for row in try rows("rollout/version_beginnings", asked) {
            reported[row.text("platform") ?? ""] = row.hour("first_known_hour")
        }
        return Set(journals.keys).union(reported.keys).sorted(by: utf8Less).compactMap { platform in
            BegunRollout(
                platform, journals[platform] ?? [], reported: reported[platform], asked: request.since, at: request.at,
                before: horizon)
        }
    }

    /// The version named, else the one below the new one with most install-days in the seven days before the rollout began,
    /// else since it began; of equal ones the higher. Nil: no lower version was active on the platform.
    func baseline(of begun: BegunRollout, _ request: GateRequest, before horizon: Hour) throws -> BaselineChoice? {
        if let named = request.baseline { return BaselineChoice(version: named, reason: .named) }
        let day = begun.from.start.day
        let before = try mostActive(begun, request, day.advanced(by: -Rollouts.baselineDays), day, before: horizon)
        if let (version, count) = before {
            return BaselineChoice(version: version, reason: .mostActiveBefore(installDays: count))
        }
        let end = max(horizon.start.day.advanced(by: 2), day.advanced(by: 1))
        if let (version, count) = try mostActive(begun, request, day, end, before: horizon) {
            return BaselineChoice(version: version, reason: .mostActiveSince(installDays: count))
        }
        return nil
    }

    /// Where nothing else is asked for, there is no answer; beside others such a platform is one that nothing is known of:
    /// any client can report a version on a platform of its own invention, and must not silence the gate of the others.
    static func noBaseline(_ version: String, _ platform: String) -> ToolError {
        ToolError(
            .unknown, "no version below \(version) was active on \(platform): there is nothing to compare it with",
            next: "name a version with --baseline")
    }

    private func mostActive(
        _ begun: BegunRollout, _ request: GateRequest, _ from: Day, _ to: Day, before horizon: Hour
    ) throws -> (String, Int64)? {
        let row = try rows(
            "rollout/baseline_candidates",
            [
                "app_version": .text(request.version), "platform": .text(begun.platform),
                "below_key": .text(AppVersion(request.version).sortKey), "from_day": .text(from.inCalendar.description),
                "to_day": .text(to.inCalendar.description), "as_of_hour": SQLValue(horizon),
            ]
        ).first
        return row.flatMap { row in row.text("app_version").map { ($0, row.count("active_installs")) } }
    }
}
