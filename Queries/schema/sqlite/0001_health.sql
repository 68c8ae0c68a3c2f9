-- Client health: facts, what is derived from them, and what was refused.
-- Instants are epoch seconds, hours are UTC hours since the epoch, days are the install's local days.

-- name -> value: the pair key and what else a store is told once.
create table store_setting (
    name text not null primary key,
    value text not null
) strict, without rowid;

-- The only way SQL knows version order: sort_key in byte order. Written at ingest.
create table app_version (
    app_version text not null primary key,
    sort_key text not null,
    readable integer not null
) strict, without rowid;

-- One row an install, day, version and platform; merged as a semilattice, so order and repeats do not matter.
-- active_hours, crashed_hours: bit i is the UTC hour day * 24 - 14 + i, i in 0 ... 49; null where the client sends none.
-- *_known: the hour at which the store first knew it.
-- With rowids: wide rows load half again as fast beside their key as within it.
create table health_daily (
    day text not null,
    install_id text not null,
    app_version text not null,
    platform text not null,
    device_class text,
    os_version text,
    app_build integer,
    flags_version integer,
    flags_version_at integer,
    active_hours integer,
    crashed_hours integer,
    bytes_rx integer,
    bytes_tx integer,
    db_bytes_max integer,
    wal_bytes_max integer,
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
    clock_corrected integer not null,
    receipt_assumed integer not null,
    primary key (day, install_id, app_version, platform)
) strict;

-- Signed deltas: what each batch added to, or moved within, the counts and sums of a day. Install counts are booked at
-- the hours at which they became known, sums at the hour of the report that changed them. Up to an hour: as of it.
-- latest_installs: installs whose greatest active version of the day this is. device_class: 'unknown' where missing.
create table health_rollup (
    day text not null,
    known_hour integer not null,
    app_version text not null,
    platform text not null,
    device_class text not null,
    reporting_installs integer not null,
    active_installs integer not null,
    crashed_installs integer not null,
    launch_crash_installs integer not null,
    latest_installs integer not null,
    hours_installs integer not null,
    queue_age_installs integer not null,
    over_1h_installs integer not null,
    over_24h_installs integer not null,
    quarantined_installs integer not null,
    failed_installs integer not null,
    sessions integer not null,
    crashes integer not null,
    syncs_ok integer not null,
    syncs_failed integer not null,
    rolled_back integer not null,
    mutations_duplicate integer not null,
    quarantined integer not null,
    send_failed integer not null,
    failed_rows_max integer not null,
    battery_tenths_pct integer not null,
    bytes_tx integer not null,
    migrations_ok integer not null,
    migrations_failed integer not null,
    outbox_rows_lost integer not null,
    crash_loop_guard integer not null,
    primary key (day, known_hour, app_version, platform, device_class)
) strict, without rowid;

-- First and last day of a version: loose index look-ups instead of a scan.
create index health_rollup_version on health_rollup (app_version, day);

-- Installs by UTC hour, from the hour sets, as now known.
create table health_hour (
    hour integer not null,
    app_version text not null,
    platform text not null,
    active_installs integer not null,
    crashed_installs integer not null,
    primary key (hour, app_version, platform)
) strict, without rowid;

-- Install-days by bucket of a measured value (bucket bounds: LogHistogram), as now known.
create table health_histogram (
    metric text not null,
    day text not null,
    app_version text not null,
    platform text not null,
    bucket integer not null,
    install_days integer not null,
    primary key (metric, day, app_version, platform, bucket)
) strict, without rowid;

-- Failing device pairs. Device ids are keyed hashes (HMAC-SHA256, 16 bytes; the key is in store_setting).
create table decrypt_failure (
    day text not null,
    install_id text not null,
    device_h blob not null,
    peer_h blob not null,
    app_version text not null,
    platform text not null,
    message_type text not null,
    peer_version text not null,
    restored integer not null,
    first_epoch integer not null,
    last_epoch integer not null,
    failures integer not null,
    recovered integer not null,
    known_hour integer not null,
    primary key (day, install_id, device_h, peer_h, app_version, platform, message_type, peer_version, restored)
) strict, without rowid;

-- What was set aside: whole reports, with the reason. Device ids in the payload are hashed.
create table quarantined_report (
    payload_sha256 text not null primary key,
    reason text not null,
    install_id text,
    day text,
    known_hour integer not null,
    payload text not null
) strict, without rowid;

-- What was loaded: the identity is the SHA-256 of a batch's bytes and of the options that change its outcome.
create table ingest_batch (
    batch_sha256 text not null primary key,
    source text not null,
    first_position integer not null,
    reports_read integer not null,
    reports_new integer not null,
    reports_changed integer not null,
    reports_unchanged integer not null,
    reports_refused integer not null,
    reports_quarantined integer not null,
    committed_epoch integer not null
) strict, without rowid;
