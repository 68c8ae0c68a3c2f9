-- metric_points
-- question:   What were the values of a metric's statistic in a window, series by series?
-- parameters: namespace text, metric text, statistic text, from_epoch epoch, to_epoch epoch (exclusive)
-- grain:      one row a series, period and instant
-- columns:    dimensions text; period_s count; at_epoch epoch; value number
-- engines:    postgres, sqlite, citus
-- source:     the design's playbook commands (get-metric-statistics), asked of the store
select
    m.dimensions,
    s.period_s,
    s.at_epoch,
    s.value
from metric_series m
join metric_sample s on s.series_id = m.series_id
where m.namespace = :namespace
    and m.name = :metric
    and s.statistic = :statistic
    and s.at_epoch >= :from_epoch
    and s.at_epoch < :to_epoch
order by m.dimensions, s.period_s, s.at_epoch;
