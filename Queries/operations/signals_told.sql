-- signals_told
-- question:   Which bad signals were told to the pager, and when last?
-- parameters: none
-- grain:      one row a signal that was bad when it was told last
-- columns:    signal text; level text; told_epoch epoch
-- engines:    postgres, sqlite, citus
-- source:     signals check, which tells of changes
select
    signal,
    level,
    told_epoch
from signal_told
order by signal;
