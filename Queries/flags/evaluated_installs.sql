-- evaluated_installs
-- question:   Which active installs evaluate a version of the flags, since which hour, and what of the others?
-- parameters: version integer, newest_version integer, from_day day, to_day day (exclusive), published_day day,
--             day_1 day, mask_1 integer, day_2 day, mask_2 integer, day_3 day, mask_3 integer,
--             as_of_hour hour (takes install-days known before it; 2147483647: all)
-- grain:      one row an app_version, platform, evaluated_hour, seen, reads and ahead
-- columns:    app_version text; platform text; evaluated_hour hour or null; seen flag; reads flag;
--             ahead flag; installs count
-- engines:    postgres, sqlite, citus
-- source:     flags_version and flags_version_at of the telemetry contract. evaluated_hour: the first at which the install
--             evaluated the version or a later one, null if it has not (a client that does not say when: the hour at which
--             the store knew of it); seen: active since the publication, by its hours (mask_n has the bits of day_n's hour
--             sets from the publication on) or, without them, on a day after it; reads: it ever told its flags' version;
--             ahead: it told one above newest_version, which nobody here published, and so does not have ours
with install_days as (
    select
        h.install_id,
        h.app_version,
        h.platform,
        h.day,
        v.sort_key,
        case
            when h.flags_version >= :version and h.flags_version <= :newest_version then coalesce(h.flags_version_at / 3600, h.reported_known)
        end as evaluated_hour,
        case when h.flags_version is null then 0 else 1 end as reads,
        case when h.flags_version > :newest_version then 1 else 0 end as ahead,
        case
            when h.day > :day_3 then 1
            when h.active_hours is null and h.crashed_hours is null then case when h.day > :published_day then 1 else 0 end
            when (coalesce(h.active_hours, 0) | coalesce(h.crashed_hours, 0))
                & case
                    when h.day = :day_1 then cast(:mask_1 as bigint)
                    when h.day = :day_2 then cast(:mask_2 as bigint)
                    when h.day = :day_3 then cast(:mask_3 as bigint)
                    else 0
                end <> 0 then 1
            else 0
        end as seen
    from health_daily as h
    left join app_version as v on v.app_version = h.app_version
    where h.day >= :from_day
        and h.day < :to_day
        and h.active_known < :as_of_hour
),
placed as (
    select
        app_version,
        platform,
        min(evaluated_hour) over (partition by install_id) as evaluated_hour,
        max(seen) over (partition by install_id) as seen,
        max(reads) over (partition by install_id) as reads,
        max(ahead) over (partition by install_id) as ahead,
        row_number() over (
            partition by install_id
            order by day desc, sort_key desc nulls last, platform desc
        ) as place
    from install_days
),
measured as (
    select
        app_version,
        platform,
        evaluated_hour,
        seen,
        reads,
        ahead,
        count(*) as installs
    from placed
    where place = 1
    group by app_version, platform, evaluated_hour, seen, reads, ahead
)
select
    m.app_version,
    m.platform,
    m.evaluated_hour,
    m.seen,
    m.reads,
    m.ahead,
    m.installs
from measured as m
left join app_version as v on v.app_version = m.app_version
order by v.sort_key nulls last, m.platform, m.evaluated_hour nulls last, m.seen, m.reads, m.ahead;
