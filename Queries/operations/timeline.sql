-- timeline
-- question:   Who did what to the fleet in a window of time: flags published, rollouts moved, deploys and notes?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive)
-- grain:      one row a change of the flags, a rollout event or an annotation, the oldest first
-- columns:    at_epoch epoch; source text; entry integer; kind text; flags_version integer or null;
--             app_version text or null; platform text or null; percent number or null; person text; words text;
--             effect text or null
-- engines:    postgres, sqlite, citus
-- source:     timeline, and what changed before a signal; source: annotation, flags, rollout; effect: of a change of the
--             flags, a line a platform and flag
with events as (
    select
        at_epoch,
        'annotation' as source,
        entry,
        kind,
        cast(null as bigint) as flags_version,
        app_version,
        platform,
        cast(null as double precision) as percent,
        annotated_by as person,
        text as words,
        cast(null as text) as effect
    from annotation
    union all
    select
        changed_epoch,
        'flags',
        entry,
        kind,
        version,
        cast(null as text),
        cast(null as text),
        cast(null as double precision),
        changed_by,
        reason,
        effect
    from flag_change
    union all
    select
        at_epoch,
        'rollout',
        entry,
        kind,
        cast(null as bigint),
        app_version,
        platform,
        percent,
        changed_by,
        reason,
        cast(null as text)
    from rollout_event
)
select
    at_epoch,
    source,
    entry,
    kind,
    flags_version,
    app_version,
    platform,
    percent,
    person,
    words,
    effect
from events
where at_epoch >= :from_epoch
    and at_epoch < :to_epoch
order by at_epoch, source, entry;
