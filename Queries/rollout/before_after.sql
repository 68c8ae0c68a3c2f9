-- before_after
-- question:   Of the installs that came from a baseline to a new version, how many crashed for the first time in so many hours
--             before, how many in as many after?
-- parameters: app_version text, baseline_version text, platform text, from_hour hour, hours count,
--             as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row
-- columns:    installs count; before_installs count; after_installs count; both_installs count
-- engines:    postgres, sqlite, citus
-- source:     by the hours of receipt; of installs whose hours are over, that were on the baseline all the time before and had
--             not crashed on it earlier
with pairs as (
    select
        case when o.crash_known < n.first_known then 1 else 0 end as before_crash,
        case when n.crash_known < n.first_known + :hours then 1 else 0 end as after_crash
    from install_version as n
    join install_version as o on
        o.install_id = n.install_id
        and o.app_version = :baseline_version
        and o.platform = n.platform
    where n.app_version = :app_version
        and n.platform = :platform
        and n.first_known >= :from_hour
        and n.first_known + :hours < :as_of_hour
        and o.first_known <= n.first_known - :hours
        and (o.crash_known is null or o.crash_known >= n.first_known - :hours)
)
select
    count(*) as installs,
    coalesce(sum(case when before_crash = 1 and after_crash = 0 then 1 else 0 end), 0) as before_installs,
    coalesce(sum(case when before_crash = 0 and after_crash = 1 then 1 else 0 end), 0) as after_installs,
    coalesce(sum(before_crash * after_crash), 0) as both_installs
from pairs;
