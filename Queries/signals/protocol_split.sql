-- protocol_split
-- question:   What share of syncs speaks the newest protocol?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a app_version (null where the series does not tell it), cut, period and step
-- columns:    app_version text or null; cut text; period_s count; step_epoch epoch; amount number or null; base number or
--             null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, feed round 3, section 9: v3 72 %, v2 23 %, v1 5 %; a fall is a release, or a server, that speaks an
--             older one
-- measure:    share
-- unit:       share
-- dimensions: app_version
-- judged:     none
-- window:     30m
-- history:    6h
-- step:       5m
-- fresh:      15m
-- watch:      < 0.65 (ours)
-- page:       < 0.5 (ours)
-- absent:     zero while Chat/Sync Requests is fresh
-- runbook:    none
with series as materialized (
    select
        m.series_id,
        m.dimension_names as cut,
        (
            select d.value
            from signal_dimension as d
            where d.series_id = m.series_id
                and d.name = 'SyncProtocol'
        ) as sync_protocol,
        (
            select d.value
            from signal_dimension as d
            where d.series_id = m.series_id
                and d.name = 'AppVersion'
        ) as app_version
    from signal_series as m
    where m.namespace = 'Chat/Sync'
        and m.name = 'Requests'
)
select
    s.app_version,
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    sum(case when s.sync_protocol = 'v3' then c.amount end) as amount,
    sum(c.amount) as base
from series as s
join signal_count as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
    and s.sync_protocol is not null
group by 1, 2, 3, 4
order by step_epoch, s.cut, c.period_s, s.app_version nulls last;
