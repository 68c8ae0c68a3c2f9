-- served_requests
-- question:   How many requests of a version do the servers count, hour by hour, and how many of all versions?
-- parameters: app_version text, platform text, from_epoch epoch, to_epoch epoch (exclusive)
-- grain:      one row a set of dimensions, period and served_hour
-- columns:    dimension_names text; has_platform flag; period_s count; served_hour hour; version_requests count;
--             all_requests count
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     Requests of Chat/Sync, by AppVersion and where there is one Platform (the names that signals read: signals map),
--             in whatever case the servers write it. A metric is published with several sets of dimensions and in several
--             periods, whose values must not be added up. A cast rounds on Postgres and truncates on SQLite: less one where it rounded up, it is the floor
--             on both
with series as (
    select
        m.series_id,
        m.dimension_names,
        case when p.value is null then 0 else 1 end as has_platform,
        v.value as app_version
    from signal_series as m
    join signal_dimension as v on v.series_id = m.series_id and v.name = 'AppVersion'
    left join signal_dimension as p on p.series_id = m.series_id and p.name = 'Platform'
    where m.namespace = 'Chat/Sync'
        and m.name = 'Requests'
        and (p.value is null or lower(p.value) = :platform)
),
samples as (
    select
        m.dimension_names,
        m.has_platform,
        m.app_version,
        s.period_s,
        s.at_epoch / 3600 as served_hour,
        cast(s.value as bigint) - case when cast(s.value as bigint) > s.value then 1 else 0 end as requests
    from series as m
    join metric_sample as s on s.series_id = m.series_id
    where s.statistic = 'Sum'
        and s.at_epoch >= :from_epoch
        and s.at_epoch < :to_epoch
)
select
    dimension_names,
    has_platform,
    period_s,
    served_hour,
    sum(case when app_version = :app_version then requests else 0 end) as version_requests,
    sum(requests) as all_requests
from samples
group by dimension_names, has_platform, period_s, served_hour
order by dimension_names, has_platform, period_s, served_hour;
