-- crash_free_daily
-- question:   What share of the installs active on a day, on a version and platform, had no crash that day?
-- parameters: from_day day, to_day day (exclusive), app_version text or null, platform text or null,
--             by_device_class flag, as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row an app_version, platform, day and device_class (null where its flag is 0)
-- columns:    app_version text; platform text; device_class text or null; day day;
--             active_installs count; reporting_installs count; crashed_installs count; launch_crash_installs count;
--             crash_free share or null; crash_free_of_reporting share or null;
--             sessions count; crashes count; hours_installs count
-- engines:    postgres, sqlite, citus
-- source:     design, feed round 3, playbook 1. Within a day, version and platform an install has one row, so these counts
--             need no look at the facts; they don't add up over days or versions to installs. As of an hour the active,
--             reporting and crashed installs are exact; the others are booked at the report that changed them
with counted as (
    -- What is known now, or what was known before an hour.
    select
        day,
        app_version,
        platform,
        device_class,
        reporting_installs,
        active_installs,
        crashed_installs,
        launch_crash_installs,
        sessions,
        crashes,
        hours_installs
    from health_day
    where :as_of_hour = 2147483647
        and day >= :from_day
        and day < :to_day
        and (cast(:app_version as text) is null or app_version = :app_version)
        and (cast(:platform as text) is null or platform = :platform)
    union all
    select
        day,
        app_version,
        platform,
        device_class,
        reporting_installs,
        active_installs,
        crashed_installs,
        launch_crash_installs,
        sessions,
        crashes,
        hours_installs
    from health_rollup
    where :as_of_hour < 2147483647
        and known_hour < :as_of_hour
        and day >= :from_day
        and day < :to_day
        and (cast(:app_version as text) is null or app_version = :app_version)
        and (cast(:platform as text) is null or platform = :platform)
),
measured as (
    select
        app_version,
        platform,
        case when :by_device_class = 1 then device_class end as device_class,
        day,
        sum(active_installs) as active_installs,
        sum(reporting_installs) as reporting_installs,
        sum(crashed_installs) as crashed_installs,
        sum(launch_crash_installs) as launch_crash_installs,
        sum(sessions) as sessions,
        sum(crashes) as crashes,
        sum(hours_installs) as hours_installs
    from counted
    group by 1, 2, 3, 4
    having sum(reporting_installs) > 0
)
select
    m.app_version,
    m.platform,
    m.device_class,
    m.day,
    m.active_installs,
    m.reporting_installs,
    m.crashed_installs,
    m.launch_crash_installs,
    1 - cast(m.crashed_installs as double precision) / nullif(m.active_installs, 0) as crash_free,
    1 - cast(m.crashed_installs as double precision) / nullif(m.reporting_installs, 0) as crash_free_of_reporting,
    m.sessions,
    m.crashes,
    m.hours_installs
from measured as m
left join app_version as v on v.app_version = m.app_version
order by v.sort_key nulls last, m.platform, m.device_class nulls last, m.day;
