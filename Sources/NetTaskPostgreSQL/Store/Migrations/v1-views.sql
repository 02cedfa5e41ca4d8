-- Version 1, the views: tasks and runs as one sees them, wherever they stand.

CREATE VIEW nettask.open_task AS
    SELECT id, state, kind, payload_version, spec_version, spec_hash, codec, idempotency_key, priority, first_priority,
        enqueued, due, not_before, expires, NULL::timestamptz AS ended, run_count, lost_count, max_run_count,
        interval_ns, max_interval_ns, durable_codec, durable_requirements, requirements, group_name, unique_key,
        unique_policy, dependencies, tags, trace_context, last_error, NULL::text AS death_reason,
        NULL::text AS cancellation, token, reply, payload
    FROM nettask.task;

CREATE VIEW nettask.ended_task AS
    SELECT id, state, kind, payload_version, spec_version, spec_hash, codec, idempotency_key, priority, first_priority,
        enqueued, due, not_before, expires, ended, run_count, lost_count, max_run_count, interval_ns, max_interval_ns,
        durable_codec, durable_requirements, requirements, group_name, unique_key, unique_policy, dependencies, tags,
        trace_context, last_error, death_reason, cancellation, token, reply, payload
    FROM nettask.ended;

CREATE VIEW nettask.all_task AS
    SELECT * FROM nettask.open_task UNION ALL SELECT * FROM nettask.ended_task;

CREATE VIEW nettask.all_run AS
    SELECT task, number, started, ended, attempt_count, outcome, error FROM nettask.run
    UNION ALL
    SELECT id, run_number, started, NULL, 0, 'running', NULL FROM nettask.task WHERE state = 2
    UNION ALL
    SELECT id, run_number, started, ended, attempt_count, outcome,
        CASE WHEN outcome = 'cancelled' THEN cancellation WHEN outcome <> 'succeeded' THEN last_error END
    FROM nettask.ended WHERE outcome IS NOT NULL;

CREATE FUNCTION nettask.tasks(ids bigint[]) RETURNS SETOF nettask.all_task LANGUAGE sql STABLE SET enable_seqscan = off AS $$
    SELECT * FROM nettask.all_task WHERE id = ANY (ids) ORDER BY id
$$;
