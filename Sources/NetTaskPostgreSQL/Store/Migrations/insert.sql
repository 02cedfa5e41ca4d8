-- How a store inserts many tasks at once.

-- Microseconds since 1970.
CREATE OR REPLACE FUNCTION nettask.date(microseconds bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
    SELECT timestamptz '1970-01-01 00:00:00Z' + microseconds * interval '1 microsecond'
$$;

-- Stores tasks of one form that need no look at others, in that order. An array of what none of them says may be NULL.
--
-- Returns their ids.
CREATE OR REPLACE FUNCTION nettask.insert_plain(
    form jsonb, keys text[], payloads bytea[], priorities integer[], not_befores timestamptz[], expiries timestamptz[],
    tags jsonb[], trace_contexts jsonb[], moment timestamptz
) RETURNS bigint[] LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
    now timestamptz := coalesce(moment, clock_timestamp());
    new nettask.task := nettask.new_row(form, '{}');
    ids bigint[];
BEGIN
    new.lane := nettask.lane_of(new.kind, new.payload_version, new.requirements, false);
    WITH stored AS (
        INSERT INTO nettask.task (
            id, due, since, expires, enqueued, not_before, max_run_count, interval_ns, max_interval_ns, requirements,
            durable_requirements, lane, payload_version, state, priority, first_priority, kind, idempotency_key,
            spec_version, spec_hash, codec, durable_codec, tags, trace_context, payload
        )
        SELECT nextval('nettask.task_id'), coalesce(t.not_before, now), CASE WHEN t.not_before IS NULL THEN now END,
            t.expires, now, t.not_before, new.max_run_count, new.interval_ns, new.max_interval_ns, new.requirements,
            new.durable_requirements, new.lane, new.payload_version, 0, t.priority, t.priority, new.kind, t.key,
            new.spec_version, new.spec_hash, new.codec, new.durable_codec, t.tags, t.trace_context, t.payload
        FROM unnest(keys, payloads, priorities, not_befores, expiries, tags, trace_contexts)
            AS t (key, payload, priority, not_before, expires, tags, trace_context)
        RETURNING id
    )
    SELECT array_agg(id) INTO ids FROM stored;
    IF not_befores IS NOT NULL THEN
        PERFORM nettask.lower_fronts(ids);
    END IF;
    INSERT INTO nettask.figure (minute, kind, enqueued)
        VALUES (date_trunc('minute', now, 'UTC'), new.kind, cardinality(keys));
    PERFORM nettask.tell(ARRAY[new.kind], '{}');
    RETURN ids;
END $$;

-- Stores any tasks, in that order.
--
-- forms: what many of them have in common, an array of objects; form_of: for each task, which one, from 1; options: for
-- each task, what else there is to say, or NULL.
CREATE OR REPLACE FUNCTION nettask.insert_tasks(
    forms jsonb, form_of integer[], keys text[], payloads bytea[], priorities integer[], options jsonb[],
    moment timestamptz
) RETURNS TABLE (outcome text, id bigint, replaced bigint[]) LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
    now timestamptz := coalesce(moment, clock_timestamp());
    new nettask.task;
    stored record;
    changed bigint[] := '{}';
    is_changed boolean := false;
BEGIN
    -- In an order that is the same for all, so that two who store many at once do not wait for each other.
    PERFORM nettask.lock_group(g.name) FROM (
        SELECT DISTINCT o ->> 'group' AS name FROM unnest(options) AS o WHERE o ->> 'group' IS NOT NULL ORDER BY 1
    ) AS g;
    PERFORM nettask.needs_of((
        SELECT jsonb_agg(d) FROM unnest(options) AS o, jsonb_array_elements(o -> 'dependencies') AS d
    ));
    FOR place IN 1 .. cardinality(form_of) LOOP
        new := nettask.new_row(forms -> form_of[place] - 1, coalesce(options[place], '{}'));
        new.idempotency_key := keys[place];
        new.payload := payloads[place];
        new.priority := priorities[place];
        new.first_priority := priorities[place];
        SELECT * INTO stored FROM nettask.insert_task(new, now);
        is_changed := is_changed OR stored.outcome IN ('inserted', 'replaced');
        changed := changed || stored.replaced;
        RETURN QUERY SELECT stored.outcome, stored.task, stored.replaced;
    END LOOP;
    IF is_changed THEN
        -- Those that were replaced may have kept tasks of any kind waiting.
        PERFORM nettask.tell(CASE WHEN changed = '{}' THEN (
            SELECT array_agg(DISTINCT f ->> 'kind') FROM jsonb_array_elements(forms) AS f
        ) END, changed);
    END IF;
END $$;

-- A row of what is said of a task.
CREATE OR REPLACE FUNCTION nettask.new_row(form jsonb, options jsonb) RETURNS nettask.task LANGUAGE plpgsql AS $$
DECLARE
    new nettask.task;
BEGIN
    new.kind := form ->> 'kind';
    new.payload_version := form ->> 'payloadVersion';
    new.spec_version := form ->> 'specVersion';
    new.spec_hash := form ->> 'specHash';
    new.codec := form ->> 'codec';
    new.requirements := form ->> 'requirements';
    new.max_run_count := form ->> 'maxRunCount';
    new.interval_ns := form ->> 'interval';
    new.max_interval_ns := form ->> 'maxInterval';
    new.durable_codec := form ->> 'durableCodec';
    new.durable_requirements := form ->> 'durableRequirements';
    new.not_before := nettask.date((options ->> 'notBefore')::bigint);
    new.expires := nettask.date((options ->> 'expires')::bigint);
    new.tags := options -> 'tags';
    new.trace_context := options -> 'traceContext';
    new.group_name := options ->> 'group';
    new.unique_key := options ->> 'uniqueKey';
    new.unique_policy := options ->> 'uniquePolicy';
    new.dependencies := options -> 'dependencies';
    new.token := 0;
    new.run_count := 0;
    new.run_number := 0;
    new.lost_count := 0;
    new.pending := 0;
    RETURN new;
END $$;
