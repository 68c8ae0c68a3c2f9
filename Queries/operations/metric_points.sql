-- metric_points
-- question:   What were the values of a metric's statistic in a window, series by series?
-- parameters: namespace text, metric text, statistic text, from_epoch epoch, to_epoch epoch (exclusive)
-- grain:      one row a series, period and instant
-- columns:    series_id integer; dimensions text; period_s count; at_epoch epoch; value number
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     the design's playbook commands (get-metric-statistics), asked of the store; the metric under the name that signals
--             read (signals map), dimensions a JSON object under the fleet's own names: metric_dimensions has ours
select
    m.series_id,
    r.dimensions,
    s.period_s,
    s.at_epoch,
    s.value
from signal_series as m
join metric_series as r on r.series_id = m.series_id
join metric_sample as s on s.series_id = m.series_id
where m.namespace = :namespace
    and m.name = :metric
    and s.statistic = :statistic
    and s.at_epoch >= :from_epoch
    and s.at_epoch < :to_epoch
order by r.dimensions, m.series_id, s.period_s, s.at_epoch;
