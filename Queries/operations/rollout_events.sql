-- rollout_events
-- question:   Who started, staged, halted, resumed or completed the rollout of a version, when and why?
-- parameters: app_version text or null, platform text or null
-- grain:      one row an event, in the order in which they happened
-- columns:    entry integer; at_epoch epoch; app_version text; platform text; kind text; percent number or null;
--             changed_by text; reason text; recorded_epoch epoch
-- engines:    postgres, sqlite, citus
-- source:     rollout list; of events of one second the one told first comes first
select
    entry,
    at_epoch,
    app_version,
    platform,
    kind,
    percent,
    changed_by,
    reason,
    recorded_epoch
from rollout_event
where (cast(:app_version as text) is null or app_version = :app_version)
    and (cast(:platform as text) is null or platform = :platform)
order by at_epoch, entry;
