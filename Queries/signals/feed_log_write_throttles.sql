-- feed_log_write_throttles
-- question:   How many writes to the feed's sync log are throttled?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a index_name (null where the series does not tell it), cut, period and step
-- columns:    index_name text or null; cut text; period_s count; step_epoch epoch; amount number or null; base number or
--             null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, feed round 3, section 9, playbook 5; it prints no level. A throttled write is retried by the service:
--             some are borne, many are lost time
-- measure:    sum
-- unit:       throttles
-- dimensions: index_name
-- judged:     none
-- window:     15m
-- history:    6h
-- step:       5m
-- fresh:      15m
-- watch:      > 100 (ours)
-- page:       > 5000 (ours)
-- absent:     zero while AWS/DynamoDB ConsumedWriteCapacityUnits is fresh
-- runbook:    none
with series as materialized (
    select
        m.series_id,
        m.name,
        m.dimension_names as cut,
        (
            select d.value
            from signal_dimension as d
            where d.series_id = m.series_id
                and d.name = 'TableName'
        ) as table_name,
        (
            select d.value
            from signal_dimension as d
            where d.series_id = m.series_id
                and d.name = 'GlobalSecondaryIndexName'
        ) as index_name
    from signal_series as m
    where m.namespace = 'AWS/DynamoDB'
        and m.name in ('WriteThrottleEvents', 'ConsumedWriteCapacityUnits')
)
select
    s.index_name,
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    sum(case when s.name = 'WriteThrottleEvents' then c.amount end) as amount,
    sum(case when s.name = 'ConsumedWriteCapacityUnits' then c.amount end) as base
from series as s
join signal_count as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
    and s.table_name = 'FeedSyncLog'
group by 1, 2, 3, 4
order by step_epoch, s.cut, c.period_s, s.index_name nulls last;
