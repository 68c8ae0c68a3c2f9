-- Formerly: 526eff10358f3c975618cfb14277d966d5d3ff539c5d85bea51b036e65691ab1
-- What the rollout gate reads: each install's life on a version, and first events among installs at risk, as they became
-- known. Hours are UTC hours since the epoch, days of receipt are such hours / 24, other days the install's local days.

-- One row an install, version and platform. Days: least and greatest that reported; *_known: the least hour of receipt of
-- a report that shows it, null where none does (crash: a crash; decrypt: a failing pair; failed: send_failed or
-- failed_rows_max above 0; aged: queue_age_max_s above 3600). device_class: of the first report on the version, 'unknown'
-- where missing. booked_day: the newest day of receipt on which the install was booked in gate_cell; booked: how, for that
-- day and the nine before it, six bits a day, the newest lowest: 1 crash, 2 decrypt, 4 failed, 8 aged at risk, and 16, 32
-- or 48 for tenure 0, 7 or 30.
create table install_version (
    install_id text not null,
    app_version text not null,
    platform text not null,
    first_day text not null,
    last_day text not null,
    first_known integer not null,
    crash_known integer,
    decrypt_known integer,
    failed_known integer,
    aged_known integer,
    device_class text not null,
    booked_day integer,
    booked integer not null,
    primary key (install_id, app_version, platform)
) strict, without rowid;

-- Who began on a version when: silent installs are found by this. Not the last day, which changes daily.
create index install_version_first_day on install_version (app_version, platform, first_day);

-- Installs at risk of their first event on a version, and first events, by the hour of receipt that first showed it.
-- *_at_risk: booked once an install, version and day of receipt, where activity became known and no such event was known
-- from an earlier day of receipt; crash, failed and aged only where a report carries the member. *_events: once an install
-- and version, in the stratum where it is at risk that day. tenure: 0, 7 or 30, least days from the install's first day on
-- any version, as known then, to the day of receipt. Nothing revises a cell, nor does forgetting an install.
create table gate_cell (
    app_version text not null,
    platform text not null,
    known_hour integer not null,
    device_class text not null,
    tenure integer not null,
    crash_at_risk integer not null,
    crash_events integer not null,
    decrypt_at_risk integer not null,
    decrypt_events integer not null,
    failed_at_risk integer not null,
    failed_events integer not null,
    aged_at_risk integer not null,
    aged_events integer not null,
    primary key (app_version, platform, known_hour, device_class, tenure)
) strict, without rowid;

-- First events of installs that were forgotten since: what gate_cell holds more than install_version.
create table gate_forgotten (
    app_version text not null,
    platform text not null,
    device_class text not null,
    crash_events integer not null,
    decrypt_events integer not null,
    failed_events integer not null,
    aged_events integer not null,
    primary key (app_version, platform, device_class)
) strict, without rowid;

-- From here on: what the store held before, from the facts, as far as these tell. What they don't: at which hour after a
-- row's first a message failed or a queue grew old (booked at the row's first); failing pairs older than the 14 days that
-- are kept; which of several device classes came first in an hour (the least by bytes); in which report of a day a member
-- came first (booked with its activity); a first day that became known late (tenure is by what is known now).
insert into install_version (
    install_id, app_version, platform, first_day, last_day, first_known, crash_known, decrypt_known, failed_known, aged_known,
    device_class, booked_day, booked
)
select
    f.install_id, f.app_version, f.platform, f.first_day, f.last_day, f.first_known, f.crash_known, d.decrypt_known,
    f.failed_known, f.aged_known, f.device_class, null, 0
from (
    select
        install_id, app_version, platform, min(day) as first_day, max(day) as last_day, min(reported_known) as first_known,
        min(crashed_known) as crash_known,
        min(case when send_failed > 0 or failed_rows_max > 0 then reported_known end) as failed_known,
        min(case when queue_age_max_s > 3600 then reported_known end) as aged_known,
        -- The class of the row that was known first: ten digits, then the class.
        substr(
            min(cast(1000000000 + reported_known as text) || coalesce(device_class, 'unknown')), 11
        ) as device_class
    from health_daily
    group by install_id, app_version, platform
) as f
left join (
    select install_id, app_version, platform, min(known_hour) as decrypt_known
    from decrypt_failure
    group by install_id, app_version, platform
) as d on d.install_id = f.install_id and d.app_version = f.app_version and d.platform = f.platform;

-- One row an install, version and day of receipt on which activity or a first event became known: the hour at which it is
-- at risk of each, null where it isn't.
create table gate_filling as
with shown as (
    select
        install_id, app_version, platform, active_known as known_hour,
        case when crashes is not null then active_known end as crash_hour,
        active_known as decrypt_hour,
        case when send_failed is not null or failed_rows_max is not null then active_known end as failed_hour,
        case when queue_age_max_s is not null then active_known end as aged_hour
    from health_daily
    where active_known is not null
    union all
    select install_id, app_version, platform, crash_known, crash_known, null, null, null
    from install_version
    where crash_known is not null
    union all
    select install_id, app_version, platform, decrypt_known, null, decrypt_known, null, null
    from install_version
    where decrypt_known is not null
    union all
    select install_id, app_version, platform, failed_known, null, null, failed_known, null
    from install_version
    where failed_known is not null
    union all
    select install_id, app_version, platform, aged_known, null, null, null, aged_known
    from install_version
    where aged_known is not null
),
by_receipt as (
    select
        install_id, app_version, platform, known_hour / 24 as receipt_day, min(crash_hour) as crash_hour,
        min(decrypt_hour) as decrypt_hour, min(failed_hour) as failed_hour, min(aged_hour) as aged_hour
    from shown
    group by install_id, app_version, platform, known_hour / 24
),
begun as (
    select install_id, min(first_day) as first_day
    from install_version
    group by install_id
)
select
    r.install_id, r.app_version, r.platform, r.receipt_day, v.device_class,
    case
        when r.receipt_day - cast(julianday(b.first_day) - julianday('1970-01-01') as integer) >= 30 then 30
        when r.receipt_day - cast(julianday(b.first_day) - julianday('1970-01-01') as integer) >= 7 then 7
        else 0
    end as tenure,
    case when coalesce(v.crash_known / 24, r.receipt_day) >= r.receipt_day then r.crash_hour end as crash_hour,
    case when coalesce(v.decrypt_known / 24, r.receipt_day) >= r.receipt_day then r.decrypt_hour end as decrypt_hour,
    case when coalesce(v.failed_known / 24, r.receipt_day) >= r.receipt_day then r.failed_hour end as failed_hour,
    case when coalesce(v.aged_known / 24, r.receipt_day) >= r.receipt_day then r.aged_hour end as aged_hour
