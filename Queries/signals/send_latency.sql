-- send_latency
-- question:   How long from send to display, in the middle of install-days?
-- parameters: from_day day, to_day day (exclusive)
-- grain:      one row an app_version, day and bucket of LogHistogram
-- columns:    app_version text; day day; bucket integer; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- source:     design, chat round 2: below 100 ms on good networks, of which the middle install-day is taken to be one; each
--             has its own 99th percentile
-- measure:    percentile 50
-- unit:       ms
-- dimensions: app_version
-- judged:     none
-- window:     2d
-- history:    4d
-- step:       1d
-- fresh:      2d
-- watch:      > 100 (design)
-- page:       > 1000 (ours)
-- absent:     unknown
-- runbook:    none
select
    app_version,
    day,
    bucket,
    cast(sum(install_days) as double precision) as amount,
    cast(null as double precision) as base
from health_histogram
where metric = 'send_display_ms_p99'
    and day >= :from_day
    and day < :to_day
group by day, app_version, bucket
having sum(install_days) > 0
order by day, app_version, bucket;
