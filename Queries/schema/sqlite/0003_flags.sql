-- Flags: where they are published, what was published, and who changed what, when and why.
-- Instants are epoch seconds, digests lower-case hexadecimal SHA-256.

-- The one place that this store's flags are published to. One row.
create table flag_authority (
    slot integer not null primary key check (slot = 1),
    target text not null,
    public_url text,
    named_epoch integer not null,
    named_by text not null
) strict;

-- Each document that was ever current, byte for byte.
create table flag_document (
    version integer not null,
    platform text not null,
    sha256 text not null,
    content text not null,
    primary key (version, platform)
) strict, without rowid;

-- Each change, in the order in which the store learned of them. change_sha256 is over the row and previous_sha256, so that
-- no row can be changed, taken out or put in unseen. latest_sha256: of latest.json as it was published.
create table flag_change (
    entry integer not null primary key,
    version integer not null unique,
    base_version integer not null,
    kind text not null,
    target text not null,
    changed_epoch integer not null,
    changed_by text not null,
    reason text not null,
    effect text not null,
    latest_sha256 text not null,
    previous_sha256 text not null,
    change_sha256 text not null
) strict;
