-- receipts
-- question:   How many install-days became known, hour by hour of receipt, on a new version, on its baseline and in all?
-- parameters: app_version text, baseline_version text, platform text, from_day day, from_hour hour,
--             as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row a known_hour
-- columns:    known_hour hour; new_reporting_installs count; new_active_installs count; new_crashed_installs count;
--             baseline_reporting_installs count; baseline_active_installs count; baseline_crashed_installs count;
--             reporting_installs count; active_installs count; crashed_installs count
-- engines:    postgres, sqlite, citus
-- source:     health_rollup books installs at the hour that first showed them; days before from_day are left out
select
    known_hour,
    sum(case when app_version = :app_version then reporting_installs else 0 end) as new_reporting_installs,
    sum(case when app_version = :app_version then active_installs else 0 end) as new_active_installs,
    sum(case when app_version = :app_version then crashed_installs else 0 end) as new_crashed_installs,
    sum(case when app_version = :baseline_version then reporting_installs else 0 end) as baseline_reporting_installs,
    sum(case when app_version = :baseline_version then active_installs else 0 end) as baseline_active_installs,
    sum(case when app_version = :baseline_version then crashed_installs else 0 end) as baseline_crashed_installs,
    sum(reporting_installs) as reporting_installs,
    sum(active_installs) as active_installs,
    sum(crashed_installs) as crashed_installs
from health_rollup
where day >= :from_day
    and known_hour >= :from_hour
    and known_hour < :as_of_hour
    and platform = :platform
group by known_hour
order by known_hour;
