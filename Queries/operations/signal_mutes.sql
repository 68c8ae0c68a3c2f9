-- signal_mutes
-- question:   Which signals did somebody silence or acknowledge, so that it holds at a time?
-- parameters: at_epoch epoch
-- grain:      one row a signal and kind: the last word on it, where that has begun and has not ended
-- columns:    signal text; kind text; from_epoch epoch; until_epoch epoch; reason text; muted_by text
-- engines:    postgres, sqlite, citus
-- source:     signals silence and signals ack; lifting is an entry that ends where it begins
select
    m.signal,
    m.kind,
    m.from_epoch,
    m.until_epoch,
    m.reason,
    m.muted_by
from signal_mute as m
join (
    select
        signal,
        kind,
        max(entry) as entry
    from signal_mute
    where from_epoch <= :at_epoch
    group by signal, kind
) as newest on newest.entry = m.entry
where m.until_epoch > :at_epoch
order by m.signal, m.kind;
