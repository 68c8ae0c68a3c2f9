-- decrypt_pairs_reported
-- question:   How many device pairs fail to decrypt on a day, as clients report them, and on which version, platform and
--             message type?
-- parameters: from_day day, to_day day (exclusive), as_of_hour hour (counts what was known before it; 2147483647: all)
-- grain:      one row an app_version, platform, message_type, restored and day; the active installs, where anybody reports
--             failures at all, and how many of them fail, an app_version, platform and day
-- columns:    app_version text; platform text; message_type text or null; restored text or null; day day; amount number or
--             null; base number or null; failing_installs count or null
-- engines:    postgres, sqlite, citus
-- source:     design, chat round 3, section 9, runbook step 1: a pair is one a day, however often it fails; a pair that fails
--             with two types of message is one of each. Counted in active installs, so that neither a version that is being
--             adopted nor a day that is half in looks like more or less; each version and platform beside the whole, since a
--             fault of one is lost in all. Beyond chance in installs: one that fails with five peers is one witness
-- measure:    sum
-- unit:       pairs
-- dimensions: app_version, platform, message_type, restored
-- judged:     app_version, platform
-- window:     1d
-- history:    8d
-- step:       1d
-- fresh:      2d
-- watch:      > 2 times usual, at least 10 (ours)
-- page:       > 3 times usual, at least 100 (ours)
-- absent:     zero while reports is fresh, and anybody reports failures
-- runbook:    decrypt-spike
with kept as (
    -- Pairs are kept for 14 days: of an older one it is not known that it had none.
    select day
    from health_day
    group by day
    order by day desc
    limit 14
),
pairs as (
    select
        day,
        device_h,
        peer_h,
        app_version,
        platform,
        message_type,
        restored
    from decrypt_failure
    where day >= :from_day
        and day < :to_day
        and known_hour < :as_of_hour
    group by day, device_h, peer_h, app_version, platform, message_type, restored
),
failing_devices as (
    select
        day,
        device_h,
        app_version,
        platform
    from pairs
    group by day, device_h, app_version, platform
),
failing as (
    select
        day,
        app_version,
        platform,
        count(*) as installs
    from failing_devices
    group by day, app_version, platform
),
counted as (
    -- What is known now, or what was known before an hour.
    select
        day,
        app_version,
        platform,
        active_installs
    from health_day
    where :as_of_hour = 2147483647
        and day >= :from_day
        and day < :to_day
    union all
    select
        day,
        app_version,
        platform,
        active_installs
    from health_rollup
    where :as_of_hour < 2147483647
        and known_hour < :as_of_hour
        and day >= :from_day
        and day < :to_day
)
select
    app_version,
    platform,
    message_type,
    case when restored = 1 then 'yes' else 'no' end as restored,
    day,
    cast(count(*) as double precision) as amount,
    cast(null as double precision) as base,
    cast(null as integer) as failing_installs
from pairs
group by 1, 2, 3, 4, 5
union all
select
    c.app_version,
    c.platform,
    null,
    null,
    c.day,
    null,
    cast(sum(c.active_installs) as double precision),
    coalesce(max(f.installs), 0)
from counted as c
left join failing as f on f.day = c.day and f.app_version = c.app_version and f.platform = c.platform
where (select count(*) from pairs) > 0
    and c.day in (select day from kept)
group by c.app_version, c.platform, c.day
having sum(c.active_installs) > 0
order by 5, 1, 2, 3 nulls first, 4 nulls first;
