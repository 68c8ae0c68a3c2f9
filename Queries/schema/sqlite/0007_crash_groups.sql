-- Crash groups: of an install's crashes on a day and version, those of one signature. Kept as long as failing device pairs.
-- screen: 'unknown' where missing. tells_flags: the client says which flags were on; crash_group_flag then has those that
-- were, and has none where none was. crashes: of the day so far; first_epoch: of the first. known_hour: the least hour of
-- receipt of a report that shows it.
create table crash_group (
    day text not null,
    install_id text not null,
    app_version text not null,
    platform text not null,
    signature text not null,
    screen text not null,
    device_model text,
    os_version text,
    tells_flags integer not null,
    first_epoch integer not null,
    crashes integer not null,
    known_hour integer not null,
    primary key (day, install_id, app_version, platform, signature, screen)
) strict, without rowid;

create table crash_group_flag (
    day text not null,
    install_id text not null,
    app_version text not null,
    platform text not null,
    signature text not null,
    flag text not null,
    known_hour integer not null,
    primary key (day, install_id, app_version, platform, signature, flag)
) strict, without rowid;
