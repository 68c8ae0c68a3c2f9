-- trial_days
-- question:   What happened to each install, day by day, that tells whether a flag harms, and when did the store know it?
-- parameters: from_day day, to_day day (exclusive), platform text or null,
--             as_of_hour hour (takes what was known before it; 2147483647: all)
-- grain:      one row an install, day, app_version and platform with activity, an install's rows together
-- columns:    install_id text; app_version text; platform text; device_class text; day day; active_bits integer or null;
--             tells_crashes flag; tells_failed flag; tells_age flag; active_known_hour hour; crashed_known_hour hour or null;
--             first_decrypt_known_hour hour or null; first_failed_known_hour hour or null;
--             first_aged_known_hour hour or null
-- engines:    postgres, sqlite, citus
-- source:     flags impact: percent rollouts are randomised trials, since an install's side follows from its id. active_bits:
--             hours with activity or a crash, bit i is the UTC hour day * 24 - 14 + i, null where the client does not say;
--             first_*: of the install on the version, on any day, since a day's own hour is kept of crashes only; device_class
--             as in its first report on the version; what a client does not tell has not happened, nor not happened
select
    h.install_id,
    h.app_version,
    h.platform,
    v.device_class,
    h.day,
    case
        when h.active_hours is null and h.crashed_hours is null then null
        else coalesce(h.active_hours, 0) | coalesce(h.crashed_hours, 0)
    end as active_bits,
    case when h.crashes is null then 0 else 1 end as tells_crashes,
    case when h.send_failed is null and h.failed_rows_max is null then 0 else 1 end as tells_failed,
    case when h.queue_age_max_s is null then 0 else 1 end as tells_age,
    h.active_known as active_known_hour,
    case when h.crashed_known < :as_of_hour then h.crashed_known end as crashed_known_hour,
    case when v.decrypt_known < :as_of_hour then v.decrypt_known end as first_decrypt_known_hour,
    case when v.failed_known < :as_of_hour then v.failed_known end as first_failed_known_hour,
    case when v.aged_known < :as_of_hour then v.aged_known end as first_aged_known_hour
from health_daily as h
join install_version as v on v.install_id = h.install_id
    and v.app_version = h.app_version
    and v.platform = h.platform
where h.day >= :from_day
    and h.day < :to_day
    and (cast(:platform as text) is null or h.platform = :platform)
    and h.active_known < :as_of_hour
order by h.install_id, h.day, h.app_version, h.platform;
