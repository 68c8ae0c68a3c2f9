import Database
import FleetCore

/// `install_version` against what all facts say. A difference names a version on a platform and a column: how many of its
/// rows are as the facts say, and how many should be.
///
/// The facts don't keep at which hour a message failed or a queue grew old, nor pairs of more than 14 days ago: of these it
/// is checked that they are known, where the facts show them, and not from before they can have been.
enum LivesComparison {
    static func differences(_ database: any Database) throws -> [StoreVerify.Difference] {
        var differences: [StoreVerify.Difference] = []
        var matched: [DerivedDeltas.Slice: Int64] = [:]
        try database.forEachRow(againstFacts) { row in
            let slice = DerivedDeltas.Slice(appVersion: try row.text(0) ?? "", platform: try row.text(1) ?? "")
            let expected = try row.integer(2) ?? 0
            for (offset, column) in factColumns.enumerated() {
                let stored = try row.integer(3 + offset) ?? 0
                if column == "install_id" { matched[slice] = stored }
                if stored != expected { differences.append(difference(slice, column, stored, expected)) }
            }
        }
        try database.forEachRow(againstPairs) { row in
            let slice = DerivedDeltas.Slice(appVersion: try row.text(0) ?? "", platform: try row.text(1) ?? "")
            let (expected, stored) = (try row.integer(2) ?? 0, try row.integer(3) ?? 0)
            if stored != expected { differences.append(difference(slice, "decrypt_known", stored, expected)) }
        }
        try database.forEachRow("select app_version, platform, count(*) from install_version group by 1, 2") { row in
            let slice = DerivedDeltas.Slice(appVersion: try row.text(0) ?? "", platform: try row.text(1) ?? "")
            let (stored, expected) = (try row.integer(2) ?? 0, matched[slice] ?? 0)
            // Rows of installs of which there is no fact.
            if stored > expected { differences.append(difference(slice, "install_id", stored, expected)) }
        }
        return differences
    }

    private static func difference(
        _ slice: DerivedDeltas.Slice, _ column: String, _ stored: Int64, _ expected: Int64
    ) -> StoreVerify.Difference {
        StoreVerify.Difference(
            table: "install_version", cell: "\(slice.appVersion) \(slice.platform)", column: column, stored: stored,
            expected: expected)
    }

    private static let factColumns = [
        "install_id", "first_day", "last_day", "first_known", "crash_known", "failed_known", "aged_known",
    ]

    private static let againstFacts = """
        with told as (
            select
                install_id, app_version, platform, min(day) as first_day, max(day) as last_day,
                min(reported_known) as first_known, min(crashed_known) as crash_known,
                max(case when send_failed > 0 or failed_rows_max > 0 then 1 else 0 end) as has_failed,
                max(case when queue_age_max_s > 3600 then 1 else 0 end) as has_aged
            from health_daily
            group by install_id, app_version, platform
        )
        select
            t.app_version, t.platform, count(*),
            sum(case when v.install_id is not null then 1 else 0 end),
            sum(case when v.first_day = t.first_day then 1 else 0 end),
            sum(case when v.last_day = t.last_day then 1 else 0 end),
            sum(case when v.first_known = t.first_known then 1 else 0 end),
            sum(case when coalesce(v.crash_known, -1) = coalesce(t.crash_known, -1) then 1 else 0 end),
            \(isKnown("failed")),
            \(isKnown("aged"))
        from told t
        left join install_version v
            on v.install_id = t.install_id and v.app_version = t.app_version and v.platform = t.platform
        group by t.app_version, t.platform
        """

    private static func isKnown(_ event: String) -> String {
        "sum(case when t.has_\(event) = case when v.\(event)_known >= t.first_known then 1"
            + " when v.\(event)_known is null then 0 end then 1 else 0 end)"
    }

    private static let againstPairs = """
        select e.app_version, e.platform, count(*), sum(case when v.decrypt_known <= e.known_hour then 1 else 0 end)
        from (
            select install_id, app_version, platform, min(known_hour) as known_hour
            from decrypt_failure
            group by install_id, app_version, platform
        ) e
        left join install_version v
            on v.install_id = e.install_id and v.app_version = e.app_version and v.platform = e.platform
        group by e.app_version, e.platform
        """
}
