-- install_days
-- question:   What did one install report, day by day and version by version?
-- parameters: install_id text, from_day day, to_day day (exclusive)
-- grain:      one row a day, app_version and platform
-- columns:    day day; app_version text; platform text; device_class text or null; os_version text or null;
--             app_build count or null; flags_version count or null; flags_version_at_epoch epoch or null;
--             sessions count or null; crashes count or null; syncs_ok count or null; syncs_failed count or null;
--             rolled_back count or null; quarantined count or null; send_failed count or null;
--             failed_rows_max count or null; queue_depth_max count or null; queue_age_max_s count or null;
--             ttc_ms_p95 count or null; migrations_failed count or null; outbox_rows_lost count or null;
--             crash_loop_guard count or null; known_hour hour; clock_corrected flag; receipt_assumed flag
-- engines:    postgres, sqlite, citus
-- source:     the telemetry contract; for the support case "my messages don't go out"
with days as (
    -- The facts are keyed by day first: one probe a day instead of a scan of the fleet.
    select distinct day
    from health_day
    where day >= :from_day
        and day < :to_day
)
select
    h.day,
    h.app_version,
    h.platform,
    h.device_class,
    h.os_version,
    h.app_build,
    h.flags_version,
    h.flags_version_at as flags_version_at_epoch,
    h.sessions,
    h.crashes,
    h.syncs_ok,
    h.syncs_failed,
    h.rolled_back,
    h.quarantined,
    h.send_failed,
    h.failed_rows_max,
    h.queue_depth_max,
    h.queue_age_max_s,
    h.ttc_ms_p95,
    h.migrations_failed,
    h.outbox_rows_lost,
    h.crash_loop_guard,
    h.reported_known as known_hour,
    h.clock_corrected,
    h.receipt_assumed
from days as d
join health_daily as h on h.day = d.day and h.install_id = :install_id
left join app_version as v on v.app_version = h.app_version
order by h.day, v.sort_key nulls last, h.platform;
