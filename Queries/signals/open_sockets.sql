-- open_sockets
-- question:   Are as many sockets open as usual?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a cut, period and step
-- columns:    cut text; period_s count; step_epoch epoch; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     inferred from the design, chat round 2, section 6: phones that can't connect are told of by nothing else
-- measure:    newest
-- unit:       sockets
-- dimensions: none
-- judged:     none
-- window:     15m
-- history:    6h
-- step:       5m
-- fresh:      15m
-- watch:      < 0.7 times usual (ours)
-- page:       < 0.4 times usual (ours)
-- absent:     unknown
-- runbook:    none
with series as materialized (
    select
        m.series_id,
        m.dimension_names as cut
    from signal_series as m
    where m.namespace = 'Chat/Gateway'
        and m.name = 'OpenSockets'
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
