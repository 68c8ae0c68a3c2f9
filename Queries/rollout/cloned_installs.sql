-- cloned_installs
-- question:   How many ids of a version's installs, up to one, were in use on another platform at the same time?
-- parameters: app_version text, platform text, to_install text (up to this id), as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row
-- columns:    cloned_installs count; installs count
-- engines:    postgres, sqlite, citus
-- source:     health case 16: an install has one platform, so such an id is several
select
    coalesce(
        sum(
            case
                when exists (
                    select 1
                    from install_version as o
                    where o.install_id = n.install_id
                        and o.platform <> n.platform
                        and o.first_known < :as_of_hour
                        and o.first_day <= n.last_day
                        and o.last_day >= n.first_day
                ) then 1
                else 0
            end
        ), 0
    ) as cloned_installs,
    count(*) as installs
from install_version as n
where n.install_id <= :to_install
    and n.app_version = :app_version
    and n.platform = :platform
    and n.first_known < :as_of_hour;
