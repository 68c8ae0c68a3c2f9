-- newest_known_hour
-- question:   When was the newest report received?
-- parameters: none
-- grain:      one row
-- columns:    known_hour hour or null
-- engines:    postgres, sqlite, citus
-- source:     what was known by a later hour is all that is known, and needs no look at when it became known
select max(known_hour) as known_hour
from health_arrival;
