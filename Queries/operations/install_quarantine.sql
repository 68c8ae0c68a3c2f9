-- install_quarantine
-- question:   Which reports of one install were set aside, and why?
-- parameters: install_id text
-- grain:      one row a report
-- columns:    payload_sha256 text; reason text; day text or null; known_hour hour
-- engines:    postgres, sqlite, citus
-- source:     quarantine of the telemetry contract; day is as the client wrote it
select
    payload_sha256,
    reason,
    day,
    known_hour
from quarantined_report
where install_id = :install_id
order by known_hour desc, payload_sha256;
