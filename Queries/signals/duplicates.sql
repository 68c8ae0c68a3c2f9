-- duplicates
-- question:   What share of mutations had been applied before?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a app_version, platform (null where the series does not tell it), cut, period and step
-- columns:    app_version text or null; platform text or null; cut text; period_s count; step_epoch epoch; amount number or
--             null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, feed round 3, section 9: a spike means that an outbox drainer resends rows that were acknowledged; it
--             prints no level
-- measure:    share
-- unit:       share
-- dimensions: app_version, platform
-- judged:     none
-- window:     30m
-- history:    6h
-- step:       5m
-- fresh:      15m
-- watch:      > 0.02 (ours)
-- page:       > 0.1 (ours)
-- absent:     zero while Chat/Sync Mutations is fresh
-- runbook:    none
with series as materialized (
    select
        m.series_id,
        m.dimension_names as cut,
        (
            select d.value
            from signal_dimension as d
            where d.series_id = m.series_id
                and d.name = 'Status'
        ) as status,
        (
            select d.value
            from signal_dimension as d
            where d.series_id = m.series_id
                and d.name = 'AppVersion'
        ) as app_version,
        (
            select d.value
            from signal_dimension as d
            where d.series_id = m.series_id
                and d.name = 'Platform'
        ) as platform
    from signal_series as m
    where m.namespace = 'Chat/Sync'
        and m.name = 'Mutations'
)
select
    s.app_version,
    s.platform,
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    sum(case when s.status = 'DUPLICATE' then c.amount end) as amount,
    sum(c.amount) as base
from series as s
join signal_count as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
    and s.status is not null
group by 1, 2, 3, 4, 5
order by step_epoch, s.cut, c.period_s, s.app_version nulls last, s.platform nulls last;
