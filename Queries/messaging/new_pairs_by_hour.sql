-- new_pairs_by_hour
-- question:   When did device pairs begin to fail, on which versions and platforms, with which messages?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive),
--             as_of_hour hour (takes what was known before it; 2147483647: all)
-- grain:      one row an hour, app_version, platform, message_type and restored
-- columns:    hour hour; app_version text; platform text; message_type text; restored flag; new_pairs count
-- engines:    postgres, sqlite, citus
-- source:     runbook decrypt-spike; a pair is new in the hour of its first failure in the window, however often it fails
with firsts as (
    select
        device_h,
        peer_h,
        app_version,
        platform,
        message_type,
        restored,
        min(first_epoch) as first_epoch
    from decrypt_failure
    where first_epoch >= :from_epoch
        and first_epoch < :to_epoch
        and known_hour < :as_of_hour
    group by device_h, peer_h, app_version, platform, message_type, restored
),
hours as (
    select
        first_epoch / 3600 as hour,
        app_version,
        platform,
        message_type,
        restored
    from firsts
)
select
    hour,
    app_version,
    platform,
    message_type,
    restored,
    count(*) as new_pairs
from hours
group by hour, app_version, platform, message_type, restored
order by hour, app_version, platform, message_type, restored;
