-- histogram_values
-- question:   As histogram, straight from the facts: also by device class, and from what had reported by an hour?
-- parameters: metric text (a histogram member of the telemetry contract), from_day day, to_day day (exclusive),
--             app_version text or null, platform text or null,
--             by_version flag, by_platform flag, by_device_class flag, by_day flag,
--             as_of_hour hour (takes install-days known before it, with their values as now known; 2147483647: all)
-- grain:      one row an app_version, platform, device_class, day (each null where its flag is 0) and value
-- columns:    app_version text or null; platform text or null; device_class text or null; day day or null; value integer;
--             install_days count
-- engines:    postgres, sqlite, citus
-- source:     the members marked histogram in the telemetry contract
with metered as (
    select
        case when :by_version = 1 then app_version end as app_version,
        case when :by_platform = 1 then platform end as platform,
        case when :by_device_class = 1 then coalesce(device_class, 'unknown') end as device_class,
        case when :by_day = 1 then day end as shown_day,
        case cast(:metric as text)
            when 'bytes_rx' then bytes_rx
            when 'db_bytes_max' then db_bytes_max
            when 'wal_bytes_max' then wal_bytes_max
            when 'queue_depth_max' then queue_depth_max
            when 'queue_age_max_s' then queue_age_max_s
            when 'ttc_ms_p50' then ttc_ms_p50
            when 'ttc_ms_p95' then ttc_ms_p95
            when 'first_frame_ms_p50' then first_frame_ms_p50
            when 'first_frame_ms_p95' then first_frame_ms_p95
            when 'send_display_ms_p99' then send_display_ms_p99
            when 'reconnect_ms_p99' then reconnect_ms_p99
        end as value
    from health_daily
    where day >= :from_day
        and day < :to_day
        and reported_known < :as_of_hour
        and (cast(:app_version as text) is null or app_version = :app_version)
        and (cast(:platform as text) is null or platform = :platform)
),
measured as (
    select
        app_version,
        platform,
        device_class,
        shown_day as day,
        value,
        count(*) as install_days
    from metered
    where value is not null
    group by app_version, platform, device_class, shown_day, value
)
select
    m.app_version,
    m.platform,
    m.device_class,
    m.day,
    m.value,
    m.install_days
from measured as m
left join app_version as v on v.app_version = m.app_version
order by v.sort_key nulls last, m.platform nulls last, m.device_class nulls last, m.day nulls last, m.value;
