-- expired_undelivered
-- question:   How many envelopes expired in mailboxes that no phone ever fetched, a minute?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a cut, period and step
-- columns:    cut text; period_s count; step_epoch epoch; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, chat round 3, section 5: envelopes live for 30 days; some always belong to phones that never come
--             back, so what counts is more than usual
-- measure:    rate per min
-- unit:       envelopes/min
-- dimensions: none
-- judged:     none
-- window:     30m
-- history:    1d
-- step:       5m
-- fresh:      15m
-- watch:      > 3 times usual, at least 100 (ours)
-- page:       > 10 times usual, at least 1000 (ours)
-- absent:     zero while AWS/DynamoDB ConsumedWriteCapacityUnits is fresh
-- runbook:    none
with series as materialized (
    select
        m.series_id,
        m.name,
        m.dimension_names as cut
    from signal_series as m
    where m.namespace = 'Chat/Mailbox' and m.name = 'ExpiredUndelivered'
        or m.namespace = 'AWS/DynamoDB' and m.name = 'ConsumedWriteCapacityUnits'
)
select
    s.cut,
    c.period_s,
    c.at_epoch - c.at_epoch % :step_s as step_epoch,
    sum(case when s.name = 'ExpiredUndelivered' then c.amount end) as amount,
    sum(case when s.name = 'ConsumedWriteCapacityUnits' then c.amount end) as base
from series as s
join signal_count as c on c.series_id = s.series_id
where c.at_epoch >= :from_epoch
    and c.at_epoch < :to_epoch
group by 1, 2, 3
order by step_epoch, s.cut, c.period_s;
