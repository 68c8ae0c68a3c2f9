-- metric_series
-- question:   Which series of server metrics does the store have, and how new is each?
-- parameters: namespace text or null, metric text or null
-- grain:      one row a series
-- columns:    namespace text; metric text; dimensions text; unit text or null; oldest_epoch epoch; newest_epoch epoch
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     what signals are computed from; dimensions is a JSON object, its names in byte order
select
    namespace,
    name as metric,
    dimensions,
    unit,
    oldest_epoch,
    newest_epoch
from metric_series
where (cast(:namespace as text) is null or namespace = :namespace)
    and (cast(:metric as text) is null or name = :metric)
order by namespace, name, dimensions;
