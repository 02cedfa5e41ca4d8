-- What people do to tasks, and what is done now and then.

-- Ends tasks as cancelled that have not ended. Returns these, and those that ended with them.
CREATE OR REPLACE FUNCTION nettask.cancel(ids bigint[], reason text, moment timestamptz) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
    open_ids bigint[];
BEGIN
    open_ids := ARRAY(SELECT id FROM nettask.task WHERE id = ANY (ids) ORDER BY id FOR UPDATE);
    PERFORM nettask.end_tasks(nettask.ends_of(open_ids, 5, reason, NULL), moment);
    RETURN open_ids || nettask.settle(open_ids, moment);
END $$;

-- Tasks that somebody else has locked, because he adds others that depend on them, are waited for, for five seconds. Nobody
-- waits for those who add to a group.
CREATE OR REPLACE FUNCTION nettask.cancel_tasks(ids bigint[], reason text, moment timestamptz) RETURNS bigint[]
LANGUAGE plpgsql SET enable_seqscan = off SET lock_timeout = '5s' AS $$
DECLARE
    ended bigint[] := nettask.cancel(ids, reason, coalesce(moment, clock_timestamp()));
BEGIN
    IF ended <> '{}' THEN
        PERFORM nettask.tell(NULL, ended);
    END IF;
    RETURN ended;
END $$;

-- Sends tasks to the dead letters whose time is over, a thousand at a time. Returns these, and those that ended with them;
-- is_more: whether there may be others. Tasks that somebody else has locked, or a dependent of, are left alone.
CREATE OR REPLACE FUNCTION nettask.expire_tasks(reason text, moment timestamptz, OUT ended bigint[], OUT is_more boolean)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
    now timestamptz := coalesce(moment, clock_timestamp());
    locked bigint[];
BEGIN
    ended := ARRAY(
        SELECT id FROM nettask.task WHERE state < 2 AND expires <= now ORDER BY expires, id LIMIT 1000
        FOR UPDATE SKIP LOCKED
    );
    is_more := cardinality(ended) = 1000;
    IF ended = '{}' THEN
        RETURN;
    END IF;
    locked := nettask.lock_dependents(nettask.ends_of(ended, 4, NULL, NULL));
    ended := ARRAY(SELECT e FROM unnest(ended) AS e WHERE e <> ALL (locked));
    is_more := is_more AND ended <> '{}';
    PERFORM nettask.end_tasks(nettask.ends_of(ended, 4, reason, 'expired'), now);
    ended := ended || nettask.settle(ended, now);
    IF ended <> '{}' THEN
        PERFORM nettask.tell(NULL, ended);
    END IF;
END $$;

-- Takes tasks out of the dead letters, but for those that another has taken the place of, and those that may not run any
-- more. Returns the others.
CREATE OR REPLACE FUNCTION nettask.retry_tasks(ids bigint[], moment timestamptz) RETURNS bigint[]
LANGUAGE plpgsql SET enable_seqscan = off SET lock_timeout = '5s' AS $$
DECLARE
    now timestamptz := coalesce(moment, clock_timestamp());
    an_id bigint;
    dead nettask.ended;
    needs record;
    retried bigint[] := '{}';
BEGIN
    FOREACH an_id IN ARRAY ids LOOP
        SELECT * INTO dead FROM nettask.ended WHERE id = an_id AND state = 4 FOR UPDATE;
        CONTINUE WHEN NOT FOUND;
        SELECT n.* INTO needs FROM nettask.needs_of(coalesce(dead.dependencies, '[]')) AS n;
        CONTINUE WHEN needs.failed IS NOT NULL;
        INSERT INTO nettask.task (
            id, due, since, expires, enqueued, not_before, token, max_run_count, interval_ns, max_interval_ns,
            requirements, durable_requirements, lane, payload_version, run_number, pending, state, priority,
            first_priority, kind, idempotency_key, spec_version, spec_hash, codec, durable_codec, group_name, unique_key,
            unique_policy, last_error, dependencies, tags, trace_context, payload
        ) VALUES (
            dead.id, now, now, dead.expires, dead.enqueued, dead.not_before, dead.token, dead.max_run_count,
            dead.interval_ns, dead.max_interval_ns, dead.requirements, dead.durable_requirements,
            nettask.lane_of(dead.kind, dead.payload_version, dead.requirements, false), dead.payload_version,
            dead.run_number, coalesce(cardinality(needs.ids), 0),
            CASE WHEN needs.ids IS NULL AND dead.group_name IS NULL THEN 0 ELSE 1 END, dead.first_priority,
            dead.first_priority, dead.kind, dead.idempotency_key, dead.spec_version, dead.spec_hash, dead.codec,
            dead.durable_codec, dead.group_name, dead.unique_key, dead.unique_policy, dead.last_error, dead.dependencies,
            dead.tags, dead.trace_context, dead.payload
        ) ON CONFLICT DO NOTHING;
        CONTINUE WHEN NOT FOUND;
        DELETE FROM nettask.ended WHERE id = an_id;
        IF dead.outcome IS NOT NULL THEN
            INSERT INTO nettask.run (task, number, started, ended, attempt_count, outcome, error)
                VALUES (an_id, dead.run_number, dead.started, dead.ended, dead.attempt_count, dead.outcome, dead.last_error);
        END IF;
        INSERT INTO nettask.dependency SELECT n.id, an_id, n.policy FROM unnest(needs.ids, needs.policies) AS n (id, policy);
        IF dead.group_name IS NOT NULL THEN
            PERFORM nettask.try_turn(dead.group_name);
        END IF;
        retried := retried || an_id;
    END LOOP;
    IF retried <> '{}' THEN
        PERFORM nettask.lower_fronts(retried);
        PERFORM nettask.tell(
            ARRAY(SELECT DISTINCT kind FROM nettask.task WHERE id = ANY (retried)),
            retried
        );
    END IF;
    RETURN retried;
