-- rolled_back
-- question:   How many changes that a user saw were rolled back, for every 1,000 active installs?
-- parameters: from_day day, to_day day (exclusive), as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row a app_version, platform and day
-- columns:    app_version text; platform text; day day; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- source:     design, feed round 3, section 9: rollback rate; it prints no level
-- measure:    ratio
-- unit:       changes/1,000 installs
-- dimensions: app_version, platform
-- judged:     none
-- window:     2d
-- history:    14d
-- step:       1d
-- fresh:      3d
-- watch:      > 25 (ours)
-- page:       > 100 (ours)
-- absent:     unknown
-- runbook:    none
with counted as (
    -- What is known now, or what was known before an hour.
    select
        day,
        app_version,
        platform,
        rolled_back * 1000 as amount,
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
        rolled_back * 1000 as amount,
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
