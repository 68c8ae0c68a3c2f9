-- Golden signals: what a fleet calls the metrics that they read, and who said to leave one alone. Instants are epoch seconds.

-- What a fleet calls a metric, and what signals call it. Points are kept under the fleet's own names.
create table metric_name_map (
    namespace text collate "C" not null,
    name text collate "C" not null,
    signal_namespace text collate "C" not null,
    signal_name text collate "C" not null,
    primary key (namespace, name)
);

-- What it calls a dimension of that metric.
create table metric_dimension_map (
    namespace text collate "C" not null,
    name text collate "C" not null,
    dimension text collate "C" not null,
    signal_dimension text collate "C" not null,
    primary key (namespace, name, dimension)
);

-- kind: silence or ack. Entries are never changed: the last word on a signal and kind counts until its end.
create table signal_mute (
    entry bigint not null primary key,
    signal text collate "C" not null,
    kind text collate "C" not null,
    from_epoch bigint not null,
    until_epoch bigint not null,
    reason text collate "C" not null,
    muted_by text collate "C" not null
);

-- What signals check told last of a signal that was bad.
create table signal_told (
    signal text collate "C" not null primary key,
    level text collate "C" not null,
    told_epoch bigint not null
);

-- The series of metrics under the names that signals read.
create view signal_series as
select
    s.series_id,
    coalesce(m.signal_namespace, s.namespace) as namespace,
    coalesce(m.signal_name, s.name) as name,
    s.dimension_names
from metric_series as s
left join metric_name_map as m on m.namespace = s.namespace and m.name = s.name;

create view signal_dimension as
select
    d.series_id,
    coalesce(m.signal_dimension, d.name) as name,
    d.value
from metric_dimension as d
join metric_series as s on s.series_id = d.series_id
left join metric_dimension_map as m on m.namespace = s.namespace and m.name = s.name and m.dimension = d.name;

-- What happened in a period, or between two states of a counter: a fall, or another beginning, is a restart from 0. Ask for
-- series and time: both are found by the key, for the periods that sources use.
create view signal_count as
select
    s.series_id,
    s.period_s,
    s.at_epoch,
    case
        when s.statistic = 'Sum' then s.value
        else (
            select
                case
                    when s.value < p.value then s.value
                    when s.since_epoch > p.since_epoch and s.since_epoch >= p.at_epoch then s.value
                    else s.value - p.value
                end
            from metric_sample as p
            where p.series_id = s.series_id
                and p.statistic = 'Total'
                and p.period_s = 0
                and p.at_epoch < s.at_epoch
            order by p.at_epoch desc
            limit 1
        )
    end as amount
from metric_sample as s
where s.statistic in ('Sum', 'Total')
    and s.period_s in (0, 1, 5, 10, 15, 30, 60, 300);

-- What was measured: the greatest of a period, or what was read off at an instant.
create view signal_gauge as
select
    series_id,
    period_s,
    at_epoch,
    value as amount
from metric_sample
where statistic in ('Maximum', 'Value')
    and period_s in (0, 1, 5, 10, 15, 30, 60, 300);
