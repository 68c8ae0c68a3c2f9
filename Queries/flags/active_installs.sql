-- active_installs
-- question:   Which installs are active, on which version and platform is each now, and do messages wait in its outbox?
-- parameters: from_day day, to_day day (exclusive)
-- grain:      one row an install
-- columns:    install_id text; app_version text; platform text; has_outbox flag or null;
--             flags_version integer or null
-- engines:    postgres, sqlite, citus
-- source:     flags preview: buckets are thresholds of a hash, so who changes sides is known one by one. An install is where
--             its newest active day's greatest version was; has_outbox as of that day, null where it did not say;
--             flags_version: the greatest that it evaluated
with placed as (
    select
        h.install_id,
        h.app_version,
        h.platform,
        case
            when h.queue_depth_max is null and h.queue_age_max_s is null then null
            when coalesce(h.queue_depth_max, 0) > 0 or coalesce(h.queue_age_max_s, 0) > 0 then 1
            else 0
        end as has_outbox,
        max(h.flags_version) over (partition by h.install_id) as flags_version,
        row_number() over (
            partition by h.install_id
            order by h.day desc, v.sort_key desc nulls last, h.platform desc
        ) as place
    from health_daily as h
    left join app_version as v on v.app_version = h.app_version
    where h.day >= :from_day
        and h.day < :to_day
        and h.active_known is not null
)
select
    p.install_id,
    p.app_version,
    p.platform,
    p.has_outbox,
    p.flags_version
from placed as p
where p.place = 1
order by p.install_id;
