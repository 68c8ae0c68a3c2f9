-- authority
-- question:   Where are this store's flags published?
-- parameters: none
-- grain:      one row, or none as long as nothing was published
-- columns:    target text; public_url text or null; named_epoch epoch; named_by text
-- engines:    postgres, sqlite, citus
-- source:     one authority a store, so that two runbooks can't publish to two places
select
    target,
    public_url,
    named_epoch,
    named_by
from flag_authority;
