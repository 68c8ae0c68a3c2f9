-- read_throttles
-- question:   How many reads are throttled, and on which table?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a table_name, index_name (null where the series does not tell it), cut, period and step
-- columns:    table_name text or null; index_name text or null; cut text; period_s count; step_epoch epoch; amount number or
--             null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, chat round 3, section 9: mailbox and feed log; it prints no level
-- measure:    sum
-- unit:       throttles
-- dimensions: table_name, index_name
-- judged:     none
-- window:     15m
-- history:    6h
-- step:       5m
-- fresh:      15m
-- watch:      > 100 (ours)
-- page:       > 5000 (ours)
-- absent:     zero while AWS/DynamoDB ConsumedReadCapacityUnits is fresh
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
        and m.name in ('ReadThrottleEvents', 'ConsumedReadCapacityUnits')
)
select
    s.table_name,
    s.index_name,
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    sum(case when s.name = 'ReadThrottleEvents' then c.amount end) as amount,
    sum(case when s.name = 'ConsumedReadCapacityUnits' then c.amount end) as base
from series as s
join signal_count as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
group by 1, 2, 3, 4, 5
order by step_epoch, s.cut, c.period_s, s.table_name nulls last, s.index_name nulls last;
