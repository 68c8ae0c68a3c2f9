-- crash_free_hours
-- question:   What share of installs crashes within an hour, on each version and platform?
-- parameters: from_hour hour, to_hour hour (exclusive)
-- grain:      one row an app_version, platform and hour
-- columns:    app_version text; platform text; hour hour; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- source:     design, feed round 3: the promise of 99.5 % is for a day; an hour that is as bad is worse. From the hours that
--             clients send, as now known
-- measure:    share
-- unit:       share
-- dimensions: app_version, platform
-- judged:     app_version, platform
-- window:     12h
-- history:    7d
-- step:       1h
-- fresh:      2d
-- watch:      > 0.005 (ours: the promise of a day)
-- page:       > 0.02 (ours)
-- ends:       beyond chance (ours: of a few crashes an hour one window is over the level and the next is not)
-- absent:     unknown
-- runbook:    rollout-halt
select
    app_version,
    platform,
    hour,
    cast(sum(crashed_installs) as double precision) as amount,
    cast(sum(active_installs) as double precision) as base
from health_hour
where hour >= :from_hour
    and hour < :to_hour
group by app_version, platform, hour
having sum(active_installs) > 0
order by hour, app_version, platform;
