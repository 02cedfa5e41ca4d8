-- Version 1: how a store inserts many tasks at once.

-- Microseconds since 1970.
CREATE FUNCTION nettask.date(microseconds bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
    SELECT timestamptz '1970-01-01 00:00:00Z' + microseconds * interval '1 microsecond'
$$;

-- Stores tasks, in that order.
--
-- forms: what many of them have in common, an array of objects; form_of: for each task, which one, from 1; options: for
-- each task, what else there is to say, or NULL; is_plain: that no option has a unique key, a group or dependencies.
CREATE FUNCTION nettask.insert_tasks(
    forms jsonb, form_of integer[], keys text[], payloads bytea[], priorities integer[], options jsonb[],
    is_plain boolean, moment timestamptz
) RETURNS TABLE (outcome text, id bigint, replaced bigint[]) LANGUAGE plpgsql SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
    now timestamptz := coalesce(moment, clock_timestamp());
    new nettask.task;
    stored record;
    changed bigint[] := '{}';
    is_changed boolean := false;
    lanes integer[];
BEGIN
    SELECT array_agg(nettask.lane_of(f.f ->> 'kind', (f.f ->> 'payloadVersion')::integer,
        (f.f ->> 'requirements')::bigint, false) ORDER BY f.place) INTO lanes
        FROM jsonb_array_elements(forms) WITH ORDINALITY AS f (f, place);
    IF is_plain THEN
        RETURN QUERY WITH form AS MATERIALIZED (
            SELECT place, f.* FROM jsonb_array_elements(forms) WITH ORDINALITY AS a (form, place), jsonb_to_record(form)
                AS f (kind text, "payloadVersion" integer, "specVersion" text, "specHash" text, codec text,
                requirements bigint, "maxRunCount" bigint, "interval" bigint, "maxInterval" bigint,
                "durableCodec" text, "durableRequirements" bigint)
        )
        INSERT INTO nettask.task (
            id, due, since, expires, enqueued, not_before, max_run_count, interval_ns, max_interval_ns, requirements,
            durable_requirements, lane, payload_version, state, priority, first_priority, kind, idempotency_key,
            spec_version, spec_hash, codec, durable_codec, tags, trace_context, payload
        )
        SELECT nextval('nettask.task_id'), coalesce(nettask.date((o ->> 'notBefore')::bigint), now),
            CASE WHEN o ->> 'notBefore' IS NULL THEN now END, nettask.date((o ->> 'expires')::bigint), now,
            nettask.date((o ->> 'notBefore')::bigint), f."maxRunCount", f."interval", f."maxInterval", f.requirements,
            f."durableRequirements", lanes[t.form], f."payloadVersion", 0, t.priority, t.priority, f.kind, t.key,
            f."specVersion", f."specHash", f.codec, f."durableCodec", o -> 'tags', o -> 'traceContext', t.payload
        FROM unnest(form_of, keys, payloads, priorities, options) WITH ORDINALITY
            AS t (form, key, payload, priority, o, place)
            JOIN form AS f ON f.place = t.form
        ORDER BY t.place
        RETURNING 'inserted'::text, task.id, NULL::bigint[];
        INSERT INTO nettask.figure (minute, kind, enqueued)
            SELECT date_trunc('minute', now, 'UTC'), forms -> form - 1 ->> 'kind', count(*)
            FROM unnest(form_of) AS f (form) GROUP BY form;
        is_changed := true;
    ELSE
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
    END IF;
    IF is_changed THEN
        PERFORM nettask.tell(
            (SELECT array_agg(DISTINCT f ->> 'kind') FROM jsonb_array_elements(forms) AS f),
            changed
        );
    END IF;
END $$;

-- A row of what is said of a task.
CREATE FUNCTION nettask.new_row(form jsonb, options jsonb) RETURNS nettask.task LANGUAGE plpgsql AS $$
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
