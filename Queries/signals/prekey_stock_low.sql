-- prekey_stock_low
-- question:   How many devices run out of one-time prekeys, for every key bundle that is fetched?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a platform (null where the series does not tell it), cut, period and step
-- columns:    platform text or null; cut text; period_s count; step_epoch epoch; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     inferred from the design, chat round 3, section 4: one-time prekeys are served once and must be filled up by
--             the device
-- measure:    share
-- unit:       share
-- dimensions: platform
-- judged:     none
-- window:     15m
-- history:    6h
-- step:       5m
-- fresh:      15m
-- watch:      > 0.05 (ours)
-- page:       > 0.25 (ours)
-- absent:     zero while Chat/Keys BundleFetches is fresh
-- runbook:    decrypt-spike
with series as materialized (
    select
        m.series_id,
        m.name,
        m.dimension_names as cut,
        (
            select d.value
            from signal_dimension as d
            where d.series_id = m.series_id
                and d.name = 'Platform'
        ) as platform
    from signal_series as m
    where m.namespace = 'Chat/Keys'
        and m.name in ('PrekeyStockLow', 'BundleFetches')
)
select
    s.platform,
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    sum(case when s.name = 'PrekeyStockLow' then c.amount end) as amount,
    sum(case when s.name = 'BundleFetches' then c.amount end) as base
from series as s
join signal_count as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
group by 1, 2, 3, 4
order by step_epoch, s.cut, c.period_s, s.platform nulls last;
