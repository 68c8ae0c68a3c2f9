public import Database

/// Everything a store holds of reports, in an order and form that don't depend on the engine or on the way it came
/// about: what must be the same after any permutation, split and repetition, and after any accident.
public func storedTables(_ database: any Database) throws -> [String] {
    let exact = [
        "select * from health_daily order by day, install_id, app_version, platform",
        "select * from health_day order by day, app_version, platform, device_class",
        "select * from health_arrival order by day, platform, known_hour",
        "select * from health_hour order by hour, app_version, platform",
        "select * from health_histogram order by metric, day, app_version, platform, bucket",
        """
        select * from decrypt_failure
        order by day, install_id, device_h, peer_h, app_version, platform, message_type, peer_version, restored
        """,
        "select * from crash_group order by day, install_id, app_version, platform, signature, screen",
        "select * from crash_group_flag order by day, install_id, app_version, platform, signature, flag",
        "select * from app_version order by app_version",
        """
        select install_id, app_version, platform, first_day, last_day, first_known, crash_known, decrypt_known, failed_known,
            aged_known
        from install_version
        order by install_id, app_version, platform
        """,
        "select payload_sha256, reason, install_id, day, known_hour, payload from quarantined_report order by payload_sha256",
        """
        select day, known_hour, app_version, platform, device_class, sum(reporting_installs), sum(active_installs),
            sum(crashed_installs), sum(latest_installs)
        from health_rollup
        group by 1, 2, 3, 4, 5
        having sum(reporting_installs) <> 0 or sum(active_installs) <> 0 or sum(crashed_installs) <> 0
            or sum(latest_installs) <> 0
        order by 1, 2, 3, 4, 5
        """,
        // Sums are booked at the hour of the report that changed them: equal a day.
        """
        select day, app_version, platform, device_class, sum(sessions), sum(crashes), sum(launch_crash_installs),
            sum(hours_installs), sum(queue_age_installs), sum(over_1h_installs), sum(over_24h_installs),
            sum(quarantined_installs), sum(failed_installs), sum(syncs_ok), sum(syncs_failed), sum(rolled_back),
            sum(mutations_duplicate), sum(quarantined), sum(send_failed), sum(failed_rows_max), sum(battery_tenths_pct),
            sum(bytes_tx), sum(migrations_ok), sum(migrations_failed), sum(outbox_rows_lost), sum(crash_loop_guard)
        from health_rollup
        group by 1, 2, 3, 4
        having sum(reporting_installs) <> 0
        order by 1, 2, 3, 4
        """,
    ]
    return try exact.flatMap { try texts($0, database) }
}

/// What the gate reads, whole: the same after any split and repetition of reports in order of receipt.
public func storedGate(_ database: any Database) throws -> [String] {
    try texts("select * from install_version order by install_id, app_version, platform", database)
        + texts("select * from gate_cell order by app_version, platform, known_hour, device_class, tenure", database)
        + texts("select * from gate_forgotten order by app_version, platform, device_class", database)
}

/// What a store remembers of its batches, apart from when and under which name they came: the same after an ingest that
/// was broken off and run again as after one that was not.
public func storedBatches(_ database: any Database) throws -> [String] {
    try texts(
        """
        select batch_sha256, first_position, reports_read, reports_new, reports_changed, reports_unchanged, reports_refused,
            reports_quarantined
        from ingest_batch
        order by batch_sha256
        """, database)
}

private func texts(_ sql: String, _ database: any Database) throws -> [String] {
    try database.rows(sql).map { row in
        // Postgres sums bigints to numeric; both print alike.
        row.map { "\($0)" }.joined(separator: " ")
    }
}
