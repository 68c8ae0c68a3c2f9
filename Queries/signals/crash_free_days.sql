-- crash_free_days
-- question:   What share of installs crashes on a day, on each version and platform, against what a version promises?
-- parameters: from_day day, to_day day (exclusive), as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row a app_version, platform and day
-- columns:    app_version text; platform text; day day; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- source:     design, feed round 3: crash-free users at least 99.5 % for each app version, here of install-days (telemetry
--             contract). One crash on a tail version crosses nothing: the whole interval must be over the level
-- measure:    share
-- unit:       share
-- dimensions: app_version, platform
-- judged:     app_version, platform
-- window:     2d
-- history:    14d
-- step:       1d
-- fresh:      3d
-- watch:      > 0.005 (design: 99.5 % crash-free)
-- page:       > 0.01 (ours: twice)
-- absent:     unknown
-- runbook:    rollout-halt
with counted as (
    -- What is known now, or what was known before an hour.
    select
        day,
        app_version,
        platform,
        crashed_installs as amount,
        active_installs as base
    from health_day
    where :as_of_hour = 2147483647
        and day >= :from_day
        and day < :to_day
    union all
    select
        day,
        app_version,
        platform,
        crashed_installs as amount,
        active_installs as base
    from health_rollup
    where :as_of_hour < 2147483647
        and known_hour < :as_of_hour
        and day >= :from_day
        and day < :to_day
)
select
    app_version,
    platform,
    day,
    cast(sum(amount) as double precision) as amount,
    cast(sum(base) as double precision) as base
from counted
group by 1, 2, 3
having sum(base) > 0
order by day, app_version, platform;
