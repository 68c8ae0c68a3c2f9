-- metric_names
-- question:   Which metrics does the store have, under which names do signals read them, and how new is each?
-- parameters: none
-- grain:      one row a namespace and metric; also those that are mapped and never came
-- columns:    namespace text; metric text; signal_namespace text; signal_metric text; is_mapped flag; series count;
--             newest_epoch epoch or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     signals map
with metrics as (
    select
        namespace,
        name,
        count(*) as series,
        max(newest_epoch) as newest_epoch
    from metric_series
    group by namespace, name
    union all
    select
        m.namespace,
        m.name,
        0,
        null
    from metric_name_map as m
    left join metric_series as s on s.namespace = m.namespace and s.name = m.name
    where s.series_id is null
)
select
    t.namespace,
    t.name as metric,
    coalesce(m.signal_namespace, t.namespace) as signal_namespace,
    coalesce(m.signal_name, t.name) as signal_metric,
    case when m.name is null then 0 else 1 end as is_mapped,
    t.series,
    t.newest_epoch
from metrics as t
left join metric_name_map as m on m.namespace = t.namespace and m.name = t.name
order by t.namespace, t.name;
