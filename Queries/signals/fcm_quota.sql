-- fcm_quota
-- question:   How many messages a minute go to FCM, against the project's quota?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a worker (null where the series does not tell it), cut, period and step
-- columns:    worker text or null; cut text; period_s count; step_epoch epoch; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, chat round 2, section 6: 600,000 messages a minute a project, alarm at 80 %, also while a backlog
--             drains; over it FCM answers 429
-- measure:    rate per min
-- unit:       messages/min
-- dimensions: worker
-- judged:     none
-- window:     10m
-- history:    6h
-- step:       1m
-- fresh:      15m
-- watch:      > 480000 (design: 80 % of 600,000)
-- page:       > 570000 (ours: 95 %)
-- absent:     unknown
-- runbook:    push-outage
with series as materialized (
    select
        m.series_id,
        m.dimension_names as cut,
        (
            select d.value
            from signal_dimension as d
            where d.series_id = m.series_id
                and d.name = 'Provider'
        ) as provider,
        (
            select d.value
            from signal_dimension as d
            where d.series_id = m.series_id
                and d.name = 'Worker'
        ) as worker
    from signal_series as m
    where m.namespace = 'Chat/Push'
        and m.name = 'SendAttempts'
)
select
    s.worker,
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    sum(case when s.provider = 'FCM' then c.amount end) as amount,
    cast(null as double precision) as base
from series as s
join signal_count as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
    and s.provider = 'FCM'
group by 1, 2, 3, 4
order by step_epoch, s.cut, c.period_s, s.worker nulls last;
