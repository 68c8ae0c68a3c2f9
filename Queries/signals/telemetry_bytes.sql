-- telemetry_bytes
-- question:   How many bytes a second does telemetry put into each Firehose stream, against its quota?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a stream_name (null where the series does not tell it), cut, period and step
-- columns:    stream_name text or null; cut text; period_s count; step_epoch epoch; amount number or null; base number or
--             null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, feed round 3, section 6: 5 MiB a second a stream by default; 80 % as for the one quota whose alarm the
--             design prints
-- measure:    rate per s
-- unit:       bytes/s
-- dimensions: stream_name
-- judged:     stream_name
-- window:     15m
-- history:    3h
-- step:       1m
-- fresh:      15m
-- watch:      > 4194304 (design: 80 % of 5 MiB)
-- page:       > 4980736 (ours: 95 %)
-- absent:     unknown
-- runbook:    none
with series as materialized (
    select
        m.series_id,
        m.dimension_names as cut,
        (
            select d.value
            from signal_dimension as d
            where d.series_id = m.series_id
                and d.name = 'DeliveryStreamName'
        ) as stream_name
    from signal_series as m
    where m.namespace = 'AWS/Firehose'
        and m.name = 'IncomingBytes'
)
select
    s.stream_name,
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    sum(c.amount) as amount,
    cast(null as double precision) as base
from series as s
join signal_count as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
group by 1, 2, 3, 4
order by step_epoch, s.cut, c.period_s, s.stream_name nulls last;
