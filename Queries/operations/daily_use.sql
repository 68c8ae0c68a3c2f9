-- daily_use
-- question:   How much does an active install do on a day, and how many are there?
-- parameters: from_day day, to_day day (exclusive)
-- grain:      one row, where a day of the window has reports
-- columns:    days count; active_install_days count; sessions count; syncs count
-- engines:    postgres, sqlite, citus
-- source:     what capacity check holds against a plan: daily users, opens and syncs a user and day; an install of several
--             versions on a day counts once
with by_day as (
    select
        day,
        sum(latest_installs) as latest_installs,
        sum(sessions) as sessions,
        sum(syncs_ok) + sum(syncs_failed) as syncs
    from health_day
    where day >= :from_day
        and day < :to_day
    group by day
)
select
    count(*) as days,
    sum(latest_installs) as active_install_days,
    sum(sessions) as sessions,
    sum(syncs) as syncs
from by_day
having count(*) > 0;
