-- flags_served
-- question:   For how long has a published flags version not reached every sync server?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), step_s count
-- grain:      one row a step of the newest published version
-- columns:    step_epoch epoch; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     design, feed round 3: switching a bad feature off takes minutes; playbook 3 asks what is published, this what
--             is served. Newest is what this store published or, without that, the greatest that a server served
-- measure:    newest
-- unit:       s
-- dimensions: none
-- judged:     none
-- window:     15m
-- history:    6h
-- step:       5m
-- fresh:      15m
-- watch:      > 900 (ours)
-- page:       > 3600 (ours)
-- absent:     unknown
-- runbook:    none
with series as materialized (
    select series_id
    from signal_series
    where namespace = 'Chat/Sync'
        and name = 'FlagsVersionServed'
),
served as materialized (
    select
        c.at_epoch - c.at_epoch % :step_s as step_epoch,
        min(c.value) as least_version,
        max(c.value) as greatest_version
    from series as s
    join metric_sample as c on c.series_id = s.series_id
    where c.statistic in ('Minimum', 'Maximum', 'Value')
        and c.period_s in (0, 1, 5, 10, 15, 30, 60, 300)
        and c.at_epoch >= :from_epoch
        and c.at_epoch < :to_epoch
    group by 1
),
versions as (
    select
        version,
        changed_epoch as begun_epoch
    from flag_change
    where changed_epoch < :to_epoch
    union all
    select
        greatest_version,
        min(step_epoch)
    from served
    where (select count(*) from flag_change where changed_epoch < :to_epoch) = 0
    group by greatest_version
),
due as (
    -- From when on a step should have had more than it served.
    select
        s.step_epoch,
        min(v.begun_epoch) as due_epoch
    from served as s
    join versions as v on v.version > s.least_version
        and v.begun_epoch <= s.step_epoch
    group by s.step_epoch
)
select
    s.step_epoch,
    cast(s.step_epoch + :step_s - coalesce(d.due_epoch, s.step_epoch + :step_s) as double precision) as amount,
    cast(null as double precision) as base
from served as s
left join due as d on d.step_epoch = s.step_epoch
order by s.step_epoch;
