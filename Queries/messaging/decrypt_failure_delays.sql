-- decrypt_failure_delays
-- question:   How long after they happen does the store hear of decrypt failures, hour by hour?
-- parameters: as_of_hour hour (what was known before it; 2147483647: all)
-- grain:      one row a platform, first_hour (the UTC hour of an entry's first failure) and known_hour
-- columns:    platform text; first_hour hour; known_hour hour; entries count
-- engines:    postgres, sqlite, citus
-- source:     known hours of the telemetry contract; completeness of windows of hours is estimated from these
select
    platform,
    first_epoch / 3600 as first_hour,
    known_hour,
    count(*) as entries
from decrypt_failure
where known_hour < :as_of_hour
group by 1, 2, 3
order by platform, first_hour, known_hour;
