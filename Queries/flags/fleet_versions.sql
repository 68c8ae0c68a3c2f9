-- fleet_versions
-- question:   Which versions had active installs lately?
-- parameters: from_day day, to_day day (exclusive), platform text or null
-- grain:      one row an app_version that was the greatest an install was active on, on any of the days; in version order
-- columns:    app_version text; readable flag; installs_day count
-- engines:    postgres, sqlite, citus
-- source:     lint of the flags contract: a min_app above all of them reaches nobody; installs_day is the most of any day
with counted as (
    select
        app_version,
        day,
        sum(latest_installs) as installs
    from health_day
    where day >= :from_day
        and day < :to_day
        and (cast(:platform as text) is null or platform = :platform)
    group by app_version, day
    having sum(latest_installs) > 0
),
measured as (
    select
        app_version,
        max(installs) as installs_day
    from counted
    group by app_version
)
select
    m.app_version,
    v.readable,
    m.installs_day
from measured as m
join app_version as v on v.app_version = m.app_version
order by v.sort_key;
