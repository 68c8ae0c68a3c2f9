-- dead_tokens
-- question:   What share of pushes went to tokens that the provider calls invalid?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a provider (null where the series does not tell it), cut, period and step
-- columns:    provider text or null; cut text; period_s count; step_epoch epoch; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, chat round 3, section 9: removed after APNs or FCM report them invalid; it prints no level. Many at
--             once are a wrong project or topic
-- measure:    share
-- unit:       share
-- dimensions: provider
-- judged:     none
-- window:     15m
-- history:    6h
-- step:       5m
-- fresh:      15m
-- watch:      > 0.005 (ours)
-- page:       > 0.05 (ours)
-- absent:     zero while Chat/Push SendAttempts is fresh
-- runbook:    push-outage
with series as materialized (
    select
        m.series_id,
        m.name,
        m.dimension_names as cut,
        (
            select d.value
            from signal_dimension as d
            where d.series_id = m.series_id
                and d.name = 'Provider'
        ) as provider
    from signal_series as m
    where m.namespace = 'Chat/Push'
        and m.name in ('SendAttempts', 'DeadTokens')
)
select
    s.provider,
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    sum(case when s.name = 'DeadTokens' then c.amount end) as amount,
    sum(case when s.name = 'SendAttempts' then c.amount end) as base
from series as s
join signal_count as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
group by 1, 2, 3, 4
order by step_epoch, s.cut, c.period_s, s.provider nulls last;
