-- Formerly: 614f2958922078bdb6b718b1eb4998f4a9cb1bb7043703488871a7034baa437e
-- An install is at risk of a first event until one is known from an earlier day of receipt on any of its versions, not only
-- on the one in question: else installs that crash again and again would be at risk on each new version, and no longer on the
-- one it is compared with. The gate's cells are booked anew by that rule, from the facts, as far as these tell (see 0005).
delete from gate_cell;
delete from gate_forgotten;
update install_version set booked_day = null, booked = 0 where booked_day is not null;

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
    select
        install_id, min(first_day) as first_day, min(crash_known) / 24 as crash_day, min(decrypt_known) / 24 as decrypt_day,
        min(failed_known) / 24 as failed_day, min(aged_known) / 24 as aged_day
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
    case when coalesce(b.crash_day, r.receipt_day) >= r.receipt_day then r.crash_hour end as crash_hour,
    case when coalesce(b.decrypt_day, r.receipt_day) >= r.receipt_day then r.decrypt_hour end as decrypt_hour,
    case when coalesce(b.failed_day, r.receipt_day) >= r.receipt_day then r.failed_hour end as failed_hour,
    case when coalesce(b.aged_day, r.receipt_day) >= r.receipt_day then r.aged_hour end as aged_hour
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
        and f.receipt_day = v.crash_known / 24 and f.crash_hour is not null
    union all
    select f.app_version, f.platform, v.decrypt_known, f.device_class, f.tenure, 0, 0, 0, 1, 0, 0, 0, 0
    from install_version as v
    join gate_filling as f on
        f.install_id = v.install_id and f.app_version = v.app_version and f.platform = v.platform
        and f.receipt_day = v.decrypt_known / 24 and f.decrypt_hour is not null
    union all
    select f.app_version, f.platform, v.failed_known, f.device_class, f.tenure, 0, 0, 0, 0, 0, 1, 0, 0
    from install_version as v
    join gate_filling as f on
        f.install_id = v.install_id and f.app_version = v.app_version and f.platform = v.platform
        and f.receipt_day = v.failed_known / 24 and f.failed_hour is not null
    union all
    select f.app_version, f.platform, v.aged_known, f.device_class, f.tenure, 0, 0, 0, 0, 0, 0, 0, 1
    from install_version as v
    join gate_filling as f on
        f.install_id = v.install_id and f.app_version = v.app_version and f.platform = v.platform
        and f.receipt_day = v.aged_known / 24 and f.aged_hour is not null
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
