-- decrypt_failure_pairs
-- question:   How many device pairs failed to decrypt in a window, how many of them healed, and on how many installs?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), from_day day, to_day day (exclusive: the days whose active
--             installs are the denominator; an empty window leaves it out),
--             app_version text or null, platform text or null, by_version flag, by_platform flag, by_device_class flag,
--             by_message_type flag, by_peer_version flag, by_restored flag, by_day flag,
--             as_of_hour hour (takes what was known before it; 2147483647: all)
-- grain:      one row an app_version, platform, device_class, day, message_type, peer_version and restored, each null where
--             its flag is 0; and one with 0 pairs an app_version, platform, device_class and day that was active only
-- columns:    app_version text or null; platform text or null; device_class text or null; day day or null;
--             message_type text or null; peer_version text or null; restored flag or null;
--             pairs count; new_pairs count; unordered_pairs count; recovered_pairs count; affected_installs count;
--             failures count; active_installs count; pairs_per_10k_active number or null
-- engines:    postgres, sqlite, citus
-- source:     failing pairs of the telemetry contract: distinct (peer -> device) whose first to last failure meets the
--             window, so that a hundred retries are one pair
with entries as (
    select
        case when :by_version = 1 then e.app_version end as app_version,
        case when :by_platform = 1 then e.platform end as platform,
        case when :by_device_class = 1 then coalesce(h.device_class, 'unknown') end as device_class,
        case when :by_day = 1 then e.day end as day,
        case when :by_message_type = 1 then e.message_type end as message_type,
        case when :by_peer_version = 1 then e.peer_version end as peer_version,
        case when :by_restored = 1 then e.restored end as restored,
        e.install_id,
        e.device_h,
        e.peer_h,
        e.failures,
        e.recovered,
        case when e.first_epoch >= :from_epoch then 1 else 0 end as is_new
    from decrypt_failure as e
    left join (
        -- The flag is asked in here: as a condition of the join it would, when 0, leave Citus none on install_id.
        select day, install_id, app_version, platform, device_class
        from health_daily
        where :by_device_class = 1
    ) as h
        on h.day = e.day
            and h.install_id = e.install_id
            and h.app_version = e.app_version
            and h.platform = e.platform
    where e.first_epoch < :to_epoch
        and e.last_epoch >= :from_epoch
        and e.known_hour < :as_of_hour
        and (cast(:app_version as text) is null or e.app_version = :app_version)
        and (cast(:platform as text) is null or e.platform = :platform)
),
pairs as (
    select
        app_version, platform, device_class, day, message_type, peer_version, restored,
        case when device_h < peer_h then device_h else peer_h end as one_h,
        case when device_h < peer_h then peer_h else device_h end as other_h,
        device_h,
        min(recovered) as is_recovered,
        max(is_new) as is_new,
        sum(failures) as failures
    from entries
    group by app_version, platform, device_class, day, message_type, peer_version, restored, device_h, peer_h
),
unordered_pairs as (
    select
        app_version, platform, device_class, day, message_type, peer_version, restored,
        count(*) as directions,
        sum(is_new) as new_pairs,
        sum(is_recovered) as recovered_pairs,
        sum(failures) as failures
    from pairs
    group by app_version, platform, device_class, day, message_type, peer_version, restored, one_h, other_h
),
affected as (
    select app_version, platform, device_class, day, message_type, peer_version, restored
    from entries
    group by app_version, platform, device_class, day, message_type, peer_version, restored, install_id
),
active as (
    select
        case when :by_version = 1 then app_version end as app_version,
        case when :by_platform = 1 then platform end as platform,
        case when :by_device_class = 1 then coalesce(device_class, 'unknown') end as device_class,
        case when :by_day = 1 then day end as day
    from health_daily
    where day >= :from_day
        and day < :to_day
        and active_known < :as_of_hour
        and (cast(:app_version as text) is null or app_version = :app_version)
        and (cast(:platform as text) is null or platform = :platform)
    group by 1, 2, 3, 4, install_id
),
counted as (
    select
        app_version, platform, device_class, day, message_type, peer_version, restored,
        sum(directions) as pairs,
        sum(new_pairs) as new_pairs,
        count(*) as unordered_pairs,
        sum(recovered_pairs) as recovered_pairs,
        sum(failures) as failures,
        0 as affected_installs,
        0 as active_installs
    from unordered_pairs
    group by app_version, platform, device_class, day, message_type, peer_version, restored
    union all
    select app_version, platform, device_class, day, message_type, peer_version, restored, 0, 0, 0, 0, 0, count(*), 0
    from affected
    group by app_version, platform, device_class, day, message_type, peer_version, restored
    union all
    select app_version, platform, device_class, day, null, null, null, 0, 0, 0, 0, 0, 0, count(*)
    from active
    group by app_version, platform, device_class, day
),
measured as (
    select
        app_version, platform, device_class, day, message_type, peer_version, restored,
        sum(pairs) as pairs,
        sum(new_pairs) as new_pairs,
        sum(unordered_pairs) as unordered_pairs,
        sum(recovered_pairs) as recovered_pairs,
        sum(failures) as failures,
        sum(affected_installs) as affected_installs,
        -- The denominator knows no message type, peer version or restored: one for all rows of a group of installs.
        sum(sum(active_installs)) over (partition by app_version, platform, device_class, day) as active_installs,
        sum(sum(pairs)) over (partition by app_version, platform, device_class, day) as group_pairs
    from counted
    group by app_version, platform, device_class, day, message_type, peer_version, restored
)
select
    m.app_version, m.platform, m.device_class, m.day, m.message_type, m.peer_version, m.restored,
    m.pairs, m.new_pairs, m.unordered_pairs, m.recovered_pairs, m.affected_installs, m.failures, m.active_installs,
    cast(m.pairs as double precision) / nullif(m.active_installs, 0) * 10000 as pairs_per_10k_active
from measured as m
left join app_version as v on v.app_version = m.app_version
where m.pairs > 0 or m.group_pairs = 0
order by v.sort_key nulls last, m.platform nulls last, m.device_class nulls last, m.day nulls last,
    m.message_type nulls last, m.peer_version nulls last, m.restored nulls last;
