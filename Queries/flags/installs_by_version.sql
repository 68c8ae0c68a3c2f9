-- installs_by_version
-- question:   How many active installs had each version, day by day?
-- parameters: from_day day, to_day day (exclusive), platform text or null
-- grain:      one row a day and app_version, in version order
-- columns:    day day; app_version text; latest_installs count
-- engines:    postgres, sqlite, citus
-- source:     client policy of the flags contract: what a min_supported locks out together; by the greatest version of the
--             day, so that an install counts once
select
    d.day,
    d.app_version,
    sum(d.latest_installs) as latest_installs
from health_day as d
join app_version as v on v.app_version = d.app_version
where d.day >= :from_day
    and d.day < :to_day
    and (cast(:platform as text) is null or d.platform = :platform)
group by d.day, d.app_version, v.sort_key
having sum(d.latest_installs) > 0
order by d.day, v.sort_key;
