-- returns_below
-- question:   When do installs of the versions that a min_supported would lock out come back?
-- parameters: from_day day, to_day day (exclusive), platform text or null,
--             below_key text (1 and the version's gate key: app_version.sort_key of what is below it is less)
-- grain:      one row a day on which installs were active below it, and the next day on which they were active at all
-- columns:    day day; next_day day; returns count
-- engines:    postgres, sqlite, citus
-- source:     client policy of the flags contract: flush_only_until is later than their usual return; scans the facts of
--             the days
with installs as (
    select
        d.install_id,
        d.day,
        max(case when v.readable = 1 and v.sort_key < :below_key then 1 else 0 end) as is_below
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
        is_below,
        lead(day) over (partition by install_id order by day) as next_day
    from installs
)
select
    day,
    next_day,
    count(*) as returns
from followed
where is_below = 1
    and next_day is not null
group by day, next_day
order by day, next_day;
