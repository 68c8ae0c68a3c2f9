-- decrypt_failure_pairs
-- question:   How many device pairs fail to decrypt, for every 10,000 open sockets, and on which version, platform and
--             message type?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a app_version, platform, message_type, restored (null where the series does not tell it), cut, period
--             and step
-- columns:    app_version text or null; platform text or null; message_type text or null; restored text or null; cut text;
--             period_s count; step_epoch epoch; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, chat round 3, section 9, playbook 2: distinct pairs of five minutes, so that a hundred retries are
--             one; those of several periods are never added up
-- measure:    ratio
-- unit:       pairs/10,000 sockets
-- dimensions: app_version, platform, message_type, restored
-- judged:     none
-- window:     15m
-- history:    3d
-- step:       5m
-- fresh:      15m
-- watch:      > 1.5 (ours)
-- page:       > 3 (ours)
-- absent:     zero while Chat/Gateway OpenSockets is fresh
-- runbook:    decrypt-spike
with series as materialized (
    select
        m.series_id,
        m.dimension_names as cut,
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
        ) as platform,
        (
            select d.value
            from signal_dimension as d
            where d.series_id = m.series_id
                and d.name = 'MessageType'
        ) as message_type,
        (
            select d.value
            from signal_dimension as d
            where d.series_id = m.series_id
                and d.name = 'Restored'
        ) as restored
    from signal_series as m
    where m.namespace = 'Chat/Client'
        and m.name = 'DecryptFailurePairs'
),
sockets as materialized (
    select
        series_id,
        dimension_names as cut
    from signal_series
    where namespace = 'Chat/Gateway'
        and name = 'OpenSockets'
)
select
    s.app_version,
    s.platform,
    s.message_type,
    s.restored,
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    max(c.amount) as amount,
    cast(null as double precision) as base
from series as s
join signal_count as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
group by 1, 2, 3, 4, 5, 6, 7
union all
select
    null,
    null,
    null,
    null,
    m.cut,
    g.period_s,
    g.at_epoch - g.at_epoch % :step_s,
    null,
    max(g.amount) / 10000
from sockets as m
join signal_gauge as g on g.series_id = m.series_id
where g.at_epoch >= :from_epoch
    and g.at_epoch < :to_epoch
group by m.cut, g.period_s, g.at_epoch - g.at_epoch % :step_s
order by 7, 5, 6, 1 nulls last, 2 nulls last, 3 nulls last, 4 nulls last;
