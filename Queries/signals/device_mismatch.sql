-- device_mismatch
-- question:   How many sends are refused because a device list is stale, for every key bundle that is fetched?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a cut, period and step
-- columns:    cut text; period_s count; step_epoch epoch; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, chat round 3, section 3: 409 DEVICE_MISMATCH refuses the whole send; the client fetches again and
--             retries
-- measure:    ratio
-- unit:       refusals/fetch
-- dimensions: none
-- judged:     none
-- window:     15m
-- history:    6h
-- step:       5m
-- fresh:      15m
-- watch:      > 0.02 (ours)
-- page:       > 0.05 (ours)
-- absent:     zero while Chat/Keys BundleFetches is fresh
-- runbook:    decrypt-spike
with series as materialized (
    select
        m.series_id,
        m.name,
        m.dimension_names as cut
    from signal_series as m
    where m.namespace = 'Chat/Keys'
        and m.name in ('DeviceMismatch', 'BundleFetches')
)
select
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    sum(case when s.name = 'DeviceMismatch' then c.amount end) as amount,
    sum(case when s.name = 'BundleFetches' then c.amount end) as base
from series as s
join signal_count as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
group by 1, 2, 3
order by step_epoch, s.cut, c.period_s;