END $$;

-- Removes tasks and their history. Returns these, and those that ended with them.
CREATE OR REPLACE FUNCTION nettask.drop_tasks(ids bigint[], reason text, moment timestamptz) RETURNS bigint[]
LANGUAGE plpgsql SET enable_seqscan = off SET lock_timeout = '5s' AS $$
DECLARE
    dropped bigint[];
    ended bigint[];
BEGIN
    ended := nettask.cancel(ids, reason, coalesce(moment, clock_timestamp()));
    WITH gone AS (DELETE FROM nettask.ended WHERE id = ANY (ids) RETURNING id)
        SELECT coalesce(array_agg(id ORDER BY id), '{}') INTO dropped FROM gone;
    DELETE FROM nettask.run WHERE task = ANY (dropped);
    dropped := dropped || ARRAY(SELECT e FROM unnest(ended) AS e WHERE e <> ALL (dropped));
    IF dropped <> '{}' THEN
        PERFORM nettask.tell(NULL, dropped);
    END IF;
    RETURN dropped;
END $$;

-- Has a task wait for another one, too. Returns the tasks that ended by it.
CREATE OR REPLACE FUNCTION nettask.depend(an_id bigint, needed bigint, policy text, moment timestamptz) RETURNS bigint[]
LANGUAGE plpgsql SET enable_seqscan = off SET lock_timeout = '5s' AS $$
DECLARE
    a_group text;
    needs record;
    ended bigint[] := '{}';
BEGIN
    -- Two who do it at once might make a circle that neither sees.
    PERFORM pg_advisory_xact_lock(hashtextextended('nettask', 1));
    SELECT group_name INTO a_group FROM nettask.task WHERE id = an_id;
    IF a_group IS NOT NULL THEN
        PERFORM nettask.lock_group(a_group);
    END IF;
    PERFORM 1 FROM nettask.task WHERE id IN (an_id, needed) ORDER BY id FOR UPDATE;
    IF NOT EXISTS (SELECT FROM nettask.task WHERE id = an_id AND state < 2) THEN
        RAISE EXCEPTION 'Task % is running or has ended, so that it cannot wait for another one.', an_id
            USING ERRCODE = 'NT006', DETAIL = an_id::text;
    END IF;
    IF NOT EXISTS (SELECT FROM nettask.task WHERE id = needed) AND NOT EXISTS (SELECT FROM nettask.ended WHERE id = needed)
    THEN
        RAISE EXCEPTION 'Task % does not exist, so that no task can depend on it.', needed
            USING ERRCODE = 'NT003', DETAIL = needed::text;
    END IF;
    IF EXISTS (
        WITH RECURSIVE first AS (
            SELECT needed AS id
            UNION
            SELECT n.id FROM first, LATERAL (
                SELECT d.needs AS id FROM nettask.dependency AS d WHERE d.task = first.id
                UNION ALL
                SELECT (SELECT max(o.id) FROM nettask.task AS o WHERE o.group_name = t.group_name AND o.id < t.id)
                FROM nettask.task AS t WHERE t.id = first.id
            ) AS n WHERE n.id IS NOT NULL
        )
        SELECT FROM first WHERE id = an_id
    ) THEN
        RAISE EXCEPTION 'Task % waits for the task that is to depend on it.', needed
            USING ERRCODE = 'NT005', DETAIL = needed::text;
    END IF;
    UPDATE nettask.task SET dependencies = coalesce(dependencies, '[]')
        || jsonb_build_object('id', needed, 'onFailure', policy) WHERE id = an_id;
    SELECT n.* INTO needs FROM nettask.needs_of(
        jsonb_build_array(jsonb_build_object('id', needed, 'onFailure', policy))) AS n;
    IF needs.failed IS NOT NULL THEN
        ended := nettask.cancel(ARRAY[an_id],
            'Task ' || needed || ', which it depends on, had ended without success.',
            coalesce(moment, clock_timestamp()));
    ELSIF needs.ids IS NOT NULL THEN
        INSERT INTO nettask.dependency (needs, task, on_failure) VALUES (needed, an_id, policy) ON CONFLICT DO NOTHING;
        IF FOUND THEN
            UPDATE nettask.task SET pending = pending + 1, state = 1 WHERE id = an_id;
        ELSIF policy = 'cancel' THEN
            UPDATE nettask.dependency SET on_failure = 'cancel' WHERE task = an_id AND dependency.needs = needed;
        END IF;
    END IF;
    PERFORM nettask.tell(NULL, ended || an_id);
    RETURN ended;
