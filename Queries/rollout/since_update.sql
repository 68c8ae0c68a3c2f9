-- since_update
-- question:   How many of those that came to a version crashed within so many hours of it, on a new version and its baseline?
-- parameters: app_version text, baseline_version text, platform text, from_hour hour (the first arrival that counts),
--             hours count, as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row an arm
-- columns:    is_new flag; installs count; crashed_installs count
-- engines:    postgres, sqlite, citus
-- source:     by the hours of receipt; only those whose hours are over
select
    case when app_version = :app_version then 1 else 0 end as is_new,
    count(*) as installs,
    sum(case when crash_known < first_known + :hours then 1 else 0 end) as crashed_installs
from install_version
where app_version in (:app_version, :baseline_version)
    and platform = :platform
    and first_known >= :from_hour
    and first_known + :hours < :as_of_hour
group by 1
order by 1;
