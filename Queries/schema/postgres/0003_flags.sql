-- Flags: where they are published, what was published, and who changed what, when and why.
-- Instants are epoch seconds, digests lower-case hexadecimal SHA-256.

-- The one place that this store's flags are published to. One row.
create table flag_authority (
    slot smallint not null primary key check (slot = 1),
    target text collate "C" not null,
    public_url text collate "C",
    named_epoch bigint not null,
    named_by text collate "C" not null
);

-- Each document that was ever current, byte for byte.
create table flag_document (
    version bigint not null,
    platform text collate "C" not null,
    sha256 text collate "C" not null,
    content text collate "C" not null,
    primary key (version, platform)
);

-- Each change, in the order in which the store learned of them. change_sha256 is over the row and previous_sha256, so that
-- no row can be changed, taken out or put in unseen. latest_sha256: of latest.json as it was published.
create table flag_change (
    entry bigint not null primary key,
    version bigint not null unique,
    base_version bigint not null,
    kind text collate "C" not null,
    target text collate "C" not null,
    changed_epoch bigint not null,
    changed_by text collate "C" not null,
    reason text collate "C" not null,
    effect text collate "C" not null,
    latest_sha256 text collate "C" not null,
    previous_sha256 text collate "C" not null,
    change_sha256 text collate "C" not null
);
