-- outboxes_by_version
-- question:   In how many installs of each version do messages wait to be sent?
-- parameters: from_day day, to_day day (exclusive), platform text or null
-- grain:      one row an app_version that active installs are on now, in version order
-- columns:    app_version text; active_installs count; waiting_installs count; untold_installs count
-- engines:    postgres, sqlite, citus
-- source:     client policy of the flags contract: messages that wait where a min_supported locks out. An install is where its
--             newest active day's greatest version was, and its outbox as of that day; untold: it did not say
with placed as (
    select
        h.install_id,
        h.app_version,
        v.sort_key,
        case
            when h.queue_depth_max is null and h.queue_age_max_s is null then null
            when coalesce(h.queue_depth_max, 0) > 0 or coalesce(h.queue_age_max_s, 0) > 0 then 1
            else 0
        end as is_waiting,
        row_number() over (
            partition by h.install_id
            order by h.day desc, v.sort_key desc, h.platform desc
        ) as place
    from health_daily as h
    join app_version as v on v.app_version = h.app_version
    where h.day >= :from_day
        and h.day < :to_day
        and (cast(:platform as text) is null or h.platform = :platform)
        and h.active_known is not null
)
select
    app_version,
    count(*) as active_installs,
    sum(case when is_waiting = 1 then 1 else 0 end) as waiting_installs,
    sum(case when is_waiting is null then 1 else 0 end) as untold_installs
from placed
where place = 1
group by app_version, sort_key
order by sort_key;
