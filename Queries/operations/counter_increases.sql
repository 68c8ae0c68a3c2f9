-- counter_increases
-- question:   By how much did a counter grow between its points, whatever restarts came between?
-- parameters: namespace text, metric text, from_epoch epoch, to_epoch epoch (exclusive)
-- grain:      one row a series and point, but for the first point of the window, whose increase nobody knows
-- columns:    dimensions text; at_epoch epoch; elapsed_s count; increase number; is_reset flag
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     the metric under the name that signals read (signals map), dimensions under the fleet's own. A fall, or another
--             beginning, is a restart from 0: then all there is was added since
with points as (
    select
        r.dimensions,
        s.at_epoch,
        s.value,
        s.since_epoch,
        lag(s.at_epoch) over (partition by m.series_id order by s.at_epoch) as previous_epoch,
        lag(s.value) over (partition by m.series_id order by s.at_epoch) as previous_value,
        lag(s.since_epoch) over (partition by m.series_id order by s.at_epoch) as previous_since_epoch
    from signal_series as m
    join metric_series as r on r.series_id = m.series_id
    join metric_sample as s on s.series_id = m.series_id
    where m.namespace = :namespace
        and m.name = :metric
        and s.statistic = 'Total'
        and s.period_s = 0
        and s.at_epoch >= :from_epoch
        and s.at_epoch < :to_epoch
),
judged as (
    select
        dimensions,
        at_epoch,
        at_epoch - previous_epoch as elapsed_s,
        value,
        previous_value,
        case
            when value < previous_value then 1
            when since_epoch > previous_since_epoch and since_epoch >= previous_epoch then 1
            else 0
        end as is_reset
    from points
    where previous_epoch is not null
)
select
    dimensions,
    at_epoch,
    elapsed_s,
    case when is_reset = 1 then value else value - previous_value end as increase,
    is_reset
from judged
order by dimensions, at_epoch;
