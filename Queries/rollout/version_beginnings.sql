-- version_beginnings
-- question:   Since when has the store known of a version, platform by platform?
-- parameters: app_version text, platform text or null,
--             as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row a platform
-- columns:    platform text; first_known_hour hour; first_day day
-- engines:    postgres, sqlite, citus
-- source:     the first report, whether the install was active or not
select
    platform,
    min(known_hour) as first_known_hour,
    min(day) as first_day
from health_rollup
where app_version = :app_version
    and reporting_installs > 0
    and known_hour < :as_of_hour
    and (cast(:platform as text) is null or platform = :platform)
group by platform
order by platform;
