-- crash_free_by_hour
-- question:   When did crashes begin, and when did they end: installs active and crashed in each UTC hour?
-- parameters: from_hour hour, to_hour hour (exclusive), app_version text or null, platform text or null,
--             by_version flag, by_platform flag
-- grain:      one row an app_version, platform (each null where its flag is 0) and hour in which an install was active
-- columns:    app_version text or null; platform text or null; hour hour; active_installs count; crashed_installs count
-- engines:    postgres, sqlite, citus
-- source:     hour sets of the telemetry contract; clients that send none are not in here. An install that changes its
--             version within an hour is one in each version, and so two where versions are added up
with measured as (
    select
        case when :by_version = 1 then app_version end as app_version,
        case when :by_platform = 1 then platform end as platform,
        hour,
        sum(active_installs) as active_installs,
        sum(crashed_installs) as crashed_installs
    from health_hour
    where hour >= :from_hour
        and hour < :to_hour
        and (cast(:app_version as text) is null or app_version = :app_version)
        and (cast(:platform as text) is null or platform = :platform)
    group by 1, 2, 3
    having sum(active_installs) > 0
)
select
    m.app_version,
    m.platform,
    m.hour,
    m.active_installs,
    m.crashed_installs
from measured as m
left join app_version as v on v.app_version = m.app_version
order by v.sort_key nulls last, m.platform nulls last, m.hour;
