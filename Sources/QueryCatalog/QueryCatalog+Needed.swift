import FoundationEssentials

extension QueryCatalog {
    /// What this program asks by name, by folder; a test holds it to the repository's own. Signals are not in it: a fleet may
    /// have others.
    package static let needed: [(folder: String, names: [String])] = [
        (
            "flags",
            [
                "active_installs", "authority", "changes", "documents", "evaluated_installs", "installs_by_version",
                "known_version", "newest_version", "outboxes_by_version", "queue_ages_by_version", "returns_by_version",
                "served_flags", "trial_days",
            ]
        ),
        (
            "health",
            [
                "active_installs_in_hours", "crash_free_by_hour", "crash_free_daily", "crash_free_hours_of_day",
                "crash_free_installs", "crash_group_coverage", "crash_group_slices", "crash_groups", "histogram",
                "histogram_values", "install_days", "reporting_delays", "version_norms", "versions",
            ]
        ),
        (
            "messaging",
            [
                "decrypt_failure_delays", "decrypt_failure_pairs", "failing_peers", "install_failures", "new_pairs_by_hour",
                "pair_senders", "queue_age_days", "queue_ages",
            ]
        ),
        (
            "operations",
            [
                "annotations", "counter_increases", "crashed_installs", "daily_use", "install_quarantine", "known_platforms",
                "known_versions", "metric_day_sums", "metric_dimensions", "metric_names", "metric_peaks", "metric_points",
                "metric_series", "newest_day", "newest_known_hour", "newest_metric", "quarantine_reasons", "recent_batches",
                "rollout_events", "signal_mutes", "signals_told", "store_status", "timeline",
            ]
        ),
        (
            "rollout",
            [
                "arrivals", "baseline_candidates", "before_after", "cloned_installs", "contacts", "first_contacts",
                "first_events", "gate_cells", "newest_receipt", "receipts", "rollout_versions", "sample_limit",
                "served_requests", "since_update", "version_beginnings",
            ]
        ),
    ]

    /// Names of the needed queries that are not there, such as in a copy that was made for an older program.
    var missing: [String] {
        QueryCatalog.needed.flatMap { folder, names in
            let there = Set((try? FileManager.default.contentsOfDirectory(atPath: "\(directory)/\(folder)")) ?? [])
            return names.filter { !there.contains("\($0).sql") }.map { "\(folder)/\($0)" }
        }
    }
}
