-- metric_peaks
-- question:   How high did a metric go in a window, over all its series at once and in the highest of them?
-- parameters: namespace text, metric text, statistic text, dimension text or null, dimension_value text or null,
--             from_epoch epoch, to_epoch epoch (exclusive)
-- grain:      one row a set of dimensions and period; with a dimension only series that have it with that value
-- columns:    dimension_names text; first_series_id integer; period_s count; instants count; peak number;
--             highest_series_peak number; all_points number; newest_epoch epoch
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     what capacity check holds against a plan's peaks. Sets of dimensions and periods hold the same things counted
--             otherwise, and are never added up; peak: of the sums over series of one instant, all_points: of all of them.
--             The metric under the name that signals read (signals map), dimension_names the fleet's own: metric_dimensions has
--             ours, of first_series_id and so of the whole set
with instants as (
    select
        m.dimension_names,
        min(m.series_id) as first_series_id,
        s.period_s,
        s.at_epoch,
        sum(s.value) as value,
        max(s.value) as highest
    from signal_series as m
    join metric_sample as s on s.series_id = m.series_id
    where m.namespace = :namespace
        and m.name = :metric
        and s.statistic = :statistic
        and s.at_epoch >= :from_epoch
        and s.at_epoch < :to_epoch
        and (
            cast(:dimension as text) is null
            or m.series_id in (
                select d.series_id
                from signal_dimension as d
                where d.name = :dimension
                    and d.value = :dimension_value
            )
        )
    group by m.dimension_names, s.period_s, s.at_epoch
)
select
    dimension_names,
    min(first_series_id) as first_series_id,
    period_s,
    count(*) as instants,
    max(value) as peak,
    max(highest) as highest_series_peak,
    sum(value) as all_points,
    max(at_epoch) as newest_epoch
from instants
group by dimension_names, period_s
order by dimension_names, period_s;
