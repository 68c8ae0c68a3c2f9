-- known_version
-- question:   Is a version of the flags among the store's changes, and which was published over it or past it?
-- parameters: version integer
-- grain:      one row
-- columns:    known flag; successor integer or null; overtaker integer or null
-- engines:    postgres, sqlite, citus
-- source:     a change names the version it was made from: successor is one made from this version (so this one was
--             current), overtaker one above it made from one below it (so it never was)
select
    coalesce(max(case when version = :version then 1 else 0 end), 0) as known,
    min(case when base_version = :version then version end) as successor,
    min(case when base_version < :version and version > :version then version end) as overtaker
from flag_change;
