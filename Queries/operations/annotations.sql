-- annotations
-- question:   What was noted about the fleet in a window of time?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive)
-- grain:      one row an annotation, the oldest first
-- columns:    entry integer; at_epoch epoch; kind text; text text; app_version text or null; platform text or null;
--             annotated_by text; recorded_epoch epoch
-- engines:    postgres, sqlite, citus
-- source:     annotate
select
    entry,
    at_epoch,
    kind,
    text,
    app_version,
    platform,
    annotated_by,
    recorded_epoch
from annotation
where at_epoch >= :from_epoch
    and at_epoch < :to_epoch
order by at_epoch, entry;
