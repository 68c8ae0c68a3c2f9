-- metric_freshness
-- question:   How old is the newest point of any server metric?
-- parameters: to_epoch epoch
-- grain:      one row, where there is one
-- columns:    step_epoch epoch; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     the toolkit's own freshness; CloudWatch completes its points for minutes after
-- measure:    newest
-- unit:       s
-- dimensions: none
-- judged:     none
-- window:     1m
-- history:    1m
-- step:       1m
-- fresh:      15m
-- watch:      > 900 (ours)
-- page:       > 3600 (ours)
-- absent:     unknown
-- runbook:    none
-- next:       chatfleet ingest cloudwatch --since 6h: fetch what is missing;
--             chatfleet ingest metrics FILE: or take in an export of OpenTelemetry or Prometheus;
--             aws cloudwatch list-metrics --namespace Chat/Push --recently-active PT3H: does the source have newer points;
--             chatfleet doctor: what is not reachable, or behind
select
    cast(:to_epoch as bigint) - cast(:to_epoch as bigint) % 60 as step_epoch,
    cast(case when max(newest_epoch) >= :to_epoch then 0 else :to_epoch - max(newest_epoch) end as double precision) as amount,
    cast(null as double precision) as base
from metric_series
where oldest_epoch < :to_epoch
having max(newest_epoch) is not null;
