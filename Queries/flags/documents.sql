-- documents
-- question:   Which documents were published as a version, byte for byte?
-- parameters: version integer
-- grain:      one row a platform
-- columns:    platform text; sha256 text; content text
-- engines:    postgres, sqlite, citus
-- source:     flags rollback, flags history --verify
select
    platform,
    sha256,
    content
from flag_document
where version = :version
order by platform;
