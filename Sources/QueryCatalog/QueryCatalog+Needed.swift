import FoundationEssentials

extension QueryCatalog {
    /// The queries that came with this program, by folder: a test holds the list to `Queries/`, so that a new file is a line
    /// here. Without a signal's file `status` would be well for want of looking; a fleet may have others besides, and switches
    /// one off in its levels.
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
                "metric_series", "named_platforms", "newest_day", "newest_known_hour", "newest_metric", "quarantine_reasons",
                "recent_batches", "rollout_events", "signal_mutes", "signals_told", "store_status", "timeline",
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
        (
            "signals",
            [
                "account_write_units", "apns_throttles", "battery", "chat_availability", "connects", "crash_free_days",
                "crash_free_hours", "crash_loop_guard", "cursor_expired", "dead_letters", "dead_tokens",
                "decrypt_failure_pairs", "decrypt_pairs_reported", "device_list_changes", "device_mismatch", "duplicates",
                "escalations", "expired_undelivered", "fcm_quota", "feed_availability", "feed_log_write_throttles",
                "first_frame", "flags_served", "head_rebuilds", "heartbeat_timeouts", "iterator_age", "key_bundle_fetches",
                "launch_crashes", "mailbox_write_throttles", "messages_failed", "metric_freshness", "migrations_failed",
                "open_sockets", "outbox_rows_lost", "prekey_stock_low", "protocol_split", "push_coalescing", "push_failures",
                "push_queue_age", "push_queue_depth", "quarantined", "queue_age", "queue_depth", "read_throttles",
                "reconnect_latency", "report_freshness", "rolled_back", "rollup_freshness", "send_latency", "sync_availability",
                "sync_bytes", "syncs_failed", "table_read_units", "table_write_units", "telemetry_bytes", "time_to_cached",
                "time_to_delivered", "version_unsupported", "wal_size",
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
