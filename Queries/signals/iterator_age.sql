-- iterator_age
-- question:   How far are the readers of a stream behind?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a stream_name (null where the series does not tell it), cut, period and step
-- columns:    stream_name text or null; cut text; period_s count; step_epoch epoch; amount number or null; base number or
--             null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, feed round 3, section 9, playbook 4: log-writer lag; it prints no level
-- measure:    greatest
-- unit:       ms
-- dimensions: stream_name
-- judged:     stream_name
-- window:     10m
-- history:    6h
-- step:       1m
-- fresh:      15m
-- watch:      > 60000 (ours)
-- page:       > 300000 (ours)
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
                and d.name = 'StreamName'
        ) as stream_name
    from signal_series as m
    where m.namespace = 'AWS/Kinesis'
        and m.name = 'GetRecords.IteratorAgeMilliseconds'
)
select
    s.stream_name,
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    max(c.amount) as amount,
    cast(null as double precision) as base
from series as s
join signal_gauge as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
group by 1, 2, 3, 4
order by step_epoch, s.cut, c.period_s, s.stream_name nulls last;
