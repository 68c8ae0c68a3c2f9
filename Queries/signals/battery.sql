-- battery
-- question:   What share of the battery does messaging use on a day?
-- parameters: from_day day, to_day day (exclusive), as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row a app_version, platform and day
-- columns:    app_version text; platform text; day day; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- source:     design, chat round 2: below 1.5 % a day, estimated at 0.3 %. Only versions that report it are in here
-- measure:    ratio
-- unit:       share
-- dimensions: app_version, platform
-- judged:     none
-- window:     2d
-- history:    14d
-- step:       1d
-- fresh:      3d
-- watch:      > 0.015 (design)
-- page:       > 0.03 (ours: twice)
-- absent:     unknown
-- runbook:    none
with counted as (
    -- What is known now, or what was known before an hour.
    select
        day,
        app_version,
        platform,
        battery_tenths_pct as amount,
        case when battery_tenths_pct > 0 then reporting_installs * 1000 else 0 end as base
    from health_day
    where :as_of_hour = 2147483647
        and day >= :from_day
        and day < :to_day
    union all
    select
        day,
        app_version,
        platform,
        battery_tenths_pct as amount,
        case when battery_tenths_pct > 0 then reporting_installs * 1000 else 0 end as base
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
