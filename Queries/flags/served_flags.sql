-- served_flags
-- question:   Which versions of the flags did the servers hand out, hour by hour?
-- parameters: version integer, from_epoch epoch, to_epoch epoch (exclusive)
-- grain:      one row a set of dimensions and UTC hour with points
-- columns:    dimension_names text; served_hour hour; series count; whole_series count; least_version number or null;
--             greatest_version number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     Chat/Sync FlagsVersionServed, the served curve of flags propagation. whole_series: those that handed out nothing
--             below the version in the hour (by their Minimum, or a Value that they were asked for); greatest: by the Maximum
with measured as (
    select
        m.dimension_names,
        m.series_id,
        s.at_epoch / 3600 as served_hour,
        min(case when s.statistic <> 'Maximum' then s.value end) as lowest,
        max(case when s.statistic <> 'Minimum' then s.value end) as highest
    from signal_series as m
    join metric_sample as s on s.series_id = m.series_id
    where m.namespace = 'Chat/Sync'
        and m.name = 'FlagsVersionServed'
        and s.statistic in ('Minimum', 'Maximum', 'Value')
        and s.at_epoch >= :from_epoch
        and s.at_epoch < :to_epoch
    group by m.dimension_names, m.series_id, s.at_epoch / 3600
)
select
    dimension_names,
    served_hour,
    count(*) as series,
    sum(case when lowest >= :version then 1 else 0 end) as whole_series,
    min(lowest) as least_version,
    max(highest) as greatest_version
from measured
group by dimension_names, served_hour
order by dimension_names, served_hour;
