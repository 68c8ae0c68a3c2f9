-- push_failures
-- question:   What share of pushes fails, at which provider, with which code, from which worker?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a provider, error_code, worker (null where the series does not tell it), cut, period and step
-- columns:    provider text or null; error_code text or null; worker text or null; cut text; period_s count; step_epoch
--             epoch; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, chat round 3, section 9, playbook 1; it prints no level. The runbook tells a provider's outage (every
--             worker) from one worker's
-- measure:    share
-- unit:       share
-- dimensions: provider, error_code, worker
-- judged:     none
-- window:     10m
-- history:    6h
-- step:       1m
-- fresh:      15m
-- watch:      > 0.02 (ours)
-- page:       > 0.1 (ours)
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
        ) as provider,
        (
            select d.value
            from signal_dimension as d
            where d.series_id = m.series_id
                and d.name = 'ErrorCode'
        ) as error_code,
        (
            select d.value
            from signal_dimension as d
            where d.series_id = m.series_id
                and d.name = 'Worker'
        ) as worker
    from signal_series as m
    where m.namespace = 'Chat/Push'
        and m.name in ('SendAttempts', 'SendFailures')
)
select
    s.provider,
    s.error_code,
    s.worker,
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    sum(case when s.name = 'SendFailures' then c.amount end) as amount,
    sum(case when s.name = 'SendAttempts' then c.amount end) as base
from series as s
join signal_count as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
group by 1, 2, 3, 4, 5, 6
order by step_epoch, s.cut, c.period_s, s.provider nulls last, s.error_code nulls last, s.worker nulls last;
