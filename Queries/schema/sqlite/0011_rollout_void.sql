-- Records of rollouts that were wrong. A record stays as it was written: from voided_epoch on it counts for nothing, and a look
-- at an earlier moment counts it. entry: that of the record, which is made void once; to say it again is another record.
create table rollout_void (
    entry integer not null primary key,
    voided_by text not null,
    reason text not null,
    voided_epoch integer not null
) strict;
