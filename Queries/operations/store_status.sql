-- store_status
-- question:   What does the store hold, how new is it, and what was loaded into it?
-- parameters: none
-- grain:      one row
-- columns:    oldest_day day or null; newest_day day or null; newest_known_hour hour or null; install_days count;
--             versions count; decrypt_entries count; quarantined_reports count; batches count;
--             newest_commit_epoch epoch or null; reports_read count; reports_new count; reports_changed count;
--             reports_unchanged count; reports_refused count; reports_quarantined count
-- engines:    postgres, sqlite, citus
-- source:     store status; install_days is the number of rows of health_daily, from the days' totals
with day_span as (
    select
        min(day) as oldest_day,
        max(day) as newest_day,
        (select max(known_hour) from health_rollup) as newest_known_hour,
        coalesce(sum(reporting_installs), 0) as install_days
    from health_day
),
batch_sums as (
    select
        count(*) as batches,
        max(committed_epoch) as newest_commit_epoch,
        coalesce(sum(reports_read), 0) as reports_read,
        coalesce(sum(reports_new), 0) as reports_new,
        coalesce(sum(reports_changed), 0) as reports_changed,
        coalesce(sum(reports_unchanged), 0) as reports_unchanged,
        coalesce(sum(reports_refused), 0) as reports_refused,
        coalesce(sum(reports_quarantined), 0) as reports_quarantined
    from ingest_batch
)
select
    d.oldest_day,
    d.newest_day,
    d.newest_known_hour,
    d.install_days,
    (select count(*) from app_version) as versions,
    (select count(*) from decrypt_failure) as decrypt_entries,
    (select count(*) from quarantined_report) as quarantined_reports,
    b.batches,
    b.newest_commit_epoch,
    b.reports_read,
    b.reports_new,
    b.reports_changed,
    b.reports_unchanged,
    b.reports_refused,
    b.reports_quarantined
from day_span as d
cross join batch_sums as b;
