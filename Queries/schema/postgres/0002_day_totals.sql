-- What health_rollup comes to over all known hours, and what arrived when: answers about what is known now read as many
-- rows as there are days and versions, not as many as there were hours in which something came in.
create table health_day (
    day date not null,
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
    primary key (day, app_version, platform, device_class)
) with (fillfactor = 70);

-- Installs by the hour at which the store first heard of them: completeness is estimated from these.
create table health_arrival (
    day date not null,
    platform text collate "C" not null,
    known_hour integer not null,
    reporting_installs bigint not null,
    primary key (day, platform, known_hour)
) with (fillfactor = 70);

insert into health_day (
    day, app_version, platform, device_class, reporting_installs, active_installs, crashed_installs,
    launch_crash_installs, latest_installs, hours_installs, queue_age_installs, over_1h_installs, over_24h_installs,
    quarantined_installs, failed_installs, sessions, crashes, syncs_ok, syncs_failed, rolled_back, mutations_duplicate,
    quarantined, send_failed, failed_rows_max, battery_tenths_pct, bytes_tx, migrations_ok, migrations_failed,
    outbox_rows_lost, crash_loop_guard
)
select
    day, app_version, platform, device_class, sum(reporting_installs), sum(active_installs), sum(crashed_installs),
    sum(launch_crash_installs), sum(latest_installs), sum(hours_installs), sum(queue_age_installs),
    sum(over_1h_installs), sum(over_24h_installs), sum(quarantined_installs), sum(failed_installs), sum(sessions),
    sum(crashes), sum(syncs_ok), sum(syncs_failed), sum(rolled_back), sum(mutations_duplicate), sum(quarantined),
    sum(send_failed), sum(failed_rows_max), sum(battery_tenths_pct), sum(bytes_tx), sum(migrations_ok),
    sum(migrations_failed), sum(outbox_rows_lost), sum(crash_loop_guard)
from health_rollup
group by day, app_version, platform, device_class
having
    sum(reporting_installs) <> 0
    or sum(active_installs) <> 0
    or sum(crashed_installs) <> 0
    or sum(launch_crash_installs) <> 0
    or sum(latest_installs) <> 0
    or sum(hours_installs) <> 0
    or sum(queue_age_installs) <> 0
    or sum(over_1h_installs) <> 0
    or sum(over_24h_installs) <> 0
    or sum(quarantined_installs) <> 0
    or sum(failed_installs) <> 0
    or sum(sessions) <> 0
    or sum(crashes) <> 0
    or sum(syncs_ok) <> 0
    or sum(syncs_failed) <> 0
    or sum(rolled_back) <> 0
    or sum(mutations_duplicate) <> 0
    or sum(quarantined) <> 0
    or sum(send_failed) <> 0
    or sum(failed_rows_max) <> 0
    or sum(battery_tenths_pct) <> 0
    or sum(bytes_tx) <> 0
    or sum(migrations_ok) <> 0
    or sum(migrations_failed) <> 0
    or sum(outbox_rows_lost) <> 0
    or sum(crash_loop_guard) <> 0;

insert into health_arrival (day, platform, known_hour, reporting_installs)
select day, platform, known_hour, sum(reporting_installs)
from health_rollup
group by day, platform, known_hour
having sum(reporting_installs) <> 0;
