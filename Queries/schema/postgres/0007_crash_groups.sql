-- Crash groups: of an install's crashes on a day and version, those of one signature. Kept as long as failing device pairs.
-- screen: 'unknown' where missing. tells_flags: the client says which flags were on; crash_group_flag then has those that
-- were, and has none where none was. crashes: of the day so far; first_epoch: of the first. known_hour: the least hour of
-- receipt of a report that shows it.
create table crash_group (
    day date not null,
    install_id text collate "C" not null,
    app_version text collate "C" not null,
    platform text collate "C" not null,
    signature text collate "C" not null,
    screen text collate "C" not null,
    device_model text collate "C",
    os_version text collate "C",
    tells_flags smallint not null,
    first_epoch bigint not null,
    crashes integer not null,
    known_hour integer not null,
    primary key (day, install_id, app_version, platform, signature, screen)
) partition by range (day);

create table crash_group_flag (
    day date not null,
    install_id text collate "C" not null,
    app_version text collate "C" not null,
    platform text collate "C" not null,
    signature text collate "C" not null,
    flag text collate "C" not null,
    known_hour integer not null,
    primary key (day, install_id, app_version, platform, signature, flag)
) partition by range (day);
