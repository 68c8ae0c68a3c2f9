-- rollout_events
-- question:   Who started, staged, halted, resumed or completed the rollout of a version, when and why?
-- parameters: app_version text or null, platform text or null
-- grain:      one row an event, in the order in which they happened
-- columns:    entry integer; at_epoch epoch; app_version text; platform text; kind text; percent number or null;
--             changed_by text; reason text; recorded_epoch epoch; voided_by text or null; void_reason text or null;
--             voided_epoch epoch or null
-- engines:    postgres, sqlite, citus
-- source:     rollout list; of events of one second the one told first comes first; an event counts from when it was recorded
--             until it was made void
select
    e.entry,
    e.at_epoch,
    e.app_version,
    e.platform,
    e.kind,
    e.percent,
    e.changed_by,
    e.reason,
    e.recorded_epoch,
    v.voided_by,
    v.reason as void_reason,
    v.voided_epoch
from rollout_event as e
left join rollout_void as v on v.entry = e.entry
where (cast(:app_version as text) is null or e.app_version = :app_version)
    and (cast(:platform as text) is null or e.platform = :platform)
order by e.at_epoch, e.entry;
