-- timeline
-- question:   Who did what to the fleet in a window of time: flags published, rollouts moved, deploys and notes?
-- parameters: from_epoch epoch, to_epoch epoch (exclusive), known_epoch epoch (the moment of the look)
-- grain:      one row a change of the flags, a rollout event or an annotation, the oldest first
-- columns:    at_epoch epoch; source text; entry integer; kind text; flags_version integer or null;
--             app_version text or null; platform text or null; percent number or null; person text; words text;
--             effect text or null
-- engines:    postgres, sqlite, citus
-- source:     timeline, and what changed before a signal; source: annotation, flags, rollout; effect: of a change of the
--             flags, a line a platform and flag; what was recorded later, or was void by then, is not in it
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
    where recorded_epoch <= :known_epoch
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
    where changed_epoch <= :known_epoch
    union all
    select
        e.at_epoch,
        'rollout',
        e.entry,
        e.kind,
        cast(null as bigint),
        e.app_version,
        e.platform,
        e.percent,
        e.changed_by,
        e.reason,
        cast(null as text)
    from rollout_event as e
    left join rollout_void as v on v.entry = e.entry
    where e.recorded_epoch <= :known_epoch
        and (v.voided_epoch is null or v.voided_epoch > :known_epoch)
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
