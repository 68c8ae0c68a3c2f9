-- newest_metric
-- question:   How new are the server metrics, and when were any taken in?
-- parameters: none
-- grain:      one row
-- columns:    series count; oldest_epoch epoch or null; newest_epoch epoch or null; newest_commit_epoch epoch or null
-- engines:    postgres, sqlite, citus
-- reads:      server metrics
-- source:     the toolkit's own freshness, signals.md
with points as (
    select
        count(*) as series,
        min(oldest_epoch) as oldest_epoch,
        max(newest_epoch) as newest_epoch
    from metric_series
),
commits as (
    select max(committed_epoch) as newest_commit_epoch
    from metric_batch
)
select
    series,
    oldest_epoch,
    newest_epoch,
    newest_commit_epoch
from points
cross join commits;
