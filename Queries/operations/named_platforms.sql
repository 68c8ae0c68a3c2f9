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
select e.platform
from rollout_event as e
left join rollout_void as v on v.entry = e.entry
where v.entry is null
union
select platform
from flag_document
union
select lower(value)
from signal_dimension
where name = 'Platform'
order by 1;
