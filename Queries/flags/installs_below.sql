-- installs_below
-- question:   How many active installs would a min_supported lock out, day by day?
-- parameters: from_day day, to_day day (exclusive), platform text or null,
--             below_key text (1 and the version's gate key: app_version.sort_key of what is below it is less)
-- grain:      one row a day
-- columns:    day day; below_installs count; active_installs count
-- engines:    postgres, sqlite, citus
-- source:     client policy of the flags contract: everything it locks out together; by the greatest version of the day, so
--             that an install counts once; who can't be read is never locked out
select
    d.day,
    sum(case when v.readable = 1 and v.sort_key < :below_key then d.latest_installs else 0 end) as below_installs,
    sum(d.latest_installs) as active_installs
from health_day as d
join app_version as v on v.app_version = d.app_version
where d.day >= :from_day
    and d.day < :to_day
    and (cast(:platform as text) is null or d.platform = :platform)
group by d.day
having sum(d.latest_installs) > 0
order by d.day;
