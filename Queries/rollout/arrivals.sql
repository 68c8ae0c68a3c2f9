-- arrivals
-- question:   How many installs came to a version, hour by hour of receipt, and how many of them are on a higher one since?
-- parameters: app_version text, platform text, above_key text (the version's place in the order of versions),
--             as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row an arrived_hour and left_hour
-- columns:    arrived_hour hour; left_hour hour or null; installs count
-- engines:    postgres, sqlite, citus
-- source:     install_version; left_hour: the first at which the install was known on a higher version
with lives as (
    select
        n.install_id,
        n.first_known,
        min(case when v.sort_key > :above_key then o.first_known end) as left_hour
    from install_version as n
    left join install_version as o on
        o.install_id = n.install_id
        and o.platform = n.platform
        and o.app_version <> n.app_version
        and o.first_known < :as_of_hour
    left join app_version as v on v.app_version = o.app_version and v.readable = 1
    where n.app_version = :app_version
        and n.platform = :platform
        and n.first_known < :as_of_hour
    group by n.install_id, n.first_known
)
select
    first_known as arrived_hour,
    left_hour,
    count(*) as installs
from lives
group by first_known, left_hour
order by first_known, left_hour nulls last;
