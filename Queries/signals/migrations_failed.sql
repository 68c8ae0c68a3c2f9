-- migrations_failed
-- question:   What share of upgrades of the local database failed?
-- parameters: from_day day, to_day day (exclusive), as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row a app_version, platform and day
-- columns:    app_version text; platform text; day day; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- source:     telemetry contract; the design prints no level. A failed upgrade may lose an outbox
-- measure:    share
-- unit:       share
-- dimensions: app_version, platform
-- judged:     app_version, platform
-- window:     3d
-- history:    14d
-- step:       1d
-- fresh:      5d
-- watch:      > 0.005 (ours)
-- page:       > 0.02 (ours)
-- absent:     unknown
-- runbook:    rollout-halt
with counted as (
    -- What is known now, or what was known before an hour.
    select
        day,
        app_version,
        platform,
        migrations_failed as amount,
        migrations_ok + migrations_failed as base
    from health_day
    where :as_of_hour = 2147483647
        and day >= :from_day
        and day < :to_day
    union all
    select
        day,
        app_version,
        platform,
        migrations_failed as amount,
        migrations_ok + migrations_failed as base
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
