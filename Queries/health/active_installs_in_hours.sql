-- active_installs_in_hours
-- question:   How many installs were active in a span of UTC hours that ends within a day, each counted once?
-- parameters: from_day day, to_day day (exclusive), day_1 day, mask_1 integer, day_2 day, mask_2 integer, day_3 day,
--             mask_3 integer, day_4 day, mask_4 integer, whole_day day, app_version text or null, platform text or null,
--             by_version flag, by_platform flag, by_device_class flag,
--             as_of_hour hour (takes install-days known before it; 2147483647: all)
-- grain:      one row an app_version, platform and device_class, each null where its flag is 0
-- columns:    app_version text or null; platform text or null; device_class text or null;
--             active_installs count; without_hours_installs count
-- engines:    postgres, sqlite, citus
-- source:     hour sets of the telemetry contract. mask_n has the bits of day_n's hour sets that lie in the span (bit i: 14
--             hours before 00:00 UTC of the day, plus i); clients without hours count where they were active on whole_day
with installs as (
    select
        case when :by_version = 1 then app_version end as app_version,
        case when :by_platform = 1 then platform end as platform,
        case when :by_device_class = 1 then coalesce(device_class, 'unknown') end as device_class,
        install_id,
        min(case when active_hours is null and crashed_hours is null then 1 else 0 end) as is_without_hours
    from health_daily
    where day >= :from_day
        and day < :to_day
        and active_known < :as_of_hour
        and (
            (active_hours is null and crashed_hours is null and day = :whole_day)
            or (coalesce(active_hours, 0) | coalesce(crashed_hours, 0))
                & case
                    when day = :day_1 then cast(:mask_1 as bigint)
                    when day = :day_2 then cast(:mask_2 as bigint)
                    when day = :day_3 then cast(:mask_3 as bigint)
                    when day = :day_4 then cast(:mask_4 as bigint)
                    else 0
                end <> 0
        )
        and (cast(:app_version as text) is null or app_version = :app_version)
        and (cast(:platform as text) is null or platform = :platform)
    group by 1, 2, 3, 4
),
measured as (
    select
        app_version,
        platform,
        device_class,
        count(*) as active_installs,
        sum(is_without_hours) as without_hours_installs
    from installs
    group by app_version, platform, device_class
)
select
    m.app_version,
    m.platform,
    m.device_class,
    m.active_installs,
    m.without_hours_installs
from measured as m
left join app_version as v on v.app_version = m.app_version
order by v.sort_key nulls last, m.platform nulls last, m.device_class nulls last;
