-- How tasks are stored.

-- Notifies listeners of the kinds that may have something to claim, of the tasks that have changed, and of the queue that has
-- changed them, if the transaction names one. NULL: any.
CREATE OR REPLACE FUNCTION nettask.tell(kinds text[], ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    author bigint := nullif(current_setting('nettask.author', true), '');
    change text := json_strip_nulls(json_build_object('kinds', kinds, 'ids', ids, 'author', author));
BEGIN
    -- 8,000 bytes are what a notification can hold.
    IF octet_length(change) > 7900 THEN
        change := json_strip_nulls(json_build_object('kinds', kinds, 'author', author));
    END IF;
    IF octet_length(change) > 7900 THEN
        change := '{}';
    END IF;
    PERFORM pg_notify('nettask', change);
END $$;

-- The lane of a task, which is made if there is none.
CREATE OR REPLACE FUNCTION nettask.lane_of(a_kind text, a_version integer, some_requirements bigint, suspect boolean)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    found_id integer;
BEGIN
    SELECT id INTO found_id FROM nettask.lane WHERE kind = a_kind AND payload_version = a_version
        AND requirements = some_requirements AND is_suspect = suspect ORDER BY id LIMIT 1;
    IF found_id IS NULL THEN
        INSERT INTO nettask.lane (kind, payload_version, requirements, is_suspect)
            VALUES (a_kind, a_version, some_requirements, suspect) RETURNING id INTO found_id;
    END IF;
    RETURN found_id;
END $$;

-- Whoever adds to a group, or passes its turn on, holds this until the end of the transaction. Only those who add wait for it.
CREATE OR REPLACE FUNCTION nettask.lock_group(a_group text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('nettask ' || a_group, 0));
END $$;

-- The dependencies of a task that have not ended, each once, and the first that keeps it from ever running. Those that
-- have not ended cannot end before the transaction does.
CREATE OR REPLACE FUNCTION nettask.needs_of(some_dependencies jsonb, OUT ids bigint[], OUT policies text[], OUT failed bigint)
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM nettask.task
        WHERE id IN (SELECT (d ->> 'id')::bigint FROM jsonb_array_elements(some_dependencies) AS d)
        ORDER BY id FOR KEY SHARE;
    SELECT array_agg(d.id ORDER BY d.id), array_agg(d.policy ORDER BY d.id) INTO ids, policies FROM (
        SELECT (d ->> 'id')::bigint AS id, min(d ->> 'onFailure') AS policy -- cancel comes before run
        FROM jsonb_array_elements(some_dependencies) AS d GROUP BY 1
    ) AS d JOIN nettask.task AS t ON t.id = d.id;
    SELECT e.id INTO failed FROM jsonb_array_elements(some_dependencies) WITH ORDINALITY AS d (d, place)
        JOIN nettask.ended AS e ON e.id = (d.d ->> 'id')::bigint
        WHERE e.state <> 3 AND d.d ->> 'onFailure' = 'cancel' ORDER BY d.place LIMIT 1;
END $$;

-- Stores a task, of which all is set but the id, the lane, the state, and what follows from its dates. One that never
-- expires may say so by 'infinity'.
CREATE OR REPLACE FUNCTION nettask.insert_task(
    new nettask.task, moment timestamptz, OUT outcome text, OUT task bigint, OUT replaced bigint[]
) LANGUAGE plpgsql AS $$
DECLARE
    needed bigint[];
    policies text[];
    failed bigint;
    other bigint;
BEGIN
    IF octet_length(new.payload) > 1048576 THEN
        RAISE EXCEPTION 'The payload of a task of kind % has % bytes, and may have 1,048,576.',
            new.kind, octet_length(new.payload)
            USING ERRCODE = 'NT001', HINT = 'Keep large data elsewhere, and let the task say where it is.';
    END IF;
    IF NOT isfinite(new.not_before) OR new.expires = '-infinity' THEN
        RAISE EXCEPTION 'A task cannot begin or expire at a date that is infinite.' USING ERRCODE = 'NT004';
    END IF;
    new.expires := nullif(new.expires, 'infinity');
    IF new.group_name IS NOT NULL THEN
        PERFORM nettask.lock_group(new.group_name);
    END IF;
    IF new.dependencies IS NOT NULL THEN
        SELECT n.ids, n.policies, n.failed INTO needed, policies, failed FROM nettask.needs_of(new.dependencies) AS n;
        SELECT (d.d ->> 'id')::bigint INTO other
            FROM jsonb_array_elements(new.dependencies) WITH ORDINALITY AS d (d, place)
            WHERE NOT EXISTS (SELECT FROM nettask.task AS t WHERE t.id = (d.d ->> 'id')::bigint)
            AND NOT EXISTS (SELECT FROM nettask.ended AS e WHERE e.id = (d.d ->> 'id')::bigint)
            ORDER BY d.place LIMIT 1;
        IF FOUND THEN
            RAISE EXCEPTION 'Task % does not exist, so that no task can depend on it.', other
                USING ERRCODE = 'NT003', DETAIL = other::text;
        END IF;
        new.pending := coalesce(cardinality(needed), 0);
    END IF;
    new.lane := nettask.lane_of(new.kind, new.payload_version, new.requirements, false);
    new.enqueued := moment;
    new.due := coalesce(new.not_before, moment);
    new.since := CASE WHEN new.not_before IS NULL THEN moment END;
    LOOP
        IF new.unique_key IS NOT NULL THEN
            SELECT id INTO other FROM nettask.task AS t WHERE t.kind = new.kind AND t.unique_key = new.unique_key;
            IF FOUND AND new.unique_policy = 'cancelOld' THEN
                replaced := nettask.cancel(ARRAY[other],
                    'Another task with the same unique key has taken its place.', moment);
            ELSIF FOUND THEN
                outcome := CASE new.unique_policy WHEN 'coalesce' THEN 'kept' ELSE 'rejected' END;
                task := other;
                RETURN;
            END IF;
        END IF;
        new.id := nextval('nettask.task_id');
        new.state := CASE
            WHEN new.pending > 0 OR new.group_name IS NOT NULL
                AND EXISTS (SELECT FROM nettask.task AS t WHERE t.group_name = new.group_name)
            THEN 1 ELSE 0 END;
        INSERT INTO nettask.task VALUES (new.*) ON CONFLICT (kind, unique_key) WHERE unique_key IS NOT NULL DO NOTHING;
        IF FOUND THEN
            IF failed IS NOT NULL THEN
                PERFORM nettask.end_tasks(nettask.ends_of(ARRAY[new.id], 5,
                    'Task ' || failed || ', which it depends on, had ended without success.', NULL), moment);
            ELSIF new.pending > 0 THEN
                INSERT INTO nettask.dependency SELECT n.id, new.id, n.policy
                    FROM unnest(needed, policies) AS n (id, policy);
            END IF;
            EXIT;
        END IF;
        -- Somebody else has just stored one with that key.
    END LOOP;
    IF new.due < moment THEN
        PERFORM nettask.lower_fronts(ARRAY[new.id]);
    END IF;
    outcome := CASE WHEN replaced IS NULL THEN 'inserted' ELSE 'replaced' END;
    task := new.id;
    INSERT INTO nettask.figure (minute, kind, enqueued) VALUES (date_trunc('minute', moment, 'UTC'), new.kind, 1);
END $$;

-- Stores a task in the transaction of who calls it, and wakes the workers when that is committed.
--
-- dependencies: [{"id": 1, "onFailure": "cancel"}], or "run"; unique_policy: coalesce, cancelOld or rejectNew; priority:
-- from 0, very low, to 4. Returns the id of the task, or of the one that is there already and stays.
CREATE OR REPLACE FUNCTION nettask.enqueue(
    kind text,
    payload bytea,
    priority integer DEFAULT 2,
    not_before timestamptz DEFAULT NULL,
    expires timestamptz DEFAULT NULL,
    idempotency_key text DEFAULT NULL,
    tags text[] DEFAULT NULL,
    group_name text DEFAULT NULL,
    unique_key text DEFAULT NULL,
    unique_policy text DEFAULT 'coalesce',
    dependencies jsonb DEFAULT NULL,
    requirements bigint DEFAULT 0,
    max_run_count bigint DEFAULT 25,
    run_interval interval DEFAULT '10 s',
    max_interval interval DEFAULT '6 h',
    payload_version integer DEFAULT 1,
    spec_version text DEFAULT '',
    spec_hash text DEFAULT '',
    codec text DEFAULT NULL,
    durable_requirements bigint DEFAULT 0,
    trace_context jsonb DEFAULT NULL,
    notify boolean DEFAULT true
) RETURNS bigint LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
    new nettask.task;
    stored record;
BEGIN
    IF (priority BETWEEN 0 AND 4 AND max_run_count >= 1 AND unique_policy IN ('coalesce', 'cancelOld', 'rejectNew')
        AND coalesce(jsonb_typeof(dependencies), 'array') = 'array'
        AND coalesce(jsonb_typeof(trace_context), 'object') = 'object'
        AND num_nulls(kind, payload, requirements, durable_requirements, run_interval, max_interval, payload_version,
            spec_version, spec_hash) = 0) IS NOT TRUE
    THEN
        RAISE EXCEPTION 'A task needs a kind and a payload, a priority from 0 to 4, at least one run, a unique_policy of '
            'coalesce, cancelOld or rejectNew, an array of dependencies, and an object as trace_context; what has a '
            'default cannot be NULL, unless that is the default.'
            USING ERRCODE = 'NT004';
    END IF;
    IF EXISTS (SELECT FROM jsonb_array_elements(dependencies) AS d
        WHERE coalesce(d ->> 'onFailure', '') NOT IN ('cancel', 'run') OR jsonb_typeof(d -> 'id') <> 'number')
    THEN
        RAISE EXCEPTION 'A dependency is an object such as {"id": 1, "onFailure": "cancel"}, or "run".'
            USING ERRCODE = 'NT004';
    END IF;
    new.kind := kind;
    new.payload := payload;
    new.priority := priority;
    new.first_priority := priority;
    new.not_before := not_before;
    new.expires := expires;
    new.idempotency_key := coalesce(idempotency_key, gen_random_uuid()::text);
    new.tags := CASE WHEN cardinality(tags) > 0 THEN to_jsonb(tags) END;
    new.group_name := group_name;
    new.unique_key := unique_key;
    new.unique_policy := CASE WHEN unique_key IS NOT NULL THEN unique_policy END;
    new.dependencies := CASE WHEN dependencies <> '[]' THEN dependencies END;
    new.requirements := requirements;
    new.durable_requirements := durable_requirements;
    new.max_run_count := max_run_count;
    new.interval_ns := extract(epoch FROM run_interval) * 1000000000;
    new.max_interval_ns := extract(epoch FROM max_interval) * 1000000000;
    new.payload_version := payload_version;
    new.spec_version := spec_version;
    new.spec_hash := spec_hash;
    new.codec := codec;
    new.durable_codec := codec;
    new.trace_context := CASE WHEN trace_context <> '{}' THEN trace_context END;
    new.token := 0;
    new.run_count := 0;
    new.run_number := 0;
    new.lost_count := 0;
    new.pending := 0;
    SELECT * INTO stored FROM nettask.insert_task(new, clock_timestamp());
    IF stored.outcome = 'rejected' THEN
        RAISE EXCEPTION 'Task % has the same unique key, and has not ended.', stored.task
            USING ERRCODE = 'NT002', DETAIL = stored.task::text;
    END IF;
    IF notify AND stored.outcome <> 'kept' THEN
        -- The one that it replaces may have kept tasks of any kind waiting.
        PERFORM nettask.tell(CASE WHEN stored.replaced IS NULL THEN ARRAY[kind] END, coalesce(stored.replaced, '{}'));
    END IF;
    RETURN stored.task;
END $$;
