-- Installs' lives are kept as rows with an index beside them: a batch of reports, whose installs come in no order, then touches
-- pages of the index's narrow entries, and not of the whole table; and the index by first day grows at its ends alone.
alter table install_version rename to install_version_by_key;

create table install_version (
    install_id text not null,
    app_version text not null,
    platform text not null,
    first_day text not null,
    last_day text not null,
    first_known integer not null,
    crash_known integer,
    decrypt_known integer,
    failed_known integer,
    aged_known integer,
    device_class text not null,
    booked_day integer,
    booked integer not null,
    primary key (install_id, app_version, platform)
) strict;

insert into install_version
select * from install_version_by_key;

drop table install_version_by_key;

create index install_version_first_day on install_version (app_version, platform, first_day);
