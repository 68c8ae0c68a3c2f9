-- feed_availability
-- question:   What share of requests to the feed API fails on our side, against what it promises?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a status (null where the series does not tell it), cut, period and step
-- columns:    status text or null; cut text; period_s count; step_epoch epoch; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, feed: API 99.9 %. The metric's name is ours: Feed/Api Requests by Status
-- measure:    share
-- unit:       share
-- dimensions: status
-- judged:     none
-- target:     0.999 (design)
-- window:     1h
-- history:    6h
-- step:       5m
-- fresh:      15m
-- watch:      burn > 6 over 6h and 30m (Site Reliability Workbook, chapter 5)
-- page:       burn > 14.4 over 1h and 5m (Site Reliability Workbook, chapter 5)
-- absent:     zero while Feed/Api Requests is fresh
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
        ) as status
    from signal_series as m
    where m.namespace = 'Feed/Api'
        and m.name = 'Requests'
)
select
    s.status,
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    sum(case when substr(s.status, 1, 1) = '5' then c.amount end) as amount,
    sum(c.amount) as base
from series as s
join signal_count as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
    and s.status is not null
group by 1, 2, 3, 4
order by step_epoch, s.cut, c.period_s, s.status nulls last;
