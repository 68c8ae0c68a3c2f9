-- metric_day_sums
-- question:   What do a metric's sums add up to, day by day, series by series?
-- parameters: namespace text, metric text, from_epoch epoch, to_epoch epoch (exclusive)
-- grain:      one row a series, period and UTC day
-- columns:    series_id integer; dimensions text; period_s count; day_epoch epoch; points count; total number; newest_epoch epoch
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     counts of the servers, such as requests by app version. Periods of one series hold the same counts, and so do
--             sets of dimensions: they are never added up. What is counted is whole, so that the sum is exact in any order.
--             The metric under the name that signals read (signals map), dimensions a JSON object under the fleet's own
select
    m.series_id,
    r.dimensions,
    s.period_s,
    s.at_epoch / 86400 * 86400 as day_epoch,
    count(*) as points,
    sum(s.value) as total,
    max(s.at_epoch) as newest_epoch
from signal_series as m
join metric_series as r on r.series_id = m.series_id
join metric_sample as s on s.series_id = m.series_id
where m.namespace = :namespace
    and m.name = :metric
    and s.statistic = 'Sum'
    and s.at_epoch >= :from_epoch
    and s.at_epoch < :to_epoch
group by m.series_id, r.dimensions, s.period_s, s.at_epoch / 86400
order by r.dimensions, m.series_id, s.period_s, day_epoch;
