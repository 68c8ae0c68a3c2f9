-- changes
-- question:   Who changed the flags, when, why, and to which version?
-- parameters: from_version integer, changes_max count
-- grain:      one row a change, the newest first
-- columns:    entry integer; version integer; base_version integer; kind text; target text; changed_epoch epoch;
--             changed_by text; reason text; effect text; latest_sha256 text; previous_sha256 text; change_sha256 text
-- engines:    postgres, sqlite, citus
-- source:     flags history; rows are in the order in which the store learned of them (entry)
select
    entry,
    version,
    base_version,
    kind,
    target,
    changed_epoch,
    changed_by,
    reason,
    effect,
    latest_sha256,
    previous_sha256,
    change_sha256
from flag_change
where version >= :from_version
order by entry desc
limit :changes_max;
