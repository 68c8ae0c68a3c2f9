-- rollup_freshness
-- question:   How many days behind are the daily sums?
-- parameters: to_day day (exclusive)
-- grain:      one row, where there is one
-- columns:    day day; amount number or null; base number or null
-- engines:    postgres, sqlite, citus
-- source:     the toolkit's own freshness: the newest day that has active installs counts as begun; amount is 1 so that the
--             day itself tells
-- measure:    newest
-- unit:       flag
-- dimensions: none
-- judged:     none
-- window:     1d
-- history:    1d
-- step:       1d
-- fresh:      2d
-- watch:      none
-- page:       none
-- absent:     unknown
-- runbook:    none
select
    max(day) as day,
    1.0 as amount,
    cast(null as double precision) as base
from health_day
where day < :to_day
    and active_installs > 0
having max(day) is not null;
