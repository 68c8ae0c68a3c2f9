-- queue_ages_by_version
-- question:   How long did messages wait on each version?
-- parameters: from_day day, to_day day (exclusive), platform text or null
-- grain:      one row an app_version and bucket of the age of the oldest waiting message, a day's greatest
-- columns:    app_version text; bucket integer; install_days count
-- engines:    postgres, sqlite, citus
-- source:     client policy of the flags contract: flush_only_until is later than the 99th percentile of whom a min_supported
--             locks out; buckets of LogHistogram, see health/histogram
select
    h.app_version,
    h.bucket,
    sum(h.install_days) as install_days
from health_histogram as h
join app_version as v on v.app_version = h.app_version
where h.metric = 'queue_age_max_s'
    and h.day >= :from_day
    and h.day < :to_day
    and (cast(:platform as text) is null or h.platform = :platform)
group by h.app_version, h.bucket, v.sort_key
having sum(h.install_days) > 0
order by v.sort_key, h.bucket;
