-- rollout_versions
-- question:   Which versions came while the store was looking, and since when?
-- parameters: platform text or null, as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row an app_version and platform
-- columns:    app_version text; platform text; first_known_hour hour; platform_first_known_hour hour; active_installs count
-- engines:    postgres, sqlite, citus
-- source:     active_installs: install-days; unreadable versions have no place in the order, and none is rolled out
with begun as (
    select
        app_version,
        platform,
        min(known_hour) as first_known_hour,
        sum(active_installs) as active_installs
    from health_rollup
    where known_hour < :as_of_hour
        and reporting_installs <> 0
        and (cast(:platform as text) is null or platform = :platform)
    group by app_version, platform
),
placed as (
    select
        app_version,
        platform,
        first_known_hour,
        min(first_known_hour) over (partition by platform) as platform_first_known_hour,
        active_installs
    from begun
)
select
    p.app_version,
    p.platform,
    p.first_known_hour,
    p.platform_first_known_hour,
    p.active_installs
from placed as p
join app_version as v on v.app_version = p.app_version and v.readable = 1
order by v.sort_key, p.platform;
