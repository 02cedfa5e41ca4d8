-- How runs end, and what follows from it.

-- The ends of tasks that all end in the same way, without a run of theirs having said so.
CREATE OR REPLACE FUNCTION nettask.ends_of(ids bigint[], state integer, error text, death_reason text)
RETURNS nettask.run_end[] LANGUAGE sql AS $$
    SELECT coalesce(array_agg(ROW(t.id, 0, state, 'cancelled', error, CASE state WHEN 4 THEN error END, death_reason,
        NULL, 0, NULL, NULL, NULL, false, 0)
        ::nettask.run_end), '{}') FROM unnest(ids) AS t (id)
$$;

-- Moves tasks, whose rows the caller has locked, to those that have ended. settle() does what follows.
CREATE OR REPLACE FUNCTION nettask.end_tasks(ends nettask.run_end[], moment timestamptz) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
    WITH gone AS (
        DELETE FROM nettask.task AS t
            USING unnest(ends) AS e
            WHERE t.id = e.id AND e.state > 2
            RETURNING t.*, e.state AS end_state, e.outcome, e.error, e.last_error AS end_error, e.death_reason,
                e.reply AS end_reply, e.attempt_count
    ), moved AS (
    INSERT INTO nettask.ended (
        id, ended, due, expires, enqueued, not_before, started, token, max_run_count, interval_ns, max_interval_ns,
        requirements, durable_requirements, payload_version, run_count, run_number, lost_count, attempt_count, state,
        priority, first_priority, kind, idempotency_key, spec_version, spec_hash, codec, durable_codec, group_name,
        unique_key, unique_policy, last_error, outcome, death_reason, cancellation, dependencies, tags, trace_context,
        reply, payload
    )
    SELECT id, moment, due, expires, enqueued, not_before, started, token, max_run_count, interval_ns, max_interval_ns,
        requirements, durable_requirements, payload_version, run_count, run_number,
        lost_count + CASE WHEN outcome = 'lost' THEN 1 ELSE 0 END, attempt_count, end_state,
        priority, first_priority, kind, idempotency_key, spec_version, spec_hash, codec, durable_codec, group_name,
        unique_key, unique_policy, coalesce(end_error, last_error),
        CASE WHEN state = 2 THEN outcome END, death_reason, CASE WHEN end_state = 5 THEN error END, dependencies, tags,
        trace_context, end_reply, CASE WHEN end_state = 4 THEN payload ELSE '' END
    FROM gone RETURNING kind, state
    )
    INSERT INTO nettask.figure (minute, kind, succeeded, died, cancelled)
        SELECT date_trunc('minute', moment, 'UTC'), kind, count(*) FILTER (WHERE state = 3),
            count(*) FILTER (WHERE state = 4), count(*) FILTER (WHERE state = 5)
        FROM moved GROUP BY kind;
END $$;

-- Has the runs end after which their tasks wait again. The caller has locked the rows.
CREATE OR REPLACE FUNCTION nettask.put_back(ends nettask.run_end[], moment timestamptz) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
    long bigint[];
    a_group text;
