-- Server metrics: what was measured, of what, and which batches brought it. Instants are epoch seconds.

-- series_id: eight bytes of a hash of namespace, name and dimensions, the same in every store. dimensions: a JSON object in
-- byte order of its names; dimension_names: these names with commas, since a metric is published with several sets of
-- dimensions, whose values must not be added up. unit: as its source writes it, null where none said.
create table metric_series (
    series_id integer not null primary key,
    namespace text not null,
    name text not null,
    dimensions text not null,
    dimension_names text not null,
    unit text,
    oldest_epoch integer not null,
    newest_epoch integer not null,
    unique (namespace, name, dimensions)
) strict, without rowid;

create table metric_dimension (
    series_id integer not null,
    name text not null,
    value text not null,
    primary key (series_id, name)
) strict, without rowid;

-- statistic: Sum, Average, Minimum, Maximum, SampleCount, p99 … of a period that begins at at_epoch; or, with period_s 0,
-- Value (measured at that instant) and Total (a counter's state; since_epoch: when it was 0, where its source says so).
create table metric_sample (
    series_id integer not null,
    statistic text not null,
    period_s integer not null,
    at_epoch integer not null,
    value real not null,
    since_epoch integer,
    primary key (series_id, statistic, period_s, at_epoch)
) strict, without rowid;

-- What was loaded: the identity is the SHA-256 of a batch's bytes and of the options that change its outcome.
create table metric_batch (
    batch_sha256 text not null primary key,
    source text not null,
    points_read integer not null,
    points_new integer not null,
    points_changed integer not null,
    points_unchanged integer not null,
    points_refused integer not null,
    points_left_out integer not null,
    committed_epoch integer not null
) strict, without rowid;
