-- crash_free_hours_of_day
-- question:   As crash_free_by_hour, for the reports of one local day, straight from the facts: also by device class, and
--             from what had reported by an hour?
-- parameters: day day, app_version text or null, platform text or null,
--             by_version flag, by_platform flag, by_device_class flag,
--             as_of_hour hour (takes install-days known before it; 2147483647: all)
-- grain:      one row an app_version, platform, device_class (each null where its flag is 0) and bit: the UTC hour that is
--             14 hours before 00:00 UTC of the day, plus bit
-- columns:    app_version text or null; platform text or null; device_class text or null; bit integer;
--             active_installs count; crashed_installs count
-- engines:    postgres, sqlite, citus
-- source:     hour sets of the telemetry contract: a local day lies within day - 14 h ... day + 36 h
with bits (bit) as (
    values
        (0), (1), (2), (3), (4), (5), (6), (7), (8), (9),
        (10), (11), (12), (13), (14), (15), (16), (17), (18), (19),
        (20), (21), (22), (23), (24), (25), (26), (27), (28), (29),
        (30), (31), (32), (33), (34), (35), (36), (37), (38), (39),
        (40), (41), (42), (43), (44), (45), (46), (47), (48), (49)
),
installs as (
    select
        case when :by_version = 1 then h.app_version end as app_version,
        case when :by_platform = 1 then h.platform end as platform,
        case when :by_device_class = 1 then coalesce(h.device_class, 'unknown') end as device_class,
        b.bit,
        h.install_id,
        max((coalesce(h.crashed_hours, 0) >> b.bit) & 1) as is_crashed
    from health_daily as h
    cross join bits as b
    where h.day = :day
        and h.reported_known < :as_of_hour
        and ((coalesce(h.active_hours, 0) | coalesce(h.crashed_hours, 0)) >> b.bit) & 1 = 1
        and (cast(:app_version as text) is null or h.app_version = :app_version)
        and (cast(:platform as text) is null or h.platform = :platform)
    group by 1, 2, 3, 4, 5
),
measured as (
    select
        app_version,
        platform,
        device_class,
        bit,
        count(*) as active_installs,
        sum(is_crashed) as crashed_installs
    from installs
    group by app_version, platform, device_class, bit
)
select
    m.app_version,
    m.platform,
    m.device_class,
    m.bit,
    m.active_installs,
    m.crashed_installs
from measured as m
left join app_version as v on v.app_version = m.app_version
order by v.sort_key nulls last, m.platform nulls last, m.device_class nulls last, m.bit;
