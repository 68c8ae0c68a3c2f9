-- newest_receipt
-- question:   In which hour was a report of a platform received last?
-- parameters: platform text, as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row
-- columns:    newest_known_hour hour or null
-- engines:    postgres, sqlite, citus
-- source:     health_arrival holds installs by the hour at which the store first heard of them on a day
select max(known_hour) as newest_known_hour
from health_arrival
where platform = :platform
    and known_hour < :as_of_hour;
