-- report_freshness
-- question:   How long ago was the newest report received?
-- parameters: to_epoch epoch
-- grain:      one row, where there is one
-- columns:    step_epoch epoch; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- source:     the toolkit's own freshness; hours of receipt are all that is kept, so up to an hour of it is rounding
-- measure:    newest
-- unit:       s
-- dimensions: none
-- judged:     none
-- window:     1m
-- history:    1m
-- step:       1m
-- fresh:      15m
-- watch:      > 7200 (ours)
-- page:       > 21600 (ours)
-- absent:     unknown
-- runbook:    none
-- next:       chatfleet ingest reports FILE: take in the newest export;
--             chatfleet store status: the newest receipt and the last batches, to hold against the exporter's own log;
--             chatfleet doctor: what is not reachable, or behind
select
    cast(:to_epoch as bigint) - cast(:to_epoch as bigint) % 60 as step_epoch,
    cast(
        case
            when (cast(max(known_hour) as bigint) + 1) * 3600 > :to_epoch then 0
            else :to_epoch - (cast(max(known_hour) as bigint) + 1) * 3600
        end as double precision
    ) as amount,
    cast(null as double precision) as base
from health_arrival
where cast(known_hour as bigint) * 3600 < :to_epoch
having max(known_hour) is not null;
