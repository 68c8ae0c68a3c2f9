-- install_failures
-- question:   With which devices does one install fail to decrypt, since when, and did it heal?
-- parameters: install_id text
-- grain:      one row a day, device pair, app_version, platform, message_type, peer_version and restored
-- columns:    day day; device_h bytes; peer_h bytes; app_version text; platform text; message_type text;
--             peer_version text; restored flag; first_epoch epoch; last_epoch epoch; failures count; recovered flag;
--             known_hour hour
-- engines:    postgres, sqlite, citus
-- source:     decrypt_failures of the telemetry contract; devices are keyed hashes, kept for 14 days
with days as (
    select distinct day
    from health_day
)
select
    e.day,
    e.device_h,
    e.peer_h,
    e.app_version,
    e.platform,
    e.message_type,
    e.peer_version,
    e.restored,
    e.first_epoch,
    e.last_epoch,
    e.failures,
    e.recovered,
    e.known_hour
from days as d
join decrypt_failure as e on e.day = d.day and e.install_id = :install_id
order by e.last_epoch desc, e.day desc, e.device_h, e.peer_h, e.app_version, e.platform, e.message_type,
    e.peer_version, e.restored;
