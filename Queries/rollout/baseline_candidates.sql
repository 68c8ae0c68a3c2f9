-- baseline_candidates
-- question:   Which versions below a version were in use in a window of days, and by how much?
-- parameters: app_version text, platform text, below_key text, from_day day, to_day day (exclusive),
--             as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row an app_version
-- columns:    app_version text; active_installs count
-- engines:    postgres, sqlite, citus
-- source:     install-days; the first row is the baseline of chatfleet rollout gate --baseline auto. Unreadable versions
--             have no place in the order of versions, and are none
select
    r.app_version,
    sum(r.active_installs) as active_installs
from health_rollup as r
join app_version as v on v.app_version = r.app_version
where r.day >= :from_day
    and r.day < :to_day
    and r.platform = :platform
    and r.known_hour < :as_of_hour
    and r.app_version <> :app_version
    and v.readable = 1
    and v.sort_key < :below_key
group by r.app_version, v.sort_key
having sum(r.active_installs) > 0
order by 2 desc, v.sort_key desc;
