-- crashed_installs
-- question:   Which installs have crashed on a version?
-- parameters: app_version text, platform text, as_of_hour hour (takes what was known before it; 2147483647: all)
-- grain:      one row an install, in byte order
-- columns:    install_id text
-- engines:    postgres, sqlite, citus
-- source:     runbook rollout-halt, step 2: which side of each percent rollout they are on follows from their ids
select install_id
from install_version
where app_version = :app_version
    and platform = :platform
    and crash_known < :as_of_hour
order by install_id;
