-- apns_throttles
-- question:   What share of pushes to APNs does it throttle?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a worker (null where the series does not tell it), cut, period and step
-- columns:    worker text or null; cut text; period_s count; step_epoch epoch; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, chat round 2, section 6: APNs publishes no rate, so its throttling responses are watched (429
--             TooManyRequests, TooManyProviderTokenUpdates is none)
-- measure:    share
-- unit:       share
-- dimensions: worker
-- judged:     none
-- window:     15m
-- history:    6h
-- step:       5m
-- fresh:      15m
-- watch:      > 0.001 (ours)
-- page:       > 0.01 (ours)
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
    s.worker,
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    sum(case when s.name = 'SendFailures' and s.error_code = 'TooManyRequests' then c.amount end) as amount,
    sum(case when s.name = 'SendAttempts' then c.amount end) as base
from series as s
join signal_count as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
    and s.provider = 'APNs'
    and (s.name = 'SendAttempts' or s.error_code is not null)
group by 1, 2, 3, 4
order by step_epoch, s.cut, c.period_s, s.worker nulls last;
