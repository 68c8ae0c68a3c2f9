-- metric_dimensions
-- question:   What are the series of a metric told apart by, under the names that signals read?
-- parameters: namespace text, metric text
-- grain:      one row a series and dimension
-- columns:    series_id integer; name text; value text
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     signals map: a fleet's own names of metrics and dimensions are read as ours
select
    m.series_id,
    d.name,
    d.value
from signal_series as m
join signal_dimension as d on d.series_id = m.series_id
where m.namespace = :namespace
    and m.name = :metric
order by m.series_id, d.name;
