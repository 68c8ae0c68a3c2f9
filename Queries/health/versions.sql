-- versions
-- question:   Who is on which version: installs by the greatest version they were active on, day by day, and since when is
--             a version about?
-- parameters: from_day day, to_day day (exclusive), platform text or null, app_version text or null (shown in any case),
--             versions_max count (how many, those on most install-days), as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row an app_version and day on which an install reported it
-- columns:    app_version text; day day; first_day day; reporting_installs count; active_installs count;
--             latest_installs count; day_installs count; adoption share or null; all_versions count
-- engines:    postgres, sqlite, citus
-- source:     adoption of the telemetry contract: by the latest version of the day, so that it sums to 100 %;
--             day_installs are the distinct active installs of the day. Clients may send as many versions as they like:
--             all_versions is how many there are in the window, of which versions_max are shown
with counted as (
    -- What is known now, or what was known before an hour.
    select
        day,
        app_version,
        reporting_installs,
        active_installs,
        latest_installs
    from health_day
    where :as_of_hour = 2147483647
        and day >= :from_day
        and day < :to_day
        and (cast(:platform as text) is null or platform = :platform)
    union all
    select
        day,
        app_version,
        reporting_installs,
        active_installs,
        latest_installs
    from health_rollup
    where :as_of_hour < 2147483647
        and known_hour < :as_of_hour
        and day >= :from_day
        and day < :to_day
        and (cast(:platform as text) is null or platform = :platform)
),
measured as (
    select
        app_version,
        day,
        sum(reporting_installs) as reporting_installs,
        sum(active_installs) as active_installs,
        sum(latest_installs) as latest_installs
    from counted
    group by 1, 2
    having sum(reporting_installs) > 0
),
shared as (
    select
        app_version,
        day,
        reporting_installs,
        active_installs,
        latest_installs,
        sum(latest_installs) over (partition by day) as day_installs
    from measured
),
ranked as (
    select
        m.app_version,
        v.sort_key,
        row_number() over (
            order by sum(m.active_installs) desc, sum(m.reporting_installs) desc, v.sort_key desc, m.app_version
        ) as place,
        count(*) over () as all_versions
    from measured as m
    join app_version as v on v.app_version = m.app_version
    group by m.app_version, v.sort_key
),
first_seen as (
    -- The least day of a version is one step in the index; grouping would read the whole history.
    select
        v.app_version,
        v.sort_key,
        v.all_versions,
        (
            select min(r.day)
            from health_rollup as r
            where r.app_version = v.app_version
                and r.reporting_installs > 0
                and r.known_hour < :as_of_hour
                and (cast(:platform as text) is null or r.platform = :platform)
        ) as first_day
    from ranked as v
    where v.place <= :versions_max or v.app_version = cast(:app_version as text)
)
select
    s.app_version,
    s.day,
    f.first_day,
    s.reporting_installs,
    s.active_installs,
    s.latest_installs,
    s.day_installs,
    cast(s.latest_installs as double precision) / nullif(s.day_installs, 0) as adoption,
    f.all_versions
from shared as s
join first_seen as f on f.app_version = s.app_version
order by f.sort_key, s.day;
