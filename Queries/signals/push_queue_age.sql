-- push_queue_age
-- question:   How long does the oldest push wait?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a cut, period and step
-- columns:    cut text; period_s count; step_epoch epoch; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, chat round 3, section 9: the queue of the push workers; it prints no level
-- measure:    greatest
-- unit:       s
-- dimensions: none
-- judged:     none
-- window:     10m
-- history:    6h
-- step:       1m
-- fresh:      15m
-- watch:      > 60 (ours)
-- page:       > 300 (ours)
-- absent:     unknown
-- runbook:    push-outage
with series as materialized (
    select
        m.series_id,
        m.dimension_names as cut
    from signal_series as m
    where m.namespace = 'Chat/Push'
        and m.name = 'OldestAgeSeconds'
)
select
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    max(c.amount) as amount,
    cast(null as double precision) as base
from series as s
join signal_gauge as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
group by 1, 2, 3
order by step_epoch, s.cut, c.period_s;
