-- known_platforms
-- question:   Which platforms did the store ever hear of?
-- parameters: none
-- grain:      one row a platform
-- columns:    platform text
-- engines:    postgres, sqlite, citus
-- source:     what an unknown --platform was probably meant to be
select distinct platform
from health_day
order by platform;
