-- How often writers took each bucket of installs' lives (install_version): who looks lives up before their turn, without a
-- lock, sees by it whether they are still as they were once they are locked. Nothing else reads it.
create table life_writes (
    bucket integer primary key,
    writes bigint not null
) with (fillfactor = 10);

insert into life_writes (bucket, writes)
select bucket, 0
from generate_series(0, 15) as bucket;
