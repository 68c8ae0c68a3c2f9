-- recent_batches
-- question:   What was loaded last, from where, and how much of it was refused?
-- parameters: batches_max count
-- grain:      one row a batch, the newest first
-- columns:    committed_epoch epoch; source text; first_position count; reports_read count; reports_new count;
--             reports_changed count; reports_unchanged count; reports_refused count; reports_quarantined count
-- engines:    postgres, sqlite, citus
-- source:     store status
select
    committed_epoch,
    source,
    first_position,
    reports_read,
    reports_new,
    reports_changed,
    reports_unchanged,
    reports_refused,
    reports_quarantined
from ingest_batch
order by committed_epoch desc, source, first_position desc, batch_sha256
limit :batches_max;
