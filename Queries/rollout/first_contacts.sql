-- first_contacts
-- question:   Which installs are new since an hour?
-- parameters: platform text, to_install text (up to this id), from_hour hour,
--             as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row an install that was first heard of at from_hour or later
-- columns:    install_id text; first_known_hour hour
-- engines:    postgres, sqlite, citus
-- source:     on any version
select
    install_id,
    min(first_known) as first_known_hour
from install_version
where platform = :platform
    and install_id <= :to_install
    and first_known < :as_of_hour
group by install_id
having min(first_known) >= :from_hour
order by install_id;
