-- named_platforms
-- question:   Which platforms does the store know by anything: reports, records of rollouts, flags, server metrics?
-- parameters: none
-- grain:      one row a platform
-- columns:    platform text
-- engines:    postgres, sqlite, citus
-- source:     what a record of a platform without reports may be of; a metric's Platform is as its servers write it
select platform
from health_day
union
select platform
from rollout_event
union
select platform
from flag_document
union
select lower(value)
from signal_dimension
where name = 'Platform'
order by 1;