END $$;

CREATE OR REPLACE FUNCTION nettask.set_priority(ids bigint[], level integer) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
    changed bigint[];
    kinds text[];
BEGIN
    PERFORM 1 FROM nettask.task WHERE id = ANY (ids) AND priority <> level ORDER BY id FOR NO KEY UPDATE;
    WITH moved AS (
        UPDATE nettask.task SET priority = level WHERE id = ANY (ids) AND priority <> level RETURNING id, kind
    )
    SELECT array_agg(id), array_agg(DISTINCT kind) INTO changed, kinds FROM moved;
    IF changed IS NOT NULL THEN
        PERFORM nettask.lower_fronts(changed);
        PERFORM nettask.tell(kinds, changed);
    END IF;
END $$;

-- Returns the kinds for which it is a change.
CREATE OR REPLACE FUNCTION nettask.set_paused(is_paused boolean, kinds text[], moment timestamptz) RETURNS text[]
LANGUAGE plpgsql AS $$
DECLARE
    changed text[];
BEGIN
    IF is_paused THEN
        WITH added AS (
            INSERT INTO nettask.paused SELECT k, coalesce(moment, clock_timestamp()) FROM unnest(kinds) AS k ORDER BY k
                ON CONFLICT DO NOTHING RETURNING kind
        )
        SELECT array_agg(kind) INTO changed FROM added;
    ELSE
        WITH removed AS (DELETE FROM nettask.paused WHERE kind = ANY (kinds) RETURNING kind)
            SELECT array_agg(kind) INTO changed FROM removed;
    END IF;
    IF changed IS NOT NULL THEN
        PERFORM nettask.tell(changed, '{}');
    END IF;
    RETURN coalesce(changed, '{}');
END $$;

-- Removes tasks of one sort that ended by a date, or have as many newer ones beside them as are to be kept, and their
-- history, some thousand at a time. Returns how many; fewer than max_removed if none are left.
CREATE OR REPLACE FUNCTION nettask.prune_tasks(are_dead boolean, oldest timestamptz, max_kept integer, max_removed integer)
RETURNS integer LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
    last record;
    gone bigint[];
BEGIN
    IF are_dead THEN
        SELECT e.ended, e.id INTO last FROM nettask.ended AS e WHERE e.state = 4 AND e.death_reason <> 'undecodable'
            ORDER BY e.ended DESC, e.id DESC OFFSET max_kept LIMIT 1;
        gone := ARRAY(
            SELECT e.id FROM nettask.ended AS e WHERE e.state = 4 AND e.death_reason <> 'undecodable'
            AND (e.ended <= oldest OR (e.ended, e.id) <= (last.ended, last.id))
            ORDER BY e.ended, e.id LIMIT max_removed FOR UPDATE SKIP LOCKED
        );
    ELSE
        SELECT e.ended, e.id INTO last FROM nettask.ended AS e WHERE e.state <> 4
            ORDER BY e.ended DESC, e.id DESC OFFSET max_kept LIMIT 1;
        gone := ARRAY(
            SELECT e.id FROM nettask.ended AS e WHERE e.state <> 4
            AND (e.ended <= oldest OR (e.ended, e.id) <= (last.ended, last.id))
            ORDER BY e.ended, e.id LIMIT max_removed FOR UPDATE SKIP LOCKED
        );
    END IF;
    DELETE FROM nettask.ended WHERE id = ANY (gone);
    DELETE FROM nettask.run WHERE task = ANY (gone);
    RETURN cardinality(gone);
END $$;

-- Removes figures and entries of the log that are too old, and adds up the figures of each minute that is over.
CREATE OR REPLACE FUNCTION nettask.tidy(oldest timestamptz, moment timestamptz, max_entries integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtextextended('nettask', 2)) THEN
        RETURN;
    END IF;
    DELETE FROM nettask.figure WHERE minute < oldest;
    WITH many AS (
        SELECT minute, kind FROM nettask.figure
            WHERE minute < date_trunc('minute', coalesce(moment, clock_timestamp()), 'UTC')
            GROUP BY minute, kind HAVING count(*) > 1
    ), gone AS (
        DELETE FROM nettask.figure AS f USING many AS m WHERE f.minute = m.minute AND f.kind = m.kind RETURNING f.*
    )
    INSERT INTO nettask.figure
        SELECT minute, kind, sum(enqueued), sum(begun), sum(succeeded), sum(failed), sum(died), sum(cancelled)
        FROM gone GROUP BY minute, kind;
    DELETE FROM nettask.audit WHERE id <= (SELECT id FROM nettask.audit ORDER BY id DESC OFFSET max_entries LIMIT 1);
END $$;

-- Tasks by their ids, wherever they stand.
CREATE OR REPLACE FUNCTION nettask.tasks(ids bigint[]) RETURNS SETOF nettask.all_task LANGUAGE sql STABLE SET enable_seqscan = off AS $$
    SELECT * FROM nettask.all_task WHERE id = ANY (ids) ORDER BY id
$$;
