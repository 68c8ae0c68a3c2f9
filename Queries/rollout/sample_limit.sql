-- sample_limit
-- question:   Up to which install id are there so many installs of a platform?
-- parameters: platform text, installs_max count, as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row, none where there are fewer installs
-- columns:    install_id text
-- engines:    postgres, sqlite, citus
-- source:     ids are random (telemetry contract), so those up to one are a sample; by rows, of which an install has one a
--             version
select install_id
from install_version
where platform = :platform
    and first_known < :as_of_hour
order by install_id
limit 1
offset :installs_max;