BEGIN
    WITH moved AS (
        UPDATE nettask.task AS t SET state = 0, leased_until = NULL,
            due = coalesce(e.due, moment + e.wait * interval '1 second'),
            since = CASE WHEN e.due IS NULL THEN moment END,
            priority = coalesce(e.priority, t.priority),
            last_error = coalesce(e.last_error, t.last_error),
            reply = coalesce(e.reply, t.reply),
            run_count = t.run_count - e.is_uncounted::integer,
            lost_count = t.lost_count + (e.outcome = 'lost')::integer,
            -- A task that has lost its second lease is tried alone.
            lane = CASE WHEN e.outcome = 'lost' AND t.lost_count > 0
                THEN nettask.lane_of(t.kind, t.payload_version, t.requirements, true) ELSE t.lane END
            FROM unnest(ends) AS e WHERE t.id = e.id AND e.state = 0
            RETURNING t.id, t.kind, t.run_number, t.started, e.outcome, e.error, e.attempt_count
    ), counted AS (
        INSERT INTO nettask.figure (minute, kind, failed)
            SELECT date_trunc('minute', moment, 'UTC'), kind, count(*) FROM moved WHERE outcome IN ('failed', 'lost') GROUP BY kind
    ), stored AS (
        INSERT INTO nettask.run (task, number, started, ended, attempt_count, outcome, error)
            SELECT id, run_number, started, moment, attempt_count, outcome, error FROM moved
            RETURNING task, number
    )
    SELECT array_agg(task) INTO long FROM stored WHERE number > 100;
    -- The last hundred runs of a task are kept.
    IF long IS NOT NULL THEN
        DELETE FROM nettask.run AS r USING nettask.task AS t
            WHERE t.id = ANY (long) AND r.task = t.id AND r.number <= t.run_number - 100;
    END IF;
    FOR a_group IN SELECT DISTINCT group_name FROM nettask.task
        WHERE id = ANY (ARRAY(SELECT e.id FROM unnest(ends) AS e WHERE e.state = 0)) AND num_nonnulls(group_name) = 1
    LOOP
        PERFORM nettask.try_turn(a_group);
    END LOOP;
    PERFORM nettask.lower_fronts(ARRAY(SELECT e.id FROM unnest(ends) AS e WHERE e.state = 0));
END $$;