from by_receipt as r
join install_version as v on v.install_id = r.install_id and v.app_version = r.app_version and v.platform = r.platform
join begun as b on b.install_id = r.install_id;

-- Else each row is sought through all others.
create index gate_filling_key on gate_filling (install_id, app_version, platform, receipt_day);

insert into gate_cell (
    app_version, platform, known_hour, device_class, tenure, crash_at_risk, crash_events, decrypt_at_risk, decrypt_events,
    failed_at_risk, failed_events, aged_at_risk, aged_events
)
select
    app_version, platform, known_hour, device_class, tenure, sum(crash_at_risk), sum(crash_events), sum(decrypt_at_risk),
    sum(decrypt_events), sum(failed_at_risk), sum(failed_events), sum(aged_at_risk), sum(aged_events)
from (
    select
        app_version, platform, crash_hour as known_hour, device_class, tenure, 1 as crash_at_risk, 0 as crash_events,
        0 as decrypt_at_risk, 0 as decrypt_events, 0 as failed_at_risk, 0 as failed_events, 0 as aged_at_risk,
        0 as aged_events
    from gate_filling
    where crash_hour is not null
    union all
    select app_version, platform, decrypt_hour, device_class, tenure, 0, 0, 1, 0, 0, 0, 0, 0
    from gate_filling
    where decrypt_hour is not null
    union all
    select app_version, platform, failed_hour, device_class, tenure, 0, 0, 0, 0, 1, 0, 0, 0
    from gate_filling
    where failed_hour is not null
    union all
    select app_version, platform, aged_hour, device_class, tenure, 0, 0, 0, 0, 0, 0, 1, 0
    from gate_filling
    where aged_hour is not null
    union all
    select f.app_version, f.platform, v.crash_known, f.device_class, f.tenure, 0, 1, 0, 0, 0, 0, 0, 0
    from install_version as v
    join gate_filling as f on
        f.install_id = v.install_id and f.app_version = v.app_version and f.platform = v.platform
        and f.receipt_day = v.crash_known / 24
    union all
    select f.app_version, f.platform, v.decrypt_known, f.device_class, f.tenure, 0, 0, 0, 1, 0, 0, 0, 0
    from install_version as v
    join gate_filling as f on
        f.install_id = v.install_id and f.app_version = v.app_version and f.platform = v.platform
        and f.receipt_day = v.decrypt_known / 24
    union all
    select f.app_version, f.platform, v.failed_known, f.device_class, f.tenure, 0, 0, 0, 0, 0, 1, 0, 0
    from install_version as v
    join gate_filling as f on
        f.install_id = v.install_id and f.app_version = v.app_version and f.platform = v.platform
        and f.receipt_day = v.failed_known / 24
    union all
    select f.app_version, f.platform, v.aged_known, f.device_class, f.tenure, 0, 0, 0, 0, 0, 0, 0, 1
    from install_version as v
    join gate_filling as f on
        f.install_id = v.install_id and f.app_version = v.app_version and f.platform = v.platform
        and f.receipt_day = v.aged_known / 24
) as booked
group by app_version, platform, known_hour, device_class, tenure;

update install_version
set booked_day = b.newest_day, booked = b.days
from (
    select
        n.install_id, n.app_version, n.platform, n.newest_day,
        cast(
            sum(
                cast(
                    case when f.crash_hour is null then 0 else 1 end
                    + case when f.decrypt_hour is null then 0 else 2 end
                    + case when f.failed_hour is null then 0 else 4 end
                    + case when f.aged_hour is null then 0 else 8 end
                    + case f.tenure when 0 then 16 when 7 then 32 else 48 end
                    as bigint
                ) << (6 * (n.newest_day - f.receipt_day))
            ) as bigint
        ) as days
    from (
        select install_id, app_version, platform, max(receipt_day) as newest_day
        from gate_filling
        where coalesce(crash_hour, decrypt_hour, failed_hour, aged_hour) is not null
        group by install_id, app_version, platform
    ) as n
    join gate_filling as f on
        f.install_id = n.install_id and f.app_version = n.app_version and f.platform = n.platform
        and f.receipt_day between n.newest_day - 9 and n.newest_day
    where coalesce(f.crash_hour, f.decrypt_hour, f.failed_hour, f.aged_hour) is not null
    group by n.install_id, n.app_version, n.platform, n.newest_day
) as b
where install_version.install_id = b.install_id and install_version.app_version = b.app_version
    and install_version.platform = b.platform;

drop table gate_filling;
