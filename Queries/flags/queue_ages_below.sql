-- queue_ages_below
-- question:   How long did messages wait on the versions that a min_supported would lock out?
-- parameters: from_day day, to_day day (exclusive), platform text or null,
--             below_key text (1 and the version's gate key: app_version.sort_key of what is below it is less)
-- grain:      one row a bucket of the age of the oldest waiting message, a day's greatest
-- columns:    bucket integer; install_days count
-- engines:    postgres, sqlite, citus
-- source:     client policy of the flags contract: flush_only_until is later than the 99th percentile; buckets of
--             LogHistogram, see health/histogram
select
    h.bucket,
    sum(h.install_days) as install_days
from health_histogram as h
join app_version as v on v.app_version = h.app_version
where h.metric = 'queue_age_max_s'
    and h.day >= :from_day
    and h.day < :to_day
    and (cast(:platform as text) is null or h.platform = :platform)
    and v.readable = 1
    and v.sort_key < :below_key
group by h.bucket
having sum(h.install_days) > 0
order by h.bucket;
