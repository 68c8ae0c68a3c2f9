-- dead_letters
-- question:   How many records that keep failing were parked, and from which stream?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a stream (null where the series does not tell it), cut, period and step
-- columns:    stream text or null; cut text; period_s count; step_epoch epoch; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, chat round 3, section 4: retried a bounded number of times, then parked, with an alarm: any is one.
--             Repair from the stored message, never by replaying the raw log
-- measure:    sum
-- unit:       records
-- dimensions: stream
-- judged:     none
-- window:     15m
-- history:    6h
-- step:       5m
-- fresh:      15m
-- watch:      > 0 (design: with an alarm)
-- page:       > 25 (ours)
-- absent:     zero while AWS/DynamoDB ConsumedWriteCapacityUnits is fresh
-- runbook:    none
with series as materialized (
    select
        m.series_id,
        m.name,
        m.dimension_names as cut,
        (
            select d.value
            from signal_dimension as d
            where d.series_id = m.series_id
                and d.name = 'Stream'
        ) as stream
    from signal_series as m
    where m.namespace = 'Chat/Streams' and m.name = 'DeadLetters'
        or m.namespace = 'AWS/DynamoDB' and m.name = 'ConsumedWriteCapacityUnits'
)
select
    s.stream,
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    sum(case when s.name = 'DeadLetters' then c.amount end) as amount,
    sum(case when s.name = 'ConsumedWriteCapacityUnits' then c.amount end) as base
from series as s
join signal_count as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
group by 1, 2, 3, 4
order by step_epoch, s.cut, c.period_s, s.stream nulls last;
