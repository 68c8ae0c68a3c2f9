-- queue_ages
-- question:   On what share of install-days did a message wait over an hour, or a day, or fail for good?
-- parameters: from_day day, to_day day (exclusive), app_version text or null, platform text or null,
--             by_version flag, by_platform flag, by_device_class flag, by_day flag,
--             as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row an app_version, platform, device_class and day, each null where its flag is 0
-- columns:    app_version text or null; platform text or null; device_class text or null; day day or null;
--             install_days count; over_1h_install_days count; over_24h_install_days count;
--             reporting_install_days count; quarantined_install_days count; failed_install_days count;
--             over_1h_share share or null; over_24h_share share or null; quarantined_share share or null;
--             failed_share share or null
-- engines:    postgres, sqlite, citus
-- source:     queue age of the telemetry contract: shares over an hour and a day are of install-days that have an age,
--             quarantined and failed of all that reported. Percentiles: health/histogram, metric queue_age_max_s
with counted as (
    -- What is known now, or what was known before an hour.
    select
        day,
        app_version,
        platform,
        device_class,
        queue_age_installs,
        over_1h_installs,
        over_24h_installs,
        reporting_installs,
        quarantined_installs,
        failed_installs
    from health_day
    where :as_of_hour = 2147483647
        and day >= :from_day
        and day < :to_day
        and (cast(:app_version as text) is null or app_version = :app_version)
        and (cast(:platform as text) is null or platform = :platform)
    union all
    select
        day,
        app_version,
        platform,
        device_class,
        queue_age_installs,
        over_1h_installs,
        over_24h_installs,
        reporting_installs,
        quarantined_installs,
        failed_installs
    from health_rollup
    where :as_of_hour < 2147483647
        and known_hour < :as_of_hour
        and day >= :from_day
        and day < :to_day
        and (cast(:app_version as text) is null or app_version = :app_version)
        and (cast(:platform as text) is null or platform = :platform)
),
measured as (
    select
        case when :by_version = 1 then app_version end as app_version,
        case when :by_platform = 1 then platform end as platform,
        case when :by_device_class = 1 then device_class end as device_class,
        case when :by_day = 1 then day end as day,
        sum(queue_age_installs) as install_days,
        sum(over_1h_installs) as over_1h_install_days,
        sum(over_24h_installs) as over_24h_install_days,
        sum(reporting_installs) as reporting_install_days,
        sum(quarantined_installs) as quarantined_install_days,
        sum(failed_installs) as failed_install_days
    from counted
    group by 1, 2, 3, 4
    having sum(reporting_installs) > 0
)
select
    m.app_version,
    m.platform,
    m.device_class,
    m.day,
    m.install_days,
    m.over_1h_install_days,
    m.over_24h_install_days,
    m.reporting_install_days,
    m.quarantined_install_days,
    m.failed_install_days,
    cast(m.over_1h_install_days as double precision) / nullif(m.install_days, 0) as over_1h_share,
    cast(m.over_24h_install_days as double precision) / nullif(m.install_days, 0) as over_24h_share,
    cast(m.quarantined_install_days as double precision) / nullif(m.reporting_install_days, 0) as quarantined_share,
    cast(m.failed_install_days as double precision) / nullif(m.reporting_install_days, 0) as failed_share
from measured as m
left join app_version as v on v.app_version = m.app_version
order by v.sort_key nulls last, m.platform nulls last, m.device_class nulls last, m.day nulls last;
