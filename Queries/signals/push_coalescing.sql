-- push_coalescing
-- question:   Does the queue of pushes coalesce: how many pushes wait for each conversation that has one?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a cut, period and step
-- columns:    cut text; period_s count; step_epoch epoch; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, chat round 3, section 9, runbook step 2: one push a conversation, with the newest up_to_seq. A queue
--             under 10,000 tells nothing and counts as one each (ours)
-- measure:    ratio
-- unit:       pushes/conversation
-- dimensions: none
-- judged:     none
-- window:     10m
-- history:    6h
-- step:       1m
-- fresh:      15m
-- watch:      > 1.2 (ours)
-- page:       > 2 (ours)
-- absent:     unknown
-- runbook:    push-outage
with series as materialized (
    select
        m.series_id,
        m.name,
        m.dimension_names as cut
    from signal_series as m
    where m.namespace = 'Chat/Push'
        and m.name in ('QueueDepth', 'QueuedConversations')
),
measured as (
    select
        s.cut,
        c.period_s,
        c.at_epoch - c.at_epoch % :step_s as step_epoch,
        max(case when s.name = 'QueueDepth' then c.amount end) as depth,
        max(case when s.name = 'QueuedConversations' then c.amount end) as conversations
    from series as s
    join signal_gauge as c on c.series_id = s.series_id
    where c.at_epoch >= :from_epoch
        and c.at_epoch < :to_epoch
    group by 1, 2, 3
)
select
    cut,
    period_s,
    step_epoch,
    case when depth > 10000 then depth else 1.0 end as amount,
    case when depth > 10000 and conversations >= 1 then conversations else 1.0 end as base
from measured
where depth is not null
    and conversations is not null
order by step_epoch, cut, period_s;
