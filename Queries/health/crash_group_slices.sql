-- crash_group_slices
-- question:   What do the installs of a crash group have in common, and how usual is it elsewhere?
-- parameters: from_day day, to_day day (exclusive), app_version text or null, platform text or null, groups_max count,
--             as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row a signature (of those that crash_groups gives), dimension (version, platform, os_version,
--             device_model, screen) and value which nine tenths of its installs share, or flag that was on; on three at least
-- columns:    signature text; dimension text; value text; slice_installs count; group_installs count;
--             usual_count count; usual_of count
-- engines:    postgres, sqlite, citus
-- source:     crash groups of the telemetry contract. Usual is, for version and platform, the part of active install-days;
--             else the part of the installs that crashed in other groups. Of flags, installs that say which were on
with entries as (
    select signature, install_id, app_version, platform, os_version, device_model, screen, tells_flags
    from crash_group
    where day >= :from_day
        and day < :to_day
        and known_hour < :as_of_hour
        and (cast(:app_version as text) is null or app_version = :app_version)
        and (cast(:platform as text) is null or platform = :platform)
),
members as (
    select signature, install_id, max(tells_flags) as tells_flags
    from entries
    group by signature, install_id
),
everyone as (
    select install_id, max(tells_flags) as tells_flags
    from entries
    group by install_id
),
crashed as (
    select count(*) as installs, sum(tells_flags) as flag_installs
    from everyone
),
top_groups as (
    select signature, count(*) as installs, sum(tells_flags) as flag_installs
    from members
    group by signature
    order by installs desc, signature
    limit :groups_max
),
traits as (
    select signature, install_id, 'version' as dimension, app_version as value
    from entries
    union
    select signature, install_id, 'platform', platform
    from entries
    union
    select signature, install_id, 'os_version', coalesce(os_version, 'unknown')
    from entries
    union
    select signature, install_id, 'device_model', coalesce(device_model, 'unknown')
    from entries
    union
    select signature, install_id, 'screen', screen
    from entries
    union
    select signature, install_id, 'flag', flag
    from crash_group_flag
    where day >= :from_day
        and day < :to_day
        and known_hour < :as_of_hour
        and (cast(:app_version as text) is null or app_version = :app_version)
        and (cast(:platform as text) is null or platform = :platform)
),
slices as (
    select signature, dimension, value, count(*) as installs
    from traits
    group by signature, dimension, value
    -- One crash, or two, is no pattern.
    having count(*) >= 3
),
bearers as (
    select dimension, value, install_id
    from traits
    group by dimension, value, install_id
),
totals as (
    select dimension, value, count(*) as installs
    from bearers
    group by dimension, value
),
active as (
    select 'version' as dimension, app_version as value, sum(active_installs) as install_days
    from health_rollup
    where day >= :from_day
        and day < :to_day
        and known_hour < :as_of_hour
        and (cast(:app_version as text) is null or app_version = :app_version)
        and (cast(:platform as text) is null or platform = :platform)
    group by app_version
    union all
    select 'platform', platform, sum(active_installs)
    from health_rollup
    where day >= :from_day
        and day < :to_day
        and known_hour < :as_of_hour
        and (cast(:app_version as text) is null or app_version = :app_version)
        and (cast(:platform as text) is null or platform = :platform)
    group by platform
),
fleet as (
    select dimension, sum(install_days) as install_days
    from active
    group by dimension
)
select
    s.signature, s.dimension, s.value, s.installs as slice_installs,
    case when s.dimension = 'flag' then g.flag_installs else g.installs end as group_installs,
    case when f.dimension is not null then coalesce(a.install_days, 0) else t.installs - s.installs end as usual_count,
    case
        when f.dimension is not null then f.install_days
        when s.dimension = 'flag' then c.flag_installs - g.flag_installs
        else c.installs - g.installs
    end as usual_of
from slices as s
join top_groups as g on g.signature = s.signature
join totals as t on t.dimension = s.dimension and t.value = s.value
cross join crashed as c
left join active as a on a.dimension = s.dimension and a.value = s.value
left join fleet as f on f.dimension = s.dimension
where s.dimension = 'flag' or s.installs * 10 >= g.installs * 9
order by g.installs desc, s.signature, s.dimension, s.installs desc, s.value;
