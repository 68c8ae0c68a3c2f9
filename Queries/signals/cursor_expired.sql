-- cursor_expired
-- question:   What share of syncs is sent back to the head because its cursor is too old?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a cut, period and step
-- columns:    cut text; period_s count; step_epoch epoch; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, feed round 2, section 3: 410 CURSOR_EXPIRED after 14 days, or of another epoch; a fail-over causes
--             millions
-- measure:    share
-- unit:       share
-- dimensions: none
-- judged:     none
-- window:     15m
-- history:    6h
-- step:       5m
-- fresh:      15m
-- watch:      > 0.001 (ours)
-- page:       > 0.02 (ours)
-- absent:     zero while Chat/Sync Requests is fresh
-- runbook:    none
with series as materialized (
    select
        m.series_id,
        m.name,
        m.dimension_names as cut
    from signal_series as m
    where m.namespace = 'Chat/Sync'
        and m.name in ('CursorExpired', 'Requests')
)
select
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    sum(case when s.name = 'CursorExpired' then c.amount end) as amount,
    sum(case when s.name = 'Requests' then c.amount end) as base
from series as s
join signal_count as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
group by 1, 2, 3
order by step_epoch, s.cut, c.period_s;
