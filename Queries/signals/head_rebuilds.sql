-- head_rebuilds
-- question:   How many phones rebuild from the head, a minute?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a cut, period and step
-- columns:    cut text; period_s count; step_epoch epoch; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     inferred from the design, feed round 3, section 11: 60 KB each; a multi-region fail-over causes millions
-- measure:    rate per min
-- unit:       rebuilds/min
-- dimensions: none
-- judged:     none
-- window:     15m
-- history:    1d
-- step:       5m
-- fresh:      15m
-- watch:      > 3 times usual, at least 100 (ours)
-- page:       > 20 times usual, at least 5000 (ours)
-- absent:     zero while Chat/Sync Requests is fresh
-- runbook:    none
with series as materialized (
    select
        m.series_id,
        m.name,
        m.dimension_names as cut
    from signal_series as m
    where m.namespace = 'Chat/Sync'
        and m.name in ('HeadRebuilds', 'Requests')
)
select
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    sum(case when s.name = 'HeadRebuilds' then c.amount end) as amount,
    sum(case when s.name = 'Requests' then c.amount end) as base
from series as s
join signal_count as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
group by 1, 2, 3
order by step_epoch, s.cut, c.period_s;
