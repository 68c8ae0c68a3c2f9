-- crash_free_installs
-- question:   What share of active installs had no crash in a window of days, each install counted once?
-- parameters: from_day day, to_day day (exclusive), app_version text or null, platform text or null,
--             by_version flag, by_platform flag, by_device_class flag, by_day flag,
--             as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row an app_version, platform, device_class and day, each null where its flag is 0
-- columns:    app_version text or null; platform text or null; device_class text or null; day day or null;
--             active_installs count; reporting_installs count; crashed_installs count; launch_crash_installs count;
--             crash_free share or null; crash_free_of_reporting share or null;
--             active_install_days count; crashed_install_days count; crash_free_install_days share or null;
--             sessions count; crashes count
-- engines:    postgres, sqlite, citus
-- source:     design, feed round 3, playbook 1; active, crash-free and launch crash as in the telemetry contract
with install_days as (
    -- An install may have several rows a day, one a version; a group that holds both counts the day once.
    -- Day and install first, the order of the key: no sort of the facts.
    select
        day,
        install_id,
        case when :by_version = 1 then app_version end as app_version,
        case when :by_platform = 1 then platform end as platform,
        case when :by_device_class = 1 then coalesce(device_class, 'unknown') end as device_class,
        case when :by_day = 1 then day end as shown_day,
        max(case when active_known < :as_of_hour then 1 else 0 end) as is_active,
        max(case when crashed_known < :as_of_hour then 1 else 0 end) as is_crashed,
        max(case when crashed_known < :as_of_hour and coalesce(sessions, 0) = 0 then 1 else 0 end) as is_launch_crash
    from health_daily
    where day >= :from_day
        and day < :to_day
        and reported_known < :as_of_hour
        and (cast(:app_version as text) is null or app_version = :app_version)
        and (cast(:platform as text) is null or platform = :platform)
    group by 1, 2, 3, 4, 5, 6
),
installs as (
    select
        app_version,
        platform,
        device_class,
        shown_day,
        max(is_active) as is_active,
        max(is_crashed) as is_crashed,
        max(is_launch_crash) as is_launch_crash,
        sum(is_active) as active_days,
        sum(is_crashed) as crashed_days
    from install_days
    group by app_version, platform, device_class, shown_day, install_id
),
counted as (
    select
        app_version,
        platform,
        device_class,
        shown_day,
        sum(is_active) as active_installs,
        count(*) as reporting_installs,
        sum(is_crashed) as crashed_installs,
        sum(is_launch_crash) as launch_crash_installs,
        sum(active_days) as active_install_days,
        sum(crashed_days) as crashed_install_days,
        0 as sessions,
        0 as crashes
    from installs
    group by app_version, platform, device_class, shown_day
    union all
    select
        case when :by_version = 1 then app_version end,
        case when :by_platform = 1 then platform end,
        case when :by_device_class = 1 then device_class end,
        case when :by_day = 1 then day end,
        0,
        0,
        0,
        0,
        0,
        0,
        sum(sessions),
        sum(crashes)
    from health_rollup
    where day >= :from_day
        and day < :to_day
        and known_hour < :as_of_hour
        and (cast(:app_version as text) is null or app_version = :app_version)
        and (cast(:platform as text) is null or platform = :platform)
    group by 1, 2, 3, 4
),
measured as (
    select
        app_version,
        platform,
        device_class,
        shown_day as day,
        sum(active_installs) as active_installs,
        sum(reporting_installs) as reporting_installs,
        sum(crashed_installs) as crashed_installs,
        sum(launch_crash_installs) as launch_crash_installs,
        sum(active_install_days) as active_install_days,
        sum(crashed_install_days) as crashed_install_days,
        sum(sessions) as sessions,
        sum(crashes) as crashes
    from counted
    group by app_version, platform, device_class, shown_day
    -- Deltas that cancel leave rows of zeros.
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
    m.active_install_days,
    m.crashed_install_days,
    1 - cast(m.crashed_install_days as double precision) / nullif(m.active_install_days, 0) as crash_free_install_days,
    m.sessions,
    m.crashes
from measured as m
left join app_version as v on v.app_version = m.app_version
order by v.sort_key nulls last, m.platform nulls last, m.device_class nulls last, m.day nulls last;
