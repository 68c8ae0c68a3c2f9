-- crash_groups
-- question:   Which groups of crashes are on most installs in a window of days?
-- parameters: from_day day, to_day day (exclusive), app_version text or null, platform text or null, groups_max count,
--             as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row a signature, that on most installs first, at most groups_max
-- columns:    signature text; crashed_installs count; crashes count; first_epoch epoch; group_count count
-- engines:    postgres, sqlite, citus
-- source:     crash groups of the telemetry contract; kept for the 14 days that end with the newest day in the store.
--             group_count: how many there are, whatever groups_max
with entries as (
    select
        signature,
        install_id,
        sum(crashes) as crashes,
        min(first_epoch) as first_epoch
    from crash_group
    where day >= :from_day
        and day < :to_day
        and known_hour < :as_of_hour
        and (cast(:app_version as text) is null or app_version = :app_version)
        and (cast(:platform as text) is null or platform = :platform)
    group by signature, install_id
)
select
    signature,
    count(*) as crashed_installs,
    sum(crashes) as crashes,
    min(first_epoch) as first_epoch,
    count(*) over () as group_count
from entries
group by signature
order by crashed_installs desc, signature
limit :groups_max;
