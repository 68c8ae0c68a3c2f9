-- known_versions
-- question:   Which versions did the store ever hear of?
-- parameters: none
-- grain:      one row a version, in version order
-- columns:    app_version text; readable flag
-- engines:    postgres, sqlite, citus
-- source:     version order of the flags contract; what an unknown --version was probably meant to be
select
    app_version,
    readable
from app_version
order by sort_key;
