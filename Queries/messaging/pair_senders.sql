-- pair_senders
-- question:   Does any install of a version and platform send its decrypt failures? If none does, having none says nothing.
-- parameters: app_version text, platform text
-- grain:      one row if it does, else none
-- columns:    app_version text; platform text
-- engines:    postgres, sqlite, citus
-- source:     decrypt_failures of the telemetry contract, which a client may leave out
select
    app_version,
    platform
from decrypt_failure
where app_version = :app_version
    and platform = :platform
limit 1;
