-- first_events
-- question:   On each version and platform, how many installs were at risk of their first crash, failing pair, failed message
--             and message that waits too long, and how many had it?
-- parameters: from_hour hour, to_hour hour (exclusive), app_version text or null, platform text or null
-- grain:      one row an app_version, platform and measure that somebody reports; hours are those of receipt
-- columns:    app_version text; platform text; measure text; at_risk count; events count; events_per_1k number or null
-- engines:    postgres, sqlite, citus
-- source:     the gate's own counts (gate_cell): an install is at risk once a day of receipt, until the day of its first event,
--             and has one event. Versions differ in who has them: the verdict is that of rollout gate
with cells as (
    select
        app_version,
        platform,
        crash_at_risk,
        crash_events,
        decrypt_at_risk,
        decrypt_events,
        failed_at_risk,
        failed_events,
        aged_at_risk,
        aged_events
    from gate_cell
    where known_hour >= :from_hour
        and known_hour < :to_hour
        and (cast(:app_version as text) is null or app_version = :app_version)
        and (cast(:platform as text) is null or platform = :platform)
),
measured as (
    select app_version, platform, 'crash' as measure, crash_at_risk as at_risk, crash_events as events
    from cells
    union all
    select app_version, platform, 'decrypt', decrypt_at_risk, decrypt_events
    from cells
    union all
    select app_version, platform, 'failed', failed_at_risk, failed_events
    from cells
    union all
    select app_version, platform, 'aged', aged_at_risk, aged_events
    from cells
),
summed as (
    select
        app_version,
        platform,
        measure,
        sum(at_risk) as at_risk,
        sum(events) as events
    from measured
    group by app_version, platform, measure
    having sum(at_risk) > 0
)
select
    s.app_version,
    s.platform,
    s.measure,
    s.at_risk,
    s.events,
    cast(s.events as double precision) * 1000 / s.at_risk as events_per_1k
from summed as s
join app_version as v on v.app_version = s.app_version
order by v.sort_key, s.app_version, s.platform, s.measure;
