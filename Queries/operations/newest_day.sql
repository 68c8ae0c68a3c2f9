-- newest_day
-- question:   Up to which day does the store have reports?
-- parameters: as_of_hour hour (what was known before it; 2147483647: all)
-- grain:      one row
-- columns:    newest_day day or null
-- engines:    postgres, sqlite, citus
-- source:     reports without a window cover the seven days that end with this one
select max(day) as newest_day
from health_arrival
where known_hour < :as_of_hour
    and reporting_installs > 0;
