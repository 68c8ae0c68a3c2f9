-- version_norms
-- question:   What is usual on a version and platform, to hold one install against?
-- parameters: from_day day, to_day day (exclusive), app_version text, platform text
-- grain:      one row an app_version and platform
-- columns:    app_version text; platform text; reporting_install_days count; active_install_days count;
--             crashed_install_days count; queue_age_install_days count; over_1h_install_days count;
--             over_24h_install_days count; quarantined_install_days count; failed_install_days count;
--             sessions count; crashes count; syncs_ok count; syncs_failed count; send_failed count; quarantined count;
--             outbox_rows_lost count; migrations_failed count
-- engines:    postgres, sqlite, citus
-- source:     sums of the telemetry contract. Percentiles of queue age: health/histogram
select
    app_version,
    platform,
    sum(reporting_installs) as reporting_install_days,
    sum(active_installs) as active_install_days,
    sum(crashed_installs) as crashed_install_days,
    sum(queue_age_installs) as queue_age_install_days,
    sum(over_1h_installs) as over_1h_install_days,
    sum(over_24h_installs) as over_24h_install_days,
    sum(quarantined_installs) as quarantined_install_days,
    sum(failed_installs) as failed_install_days,
    sum(sessions) as sessions,
    sum(crashes) as crashes,
    sum(syncs_ok) as syncs_ok,
    sum(syncs_failed) as syncs_failed,
    sum(send_failed) as send_failed,
    sum(quarantined) as quarantined,
    sum(outbox_rows_lost) as outbox_rows_lost,
    sum(migrations_failed) as migrations_failed
from health_day
where day >= :from_day
    and day < :to_day
    and app_version = :app_version
    and platform = :platform
group by app_version, platform;
