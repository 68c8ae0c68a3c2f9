-- key_bundle_fetches
-- question:   How many key bundles are fetched a minute?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a cut, period and step
-- columns:    cut text; period_s count; step_epoch epoch; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, chat round 3, section 3: a few dozen new users an hour for each account and device; of the whole fleet
--             only a multiple of the usual tells
-- measure:    rate per min
-- unit:       fetches/min
-- dimensions: none
-- judged:     none
-- window:     15m
-- history:    1d
-- step:       5m
-- fresh:      15m
-- watch:      > 2.5 times usual, at least 500 (ours)
-- page:       > 10 times usual, at least 2000 (ours)
-- absent:     unknown
-- runbook:    decrypt-spike
with series as materialized (
    select
        m.series_id,
        m.dimension_names as cut
    from signal_series as m
    where m.namespace = 'Chat/Keys'
        and m.name = 'BundleFetches'
)
select
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    sum(c.amount) as amount,
    cast(null as double precision) as base
from series as s
join signal_count as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
group by 1, 2, 3
order by step_epoch, s.cut, c.period_s;