-- Passes the turn of a group on, unless another transaction is adding to the group. Stores add within milliseconds, so this
-- waits up to 20 ms. The transaction of an app may take long: pass_turns() passes the turn on afterwards.
CREATE OR REPLACE FUNCTION nettask.try_turn(a_group text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    FOR attempt IN 1 .. 5 LOOP
        IF pg_try_advisory_xact_lock(hashtextextended('nettask ' || a_group, 0)) THEN
            PERFORM nettask.pass_turn(a_group);
            RETURN;
        END IF;
        PERFORM pg_sleep(0.004);
    END LOOP;
    INSERT INTO nettask.turn VALUES (a_group);
END $$;

-- Passes the turns on that could not be passed on before. To be called every few seconds.
CREATE OR REPLACE FUNCTION nettask.pass_turns() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    a_group text;
BEGIN
    FOR a_group IN SELECT DISTINCT group_name FROM nettask.turn LOOP
        CONTINUE WHEN NOT pg_try_advisory_xact_lock(hashtextextended('nettask ' || a_group, 0));
        DELETE FROM nettask.turn WHERE group_name = a_group;
        PERFORM nettask.pass_turn(a_group);
        PERFORM nettask.tell(NULL, '{}');
    END LOOP;
END $$;

-- Makes it the turn of the first of a group, or of the one that runs, and has the others wait. The caller has locked the
-- group.
CREATE OR REPLACE FUNCTION nettask.pass_turn(a_group text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    is_running boolean;
    first bigint;
BEGIN
    -- Waiting ones may be claimed by somebody at this moment; then they run when the lock is there.
    PERFORM 1 FROM nettask.task WHERE group_name = a_group AND state = 0 ORDER BY id FOR NO KEY UPDATE;
    is_running := EXISTS (SELECT FROM nettask.task WHERE group_name = a_group AND state = 2);
    SELECT id INTO first FROM nettask.task WHERE group_name = a_group ORDER BY id LIMIT 1;
    UPDATE nettask.task SET state = 1 WHERE group_name = a_group AND state = 0 AND (is_running OR id <> first);
    IF NOT is_running THEN
        UPDATE nettask.task SET state = 0 WHERE id = first AND state = 1 AND pending = 0;
        IF FOUND THEN
            PERFORM nettask.lower_fronts(ARRAY[first]);
        END IF;
    END IF;
END $$;

-- Does what follows from the ends of tasks, step by step.
--
-- Returns the tasks that ended by it.
CREATE OR REPLACE FUNCTION nettask.settle(first bigint[], moment timestamptz) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
    ids bigint[] := first;
    place integer := 0;
    current record;
    dependents bigint[];
    cancelled bigint[];
    a_group text;
BEGIN
    WHILE place < cardinality(ids) LOOP
        place := place + 1;
        SELECT id, state = 3 AS has_succeeded, group_name, dependencies INTO current
            FROM nettask.ended WHERE id = ids[place];
        SELECT array_agg(task) INTO dependents FROM nettask.dependency WHERE needs = current.id;
        IF dependents IS NOT NULL THEN
            PERFORM 1 FROM nettask.task WHERE id = ANY (dependents) ORDER BY id FOR NO KEY UPDATE;
            SELECT array_agg(t.id ORDER BY t.id) INTO cancelled
                FROM nettask.dependency AS d JOIN nettask.task AS t ON t.id = d.task
                WHERE d.needs = current.id AND NOT current.has_succeeded AND d.on_failure = 'cancel';
            IF cancelled IS NOT NULL THEN
                PERFORM nettask.end_tasks(nettask.ends_of(cancelled, 5,
                    'Task ' || current.id || ', which it depends on, ended without success.', NULL), moment);
                ids := ids || cancelled;
            END IF;
            UPDATE nettask.task SET pending = pending - 1,
                state = CASE WHEN pending = 1 AND group_name IS NULL THEN 0 ELSE state END
                WHERE id = ANY (dependents);
            PERFORM nettask.lower_fronts(dependents);
            DELETE FROM nettask.dependency WHERE needs = current.id;
            FOR a_group IN SELECT DISTINCT group_name FROM nettask.task
                WHERE id = ANY (dependents) AND pending = 0 AND num_nonnulls(group_name) = 1
            LOOP
                PERFORM nettask.try_turn(a_group);
            END LOOP;
        END IF;
        IF current.dependencies IS NOT NULL THEN
            DELETE FROM nettask.dependency WHERE task = current.id;
        END IF;
        IF current.group_name IS NOT NULL THEN
            PERFORM nettask.try_turn(current.group_name);
        END IF;
    END LOOP;
    RETURN ids[cardinality(first) + 1 :];
END $$;

-- Tries to lock what settle() is going to change: the tasks that depend on those that end, the ones that depend on these
-- if they are cancelled, and so on. The caller has locked those that end.
--
-- Returns those that end of which somebody else has locked a dependent.
CREATE OR REPLACE FUNCTION nettask.lock_dependents(ends nettask.run_end[]) RETURNS bigint[] LANGUAGE plpgsql
SET enable_seqscan = off AS $$
DECLARE
    first bigint[];
    dependents bigint[];
    cancelled bigint[];
    free bigint[];
    ending bigint[];
BEGIN
    WITH RECURSIVE dependent AS (
        SELECT e.id AS first, d.task AS id, e.state > 3 AND d.on_failure = 'cancel' AS is_cancelled
            FROM unnest(ends) AS e JOIN nettask.dependency AS d ON d.needs = e.id WHERE e.state > 2
        UNION
        SELECT c.first, d.task, d.on_failure = 'cancel'
            FROM dependent AS c JOIN nettask.dependency AS d ON d.needs = c.id WHERE c.is_cancelled
    )
    SELECT array_agg(d.first), array_agg(d.id), array_agg(d.id) FILTER (WHERE d.is_cancelled)
        INTO first, dependents, cancelled FROM dependent AS d;
    IF first IS NULL THEN
        RETURN '{}';
    END IF;
    free := ARRAY(SELECT t.id FROM nettask.task AS t WHERE t.id = ANY (dependents) FOR NO KEY UPDATE SKIP LOCKED);
    -- Those that are to be removed cannot be while somebody stores others that depend on them.
    ending := ARRAY(SELECT t.id FROM nettask.task AS t WHERE t.id = ANY (cancelled) FOR UPDATE SKIP LOCKED);
    RETURN ARRAY(
        SELECT DISTINCT d.first FROM (
            SELECT unnest(dependents) EXCEPT SELECT unnest(free)
            UNION ALL
            (SELECT unnest(cancelled) EXCEPT SELECT unnest(ending))
        ) AS locked (id) JOIN unnest(first, dependents) AS d (first, id) ON d.id = locked.id
    );
END $$;

-- Ends runs, each if its lease is still held; one that is lost only if the lease has run out. Tasks that somebody else has
-- locked, or a dependent of, are left alone, unless it is to wait for them. No lock is waited for longer than five seconds.
--
-- Returns the places of those whose lease was held, from 1, with the tasks that ended with them as dependents; and the
-- places of those that are locked.
CREATE OR REPLACE FUNCTION nettask.end_runs(
    ids bigint[], tokens bigint[], states integer[], outcomes text[], errors text[], last_errors text[],
    death_reasons text[], replies bytea[], attempts integer[], dues timestamptz[], waits double precision[], priorities integer[],
    uncounted boolean[], is_to_wait boolean, moment timestamptz
) RETURNS TABLE (place integer, is_held boolean, dependents bigint[]) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
    now timestamptz := coalesce(moment, clock_timestamp());
    ends nettask.run_end[];
    an_end nettask.run_end;
    changed bigint[];
    unsettled bigint[];
    kinds text[];
    passes_turn boolean;
    locked bigint[];
BEGIN
    PERFORM set_config('lock_timeout', '5s', true);
    IF is_to_wait THEN
        PERFORM 1 FROM nettask.task WHERE id = ANY (ids) AND state + 0 = 2 ORDER BY id FOR UPDATE;
    END IF;
    SELECT array_agg(held.an_end), array_agg(held.id), array_agg(DISTINCT held.kind) FILTER (WHERE held.state = 0),
            bool_or(held.state = 0 AND held.group_name IS NOT NULL)
        INTO ends, changed, kinds, passes_turn
        FROM (
            SELECT DISTINCT ON (id) * FROM (
                SELECT t.id, t.kind, t.group_name, e.state, e.place, ROW(e.id, e.token, e.state, e.outcome, e.error,
                    e.last_error, e.death_reason, e.reply, e.attempt_count, e.due, e.wait, e.priority, e.is_uncounted, e.place)::nettask.run_end AS an_end
                FROM unnest(ids, tokens, states, outcomes, errors, last_errors, death_reasons, replies, attempts, dues,
                    waits, priorities, uncounted) WITH ORDINALITY
                    AS e (id, token, state, outcome, error, last_error, death_reason, reply, attempt_count, due,
                    wait, priority, is_uncounted, place)
                JOIN nettask.task AS t ON t.id = e.id AND t.token = e.token AND t.state + 0 = 2 -- by id
                    AND (e.outcome <> 'lost' OR t.leased_until < clock_timestamp())
                ORDER BY t.id FOR UPDATE OF t SKIP LOCKED
            ) AS found ORDER BY id, place
        ) AS held;
    IF NOT is_to_wait THEN
        locked := nettask.lock_dependents(ends);
        IF locked <> '{}' THEN
            ends := ARRAY(SELECT e FROM unnest(ends) AS e WHERE e.id <> ALL (locked));
            changed := ARRAY(SELECT e.id FROM unnest(ends) AS e);
        END IF;
    END IF;
    IF ends <> '{}' THEN
        PERFORM nettask.end_tasks(ends, now);
        IF 0 = ANY (states) THEN
            PERFORM nettask.put_back(ends, now);
        END IF;
        SELECT array_agg(e.id) INTO unsettled FROM nettask.ended AS e WHERE e.id = ANY (changed)
            AND (e.group_name IS NOT NULL OR (SELECT d.task FROM nettask.dependency AS d WHERE d.needs = e.id LIMIT 1) IS NOT NULL);
        FOREACH an_end IN ARRAY ends LOOP
            place := an_end.place;
            is_held := true;
            dependents := '{}';
            IF an_end.id = ANY (unsettled) THEN
                dependents := nettask.settle(ARRAY[an_end.id], now);
                changed := changed || dependents;
            END IF;
            RETURN NEXT;
        END LOOP;
        PERFORM nettask.tell(CASE WHEN unsettled IS NULL AND NOT passes_turn THEN coalesce(kinds, '{}') END, changed);
    END IF;
    IF NOT is_to_wait AND coalesce(cardinality(ends), 0) < cardinality(ids) THEN
        RETURN QUERY SELECT e.place::integer, false, NULL::bigint[]
            FROM unnest(ids, tokens) WITH ORDINALITY AS e (id, token, place)
            JOIN nettask.task AS t ON t.id = e.id AND t.token = e.token AND t.state + 0 = 2;
    END IF;
END $$;
