-- histogram
-- question:   How often was each size of a measured value met, for percentiles: install-days by bucket?
-- parameters: metric text (a histogram member of the telemetry contract), from_day day, to_day day (exclusive),
--             app_version text or null, platform text or null, by_version flag, by_platform flag, by_day flag
-- grain:      one row an app_version, platform, day (each null where its flag is 0) and bucket
-- columns:    app_version text or null; platform text or null; day day or null; bucket integer; install_days count
-- engines:    postgres, sqlite, citus
-- source:     LogHistogram: bucket b below 100 is the value b; above, values from 100 * 1.02 ^ (b - 100) to the next
--             bucket's. Buckets add up over days and versions
with measured as (
    select
        case when :by_version = 1 then app_version end as app_version,
        case when :by_platform = 1 then platform end as platform,
        case when :by_day = 1 then day end as day,
        bucket,
        sum(install_days) as install_days
    from health_histogram
    where metric = :metric
        and day >= :from_day
        and day < :to_day
        and (cast(:app_version as text) is null or app_version = :app_version)
        and (cast(:platform as text) is null or platform = :platform)
    group by 1, 2, 3, 4
    having sum(install_days) > 0
)
select
    m.app_version,
    m.platform,
    m.day,
    m.bucket,
    m.install_days
from measured as m
left join app_version as v on v.app_version = m.app_version
order by v.sort_key nulls last, m.platform nulls last, m.day nulls last, m.bucket;
