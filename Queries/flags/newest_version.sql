-- newest_version
-- question:   Which is the greatest version of the flags that the store knows?
-- parameters: none
-- grain:      one row
-- columns:    version integer or null; entry integer or null
-- engines:    postgres, sqlite, citus
-- source:     numbers are never used twice, also where a target was made anew; entry is the last change's place
select
    max(version) as version,
    max(entry) as entry
from flag_change;
