-- failing_peers
-- question:   Do failing pairs cluster on a few senders: which devices can't be decrypted by the most others?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), peers_max count,
--             as_of_hour hour (takes what was known before it; 2147483647: all)
-- grain:      one row a sending device, the one that most others fail on first
-- columns:    peer_h bytes; devices count; all_pairs count
-- engines:    postgres, sqlite, citus
-- source:     runbook decrypt-spike, step 4; all_pairs: the failing pairs of the window, of all senders
with pairs as (
    select
        peer_h,
        device_h
    from decrypt_failure
    where first_epoch >= :from_epoch
        and first_epoch < :to_epoch
        and known_hour < :as_of_hour
    group by peer_h, device_h
),
peers as (
    select
        peer_h,
        count(*) as devices
    from pairs
    group by peer_h
),
summed as (
    select
        peer_h,
        devices,
        sum(devices) over () as all_pairs
    from peers
)
select
    peer_h,
    devices,
    all_pairs
from summed
order by devices desc, peer_h
limit :peers_max;
