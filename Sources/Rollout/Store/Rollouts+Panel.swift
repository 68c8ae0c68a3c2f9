import Database
import FleetCore
import QueryCatalog
import Statistics

extension Rollouts {
    /// As many installs of a platform are looked at for silence; ids are random, so those up to one are a sample.
    static let sampleInstalls = 50_000
    /// Days of first contact that are looked at, the newest: as long as a rollout, or reports of its first days, may take.
    static let silenceDays = 35
    /// Above every id.
    private static let everyInstall = "\u{10FFFF}"
    /// What is compared of the time after an update, and before it.
    private static let panelHours: Int64 = 3 * 24

    /// The id up to which there are as many installs as are looked at; nil: there are no more than these.
    func sampleLimit(_ platform: String, before horizon: Hour) throws -> String? {
        try rows(
            "rollout/sample_limit",
            [
                "platform": .text(platform), "installs_max": .integer(Int64(Rollouts.sampleInstalls)),
                "as_of_hour": SQLValue(horizon),
            ]
        ).first?.text("install_id")
    }

    /// The cells of silence, and how many installs they are of; nil: all.
    func silentInstalls(
        _ pair: VersionPair, from first: Day, limit: String?, before horizon: Hour
    ) throws -> ([ArmCell], Int?) {
        let last = horizon.start.day
        let start = max(first, last.advanced(by: -Rollouts.silenceDays - SilentInstalls.silentDays))
        let upTo: SQLValue = .text(limit ?? Rollouts.everyInstall)
        var silent = SilentInstalls()
        let contacts = try catalog.query("rollout/contacts")
        var day = start.advanced(by: -SilentInstalls.daysBefore).inCalendar
        while day < last {
            var values = pair.values(before: horizon)
            values["day"] = .text(day.description)
            values["to_install"] = upTo
            try contacts.forEachRow(on: database, values) { row in
                silent.add(
                    row.text("install_id") ?? "", on: day,
                    SilentInstalls.Contact(
                        known: row.hour("known_hour"), newKnown: row.hourIfKnown("new_known_hour"),
                        baselineKnown: row.hourIfKnown("baseline_known_hour")))
            }
            day = day.advanced(by: 1)
        }
        let values: [String: SQLValue] = [
            "platform": .text(pair.platform), "to_install": upTo, "from_hour": SQLValue(start.start.hour),
            "as_of_hour": SQLValue(horizon),
        ]
        for row in try rows("rollout/first_contacts", values) {
            silent.setFirstKnown(row.text("install_id") ?? "", row.hour("first_known_hour"))
        }
        return (silent.cells(from: start, before: horizon), limit == nil ? nil : silent.installCount)
    }

    /// Of the same sample: ids in use on several platforms, and all of them.
    func clonedInstalls(
        _ pair: VersionPair, limit: String?, before horizon: Hour
    ) throws -> (cloned: Int64, installs: Int64) {
        let row = try rows(
            "rollout/cloned_installs",
            [
                "app_version": .text(pair.new), "platform": .text(pair.platform),
                "to_install": .text(limit ?? Rollouts.everyInstall), "as_of_hour": SQLValue(horizon),
            ]
        ).first
        return (row?.count("cloned_installs") ?? 0, row?.count("installs") ?? 0)
    }

    /// Three days before and after an update; in a rollout younger than four, one.
    func biasPanel(
        _ pair: VersionPair, _ begun: BegunRollout, _ assessment: GateAssessment, before horizon: Hour
    ) throws -> BiasPanel? {
        guard let crash = assessment.measures.first(where: { $0.measure == .crash }), crash.isCompared else { return nil }
        let age = Int64(horizon.number) - Int64(begun.from.number)
        let hours = age >= Rollouts.panelHours + 24 ? Rollouts.panelHours : 24
        var values = pair.values(before: horizon)
        values["from_hour"] = SQLValue(begun.from)
        values["hours"] = .integer(hours)
        let same = try rows("rollout/before_after", values).first.map {
            BiasPanel.SameInstalls(
                installs: $0.count("installs"), before: $0.count("before_installs"), after: $0.count("after_installs"))
        }
        // The baseline's installs came earlier.
        values["from_hour"] = SQLValue(Hour(number: begun.from.number - Int32(Rollouts.baselineDays) * 24))
        var since = (new: Exposure(), baseline: Exposure())
        for row in try rows("rollout/since_update", values) {
            let exposure = Exposure(atRisk: row.count("installs"), events: row.count("crashed_installs"))
            if row.count("is_new") == 1 { since.new = exposure } else { since.baseline = exposure }
        }
        return BiasPanel(crash: crash, same: same, since: since, hours: hours)
    }
}
