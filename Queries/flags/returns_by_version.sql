-- returns_by_version
-- question:   When do installs come back that were active on a version?
-- parameters: from_day day, to_day day (exclusive), platform text or null
-- grain:      one row an app_version (the least readable one that an install was active on that day), day, and the next day on
--             which it was active at all
-- columns:    app_version text; day day; next_day day; returns count
-- engines:    postgres, sqlite, citus
-- source:     client policy of the flags contract: flush_only_until is later than the usual return of whom a min_supported
--             locks out, which are those whose least version is below it; scans the facts of the days
with installs as (
    select
        d.install_id,
        d.day,
        min(case when v.readable = 1 then v.sort_key end) as least_key
    from health_daily as d
    join app_version as v on v.app_version = d.app_version
    where d.day >= :from_day
        and d.day < :to_day
        and (cast(:platform as text) is null or d.platform = :platform)
        and d.active_known is not null
    group by d.install_id, d.day
),
followed as (
    select
        install_id,
        day,
        least_key,
        lead(day) over (partition by install_id order by day) as next_day
    from installs
),
counted as (
    select
        least_key,
        day,
        next_day,
        count(*) as returns
    from followed
    where least_key is not null
        and next_day is not null
    group by least_key, day, next_day
)
select
    v.app_version,
    c.day,
    c.next_day,
    c.returns
from counted as c
join app_version as v on v.sort_key = c.least_key
order by v.sort_key, c.day, c.next_day;
