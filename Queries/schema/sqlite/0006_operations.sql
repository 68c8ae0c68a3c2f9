-- Operations: who moved a rollout, and what else was done that a reader of the numbers has to know. at_epoch: when it
-- happened; recorded_epoch: when somebody said so; entry: the order in which the store learned of it. Instants are epoch
-- seconds. Rows are added, never changed.

-- percent: the share of the fleet that the stage offers the version to, as its store counts it; null where none was said.
create table rollout_event (
    entry integer not null primary key,
    at_epoch integer not null,
    app_version text not null,
    platform text not null,
    kind text not null check (kind in ('start', 'stage', 'halt', 'resume', 'complete')),
    percent real check (percent >= 0 and percent <= 100),
    changed_by text not null,
    reason text not null,
    recorded_epoch integer not null
) strict;
create index rollout_event_at on rollout_event (at_epoch);

-- kind: deploy, note … as annotate takes them. app_version, platform: what it is about; null: all.
create table annotation (
    entry integer not null primary key,
    at_epoch integer not null,
    kind text not null,
    text text not null,
    app_version text,
    platform text,
    annotated_by text not null,
    recorded_epoch integer not null
) strict;
create index annotation_at on annotation (at_epoch);
