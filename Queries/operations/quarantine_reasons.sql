-- quarantine_reasons
-- question:   Why were reports set aside, how many, and is it still going on?
-- parameters: none
-- grain:      one row a reason, the most frequent first
-- columns:    reason text; reports count; first_known_hour hour; last_known_hour hour
-- engines:    postgres, sqlite, citus
-- source:     quarantine of the telemetry contract
select
    reason,
    count(*) as reports,
    min(known_hour) as first_known_hour,
    max(known_hour) as last_known_hour
from quarantined_report
group by reason
order by count(*) desc, reason;
