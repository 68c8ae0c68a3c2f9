-- reporting_delays
-- question:   How long after a day do its reports come in: installs by the hour in which they were first heard of?
-- parameters: from_day day, to_day day (exclusive), as_of_hour hour (what was known before it; 2147483647: all)
-- grain:      one row a platform, day and known_hour
-- columns:    platform text; day day; known_hour hour; reporting_installs count
-- engines:    postgres, sqlite, citus
-- source:     known hours of the telemetry contract; completeness is estimated from these
select
    platform,
    day,
    known_hour,
    reporting_installs
from health_arrival
where day >= :from_day
    and day < :to_day
    and known_hour < :as_of_hour
    and reporting_installs > 0
order by platform, day, known_hour;
