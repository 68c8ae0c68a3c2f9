-- The role that Grafana asks as, and whoever looks with chatfleet status: it reads what these need, and can't write.
--
--     psql -X -v ON_ERROR_STOP=1 -f read-only-role.sql 'service=fleet'
--     psql -X -c '\password chatfleet_grafana' 'service=fleet'
--
-- Run it as the owner of the store, and again after store migrate: it takes back what it gave, and gives what is listed here.
-- Not listed, and so out of reach: store_setting, which holds the key of the device hashes; flag_document and
-- flag_authority; of quarantined_report all but the reason and the hour, since payloads are what clients sent.
begin;

do $$
begin
    if not exists (select from pg_roles where rolname = 'chatfleet_grafana') then
        create role chatfleet_grafana login nosuperuser nocreatedb nocreaterole noreplication nobypassrls connection limit 10;
    end if;
end
$$;

-- A second line of defence, and no question that takes for ever. Rights decide; these only help.
alter role chatfleet_grafana set default_transaction_read_only = on;
alter role chatfleet_grafana set statement_timeout = '30s';
alter role chatfleet_grafana set idle_in_transaction_session_timeout = '60s';

do $$
declare
    place text := current_schema();
    granted text;
begin
    execute format('revoke all on all tables in schema %I from chatfleet_grafana', place);
    execute format('revoke all on schema %I from chatfleet_grafana', place);
    -- Postgres 14 lets everybody make tables in the schema public.
    execute format('revoke create on schema %I from public', place);
    execute format('grant usage on schema %I to chatfleet_grafana', place);
    foreach granted in array array[
        'app_version', 'health_daily', 'health_rollup', 'health_day', 'health_hour', 'health_histogram', 'health_arrival',
        'decrypt_failure', 'ingest_batch', 'flag_change', 'metric_series', 'metric_dimension', 'metric_sample',
        'metric_batch', 'metric_name_map', 'metric_dimension_map', 'signal_mute', 'signal_series', 'signal_dimension',
        'signal_count', 'signal_gauge', 'install_version', 'gate_cell', 'annotation', 'rollout_event', 'rollout_void',
        'crash_group', 'crash_group_flag',
        -- Which schema the store has: without it chatfleet does not ask it anything.
        'schema_migration'
    ]
    loop
        -- A store may be of an older schema.
        if to_regclass(format('%I.%I', place, granted)) is not null then
            execute format('grant select on %I.%I to chatfleet_grafana', place, granted);
        end if;
    end loop;
    execute format('grant select (reason, known_hour) on %I.quarantined_report to chatfleet_grafana', place);
end
$$;

commit;
