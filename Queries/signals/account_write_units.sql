-- account_write_units
-- question:   How many write units a second do all tables together use in the busiest minute, against the account's quota?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a table_name (null where the series does not tell it), cut, period and step
-- columns:    table_name text or null; cut text; period_s count; step_epoch epoch; amount number or null; base number or
--             null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, chat round 2, section 6, and quota book: 80,000 write units an account by default, provisioned tables;
--             80 % as for the one quota whose alarm the design prints
-- measure:    rate per s
-- unit:       units/s
-- dimensions: table_name
-- judged:     none
-- window:     15m
-- history:    3h
-- step:       1m
-- fresh:      15m
-- watch:      > 64000 (design: 80 % of 80,000)
-- page:       > 76000 (ours: 95 %)
-- absent:     unknown
-- runbook:    none
with series as materialized (
    select
        m.series_id,
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
        and m.name = 'ConsumedWriteCapacityUnits'
)
select
    s.table_name,
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    sum(c.amount) as amount,
    cast(null as double precision) as base
from series as s
join signal_count as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
    and s.table_name is not null
    and s.index_name is null
group by 1, 2, 3, 4
order by step_epoch, s.cut, c.period_s, s.table_name nulls last;
