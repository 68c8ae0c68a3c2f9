-- wal_size
-- question:   How large does the write-ahead log of the local database grow, at the 99th percentile?
-- parameters: from_day day, to_day day (exclusive)
-- grain:      one row an app_version, day and bucket of LogHistogram
-- columns:    app_version text; day day; bucket integer; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- source:     design, feed round 3, section 9: a log that is never checkpointed; it prints no level
-- measure:    percentile 99
-- unit:       bytes
-- dimensions: app_version
-- judged:     none
-- window:     2d
-- history:    4d
-- step:       1d
-- fresh:      2d
-- watch:      > 134217728 (ours: 128 MiB)
-- page:       > 536870912 (ours: 512 MiB)
-- absent:     unknown
-- runbook:    none
select
    app_version,
    day,
    bucket,
    cast(sum(install_days) as double precision) as amount,
    cast(null as double precision) as base
from health_histogram
where metric = 'wal_bytes_max'
    and day >= :from_day
    and day < :to_day
group by day, app_version, bucket
having sum(install_days) > 0
order by day, app_version, bucket;
