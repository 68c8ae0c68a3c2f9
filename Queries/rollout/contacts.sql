-- contacts
-- question:   Which installs were in contact on a day, when was that known, and on which of two versions?
-- parameters: day day, app_version text, baseline_version text, platform text, to_install text (up to this id),
--             as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row an install
-- columns:    install_id text; known_hour hour; new_known_hour hour or null; baseline_known_hour hour or null
-- engines:    postgres, sqlite, citus
-- source:     any report is a contact, with or without a session
select
    install_id,
    min(reported_known) as known_hour,
    min(case when app_version = :app_version then reported_known end) as new_known_hour,
    min(case when app_version = :baseline_version then reported_known end) as baseline_known_hour
from health_daily
where day = :day
    and install_id <= :to_install
    and platform = :platform
    and reported_known < :as_of_hour
group by install_id
order by install_id;
