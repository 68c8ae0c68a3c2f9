-- gate_cells
-- question:   How many installs were at risk of their first event, and had it, hour by hour of receipt, on a new version and
--             on its baseline?
-- parameters: app_version text, baseline_version text, platform text, from_hour hour,
--             as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row a measure, known_hour, device_class, tenure and arm
-- columns:    measure text; known_hour hour; device_class text; tenure integer; is_new flag; at_risk count; events count
-- engines:    postgres, sqlite, citus
-- source:     a query file of one's own for chatfleet rollout gate --measure-file takes these parameters and returns these
--             columns: an install is at risk once a day of receipt, until the day of its first event, and has one event
with cells as (
    select
        known_hour,
        device_class,
        tenure,
        case when app_version = :app_version then 1 else 0 end as is_new,
        crash_at_risk,
        crash_events,
        decrypt_at_risk,
        decrypt_events,
        failed_at_risk,
        failed_events,
        aged_at_risk,
        aged_events
    from gate_cell
    where app_version in (:app_version, :baseline_version)
        and platform = :platform
        and known_hour >= :from_hour
        and known_hour < :as_of_hour
),
measured as (
    select 'crash' as measure, known_hour, device_class, tenure, is_new, crash_at_risk as at_risk, crash_events as events
    from cells
    union all
    select 'decrypt', known_hour, device_class, tenure, is_new, decrypt_at_risk, decrypt_events
    from cells
    union all
    select 'failed', known_hour, device_class, tenure, is_new, failed_at_risk, failed_events
    from cells
    union all
    select 'aged', known_hour, device_class, tenure, is_new, aged_at_risk, aged_events
    from cells
)
select
    measure,
    known_hour,
    device_class,
    tenure,
    is_new,
    at_risk,
    events
from measured
where at_risk <> 0 or events <> 0
order by measure, known_hour, device_class, tenure, is_new;
