-- Who last wrote each bucket of installs' lives (install_version), as a random number: who looks lives up before their turn,
-- without a lock, sees by it whether they are still as they were once they are locked. Nothing else reads it.
create table life_writer (
    bucket integer primary key,
    writer bigint not null
) with (fillfactor = 10);

insert into life_writer (bucket, writer)
select bucket, 0
from generate_series(0, 15) as bucket;
