-- crash_group_coverage
-- question:   On how many of the install-days with a crash does the client say which crash it was?
-- parameters: from_day day, to_day day (exclusive), app_version text or null, platform text or null,
--             as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row
-- columns:    crashed_install_days count; grouped_install_days count
-- engines:    postgres, sqlite, citus
-- source:     crashed install-days of the rollup, those with a crash group of the telemetry contract
with grouped as (
    select day, install_id, app_version, platform
    from crash_group
    where day >= :from_day
        and day < :to_day
        and known_hour < :as_of_hour
        and (cast(:app_version as text) is null or app_version = :app_version)
        and (cast(:platform as text) is null or platform = :platform)
    group by day, install_id, app_version, platform
)
select
    coalesce(sum(crashed_install_days), 0) as crashed_install_days,
    coalesce(sum(grouped_install_days), 0) as grouped_install_days
from (
    select crashed_installs as crashed_install_days, 0 as grouped_install_days
    from health_rollup
    where day >= :from_day
        and day < :to_day
        and known_hour < :as_of_hour
        and (cast(:app_version as text) is null or app_version = :app_version)
        and (cast(:platform as text) is null or platform = :platform)
    union all
    select 0, count(*)
    from grouped
) as counted;
