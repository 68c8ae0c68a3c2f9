-- Server metrics: what was measured, of what, and which batches brought it. Instants are epoch seconds.

-- series_id: eight bytes of a hash of namespace, name and dimensions, the same in every store. dimensions: a JSON object in
-- byte order of its names; dimension_names: these names with commas, since a metric is published with several sets of
-- dimensions, whose values must not be added up. unit: as its source writes it, null where none said.
create table metric_series (
    series_id bigint not null primary key,
    namespace text collate "C" not null,
    name text collate "C" not null,
    dimensions text collate "C" not null,
    dimension_names text collate "C" not null,
    unit text collate "C",
    oldest_epoch bigint not null,
    newest_epoch bigint not null,
    unique (namespace, name, dimensions)
) with (fillfactor = 70);

create table metric_dimension (
    series_id bigint not null,
    name text collate "C" not null,
    value text collate "C" not null,
    primary key (series_id, name)
);

-- statistic: Sum, Average, Minimum, Maximum, SampleCount, p99 … of a period that begins at at_epoch; or, with period_s 0,
-- Value (measured at that instant) and Total (a counter's state; since_epoch: when it was 0, where its source says so).
create table metric_sample (
    series_id bigint not null,
    statistic text collate "C" not null,
    period_s integer not null,
    at_epoch bigint not null,
    value double precision not null,
    since_epoch bigint,
    primary key (series_id, statistic, period_s, at_epoch)
);

-- What was loaded: the identity is the SHA-256 of a batch's bytes and of the options that change its outcome.
create table metric_batch (
    batch_sha256 text collate "C" not null primary key,
    source text collate "C" not null,
    points_read bigint not null,
    points_new bigint not null,
    points_changed bigint not null,
    points_unchanged bigint not null,
    points_refused bigint not null,
    points_left_out bigint not null,
    committed_epoch bigint not null
);
