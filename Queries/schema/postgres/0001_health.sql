-- Client health: facts, what is derived from them, and what was refused.
-- Instants are epoch seconds, hours are UTC hours since the epoch, days are the install's local days.

-- name -> value: the pair key and what else a store is told once.
create table store_setting (
    name text collate "C" not null primary key,
    value text collate "C" not null
);

-- The only way SQL knows version order: sort_key in byte order. Written at ingest.
create table app_version (
    app_version text collate "C" not null primary key,
    sort_key text collate "C" not null,
    readable smallint not null
);

-- One row an install, day, version and platform; merged as a semilattice, so order and repeats do not matter.
-- active_hours, crashed_hours: bit i is the UTC hour day * 24 - 14 + i, i in 0 ... 49; null where the client sends none.
-- *_known: the hour at which the store first knew it.
create table health_daily (
    day date not null,
    install_id text collate "C" not null,
    app_version text collate "C" not null,
    platform text collate "C" not null,
    device_class text collate "C",
    os_version text collate "C",
    app_build bigint,
    flags_version bigint,
    flags_version_at bigint,
    active_hours bigint,
    crashed_hours bigint,
    bytes_rx bigint,
    bytes_tx bigint,
    db_bytes_max bigint,
    wal_bytes_max bigint,
    sessions integer,
    crashes integer,
    syncs_ok integer,
    syncs_failed integer,
    rolled_back integer,
    mutations_duplicate integer,
    quarantined integer,
    send_failed integer,
    failed_rows_max integer,
    queue_depth_max integer,
    queue_age_max_s integer,
    ttc_ms_p50 integer,
    ttc_ms_p95 integer,
    first_frame_ms_p50 integer,
    first_frame_ms_p95 integer,
    send_display_ms_p99 integer,
    reconnect_ms_p99 integer,
    battery_tenths_pct integer,
    migrations_ok integer,
    migrations_failed integer,
    outbox_rows_lost integer,
    crash_loop_guard integer,
    reported_known integer not null,
    active_known integer,
    crashed_known integer,
    clock_corrected smallint not null,
    receipt_assumed smallint not null,
    primary key (day, install_id, app_version, platform)
) partition by range (day);

-- Signed deltas: what each batch added to, or moved within, the counts and sums of a day. Install counts are booked at
-- the hours at which they became known, sums at the hour of the report that changed them. Up to an hour: as of it.
-- latest_installs: installs whose greatest active version of the day this is. device_class: 'unknown' where missing.
create table health_rollup (
    day date not null,
    known_hour integer not null,
    app_version text collate "C" not null,
    platform text collate "C" not null,
    device_class text collate "C" not null,
    reporting_installs bigint not null,
    active_installs bigint not null,
    crashed_installs bigint not null,
    launch_crash_installs bigint not null,
    latest_installs bigint not null,
    hours_installs bigint not null,
    queue_age_installs bigint not null,
    over_1h_installs bigint not null,
    over_24h_installs bigint not null,
    quarantined_installs bigint not null,
    failed_installs bigint not null,
    sessions bigint not null,
    crashes bigint not null,
    syncs_ok bigint not null,
    syncs_failed bigint not null,
    rolled_back bigint not null,
    mutations_duplicate bigint not null,
    quarantined bigint not null,
    send_failed bigint not null,
    failed_rows_max bigint not null,
    battery_tenths_pct bigint not null,
    bytes_tx bigint not null,
    migrations_ok bigint not null,
    migrations_failed bigint not null,
    outbox_rows_lost bigint not null,
    crash_loop_guard bigint not null,
    primary key (day, known_hour, app_version, platform, device_class)
) with (fillfactor = 70);

-- First and last day of a version: loose index look-ups instead of a scan.
create index health_rollup_version on health_rollup (app_version, day);

-- Installs by UTC hour, from the hour sets, as now known.
create table health_hour (
    hour integer not null,
    app_version text collate "C" not null,
    platform text collate "C" not null,
    active_installs bigint not null,
    crashed_installs bigint not null,
    primary key (hour, app_version, platform)
);

-- Install-days by bucket of a measured value (bucket bounds: LogHistogram), as now known.
create table health_histogram (
    metric text collate "C" not null,
    day date not null,
    app_version text collate "C" not null,
    platform text collate "C" not null,
    bucket integer not null,
    install_days bigint not null,
    primary key (metric, day, app_version, platform, bucket)
) with (fillfactor = 70);

-- Failing device pairs. Device ids are keyed hashes (HMAC-SHA256, 16 bytes; the key is in store_setting).
create table decrypt_failure (
    day date not null,
    install_id text collate "C" not null,
    device_h bytea not null,
    peer_h bytea not null,
    app_version text collate "C" not null,
    platform text collate "C" not null,
    message_type text collate "C" not null,
    peer_version text collate "C" not null,
    restored smallint not null,
    first_epoch bigint not null,
    last_epoch bigint not null,
    failures integer not null,
    recovered smallint not null,
    known_hour integer not null,
    primary key (day, install_id, device_h, peer_h, app_version, platform, message_type, peer_version, restored)
) partition by range (day);

-- What was set aside: whole reports, with the reason. Device ids in the payload are hashed.
create table quarantined_report (
    payload_sha256 text collate "C" not null primary key,
    reason text collate "C" not null,
    install_id text collate "C",
    day text collate "C",
    known_hour integer not null,
    payload text collate "C" not null
);

-- What was loaded: the identity is the SHA-256 of a batch's bytes and of the options that change its outcome.
create table ingest_batch (
    batch_sha256 text collate "C" not null primary key,
    source text collate "C" not null,
    first_position bigint not null,
    reports_read bigint not null,
    reports_new bigint not null,
    reports_changed bigint not null,
    reports_unchanged bigint not null,
    reports_refused bigint not null,
    reports_quarantined bigint not null,
    committed_epoch bigint not null
);
