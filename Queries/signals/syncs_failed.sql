-- syncs_failed
-- question:   What share of syncs fails, as clients see it?
-- parameters: from_day day, to_day day (exclusive), as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row a app_version, platform and day
-- columns:    app_version text; platform text; day day; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- source:     design, feed round 3, section 9: syncs ok and failed by version and platform; it prints no level. Networks are
--             in it
-- measure:    ratio
-- unit:       share
-- dimensions: app_version, platform
-- judged:     app_version, platform
-- window:     2d
-- history:    14d
-- step:       1d
-- fresh:      3d
-- watch:      > 0.1 (ours)
-- page:       > 0.25 (ours)
-- absent:     unknown
-- runbook:    none
with counted as (
    -- What is known now, or what was known before an hour.
    select
        day,
        app_version,
        platform,
        syncs_failed as amount,
        syncs_ok + syncs_failed as base
    from health_day
    where :as_of_hour = 2147483647
        and day >= :from_day
        and day < :to_day
    union all
    select
        day,
        app_version,
        platform,
        syncs_failed as amount,
        syncs_ok + syncs_failed as base
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
having sum(base) >= 1000
order by day, app_version, platform;
