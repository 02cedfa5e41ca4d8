// Written by Scripts/embed-files from the folder Sources/NetTaskPostgreSQL/Store/Migrations. Edit its files, not this one.
// swift-format-ignore-file

enum Migrations {
    static let changes = ##"""
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

"""##
    static let claim = ##"""
-- How tasks are claimed, and leases kept.
--
-- Functions are set to go by indexes: a plan that was made when a table was empty would be kept when it is large.

-- The lanes that a claim can take tasks of.
CREATE OR REPLACE FUNCTION nettask.lanes_of(kinds text[], versions integer[], fulfilled bigint, takes_suspects boolean)
RETURNS integer[] LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN ARRAY(
        SELECT l.id FROM unnest(kinds, versions) AS k (kind, version)
            JOIN nettask.lane AS l ON l.kind = k.kind AND l.payload_version <= k.version
            WHERE l.requirements & ~fulfilled = 0 AND (takes_suspects OR NOT l.is_suspect)
            AND NOT EXISTS (SELECT FROM nettask.paused AS p WHERE p.kind = k.kind)
            ORDER BY l.id
    );
END $$;

-- Which lanes and priorities have waiting tasks, and when the first of each is due.
--
-- Tasks that were claimed a moment ago still stand in the index, until it is vacuumed, which it cannot be as long as
-- somebody has a transaction open. So that not each claim walks over them, one that took long notes where it found the
-- first task, and for twenty times as long the others begin there: a second before, for tasks that were stored in
-- another order than they were committed in.
CREATE OR REPLACE FUNCTION nettask.first_due(lanes integer[]) RETURNS nettask.front[] LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
    begun timestamptz := clock_timestamp();
    heads nettask.front[];
BEGIN
    SELECT array_agg(ROW(l.lane, p.priority, t.due, f.valid_until)::nettask.front)
        INTO heads
        FROM unnest(lanes) AS l (lane) CROSS JOIN generate_series(4, 0, -1) AS p (priority)
        LEFT JOIN nettask.front AS f ON f.lane = l.lane AND f.priority = p.priority AND f.valid_until > begun
        LEFT JOIN LATERAL (
            SELECT t.due FROM nettask.task AS t
            WHERE t.state = 0 AND t.lane = l.lane AND t.priority = p.priority AND t.due >= coalesce(f.due, '-infinity')
            ORDER BY t.due, t.id LIMIT 1
        ) AS t ON true;
    IF clock_timestamp() - begun > interval '1 millisecond' THEN
        PERFORM nettask.note_fronts(heads, begun);
    END IF;
    RETURN ARRAY(SELECT f FROM unnest(heads) AS f WHERE f.due IS NOT NULL);
END $$;

-- Moves the notes of where tasks begin to before these ones, which wait again with dates of long ago. What somebody else
-- notes at this moment is valid for a moment only.
CREATE OR REPLACE FUNCTION nettask.lower_fronts(ids bigint[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off
SET enable_mergejoin = off AS $$
BEGIN
    WITH passed AS (
        SELECT f.lane, f.priority, t.due FROM nettask.task AS t
            JOIN nettask.front AS f ON f.lane = t.lane AND f.priority = t.priority AND f.due > t.due
            WHERE t.id = ANY (ids) AND t.state + 0 = 0 FOR UPDATE OF f SKIP LOCKED
    )
    UPDATE nettask.front AS f SET due = p.due
        FROM (SELECT lane, priority, min(due) AS due FROM passed GROUP BY lane, priority) AS p
        WHERE f.lane = p.lane AND f.priority = p.priority;
END $$;

CREATE OR REPLACE FUNCTION nettask.note_fronts(heads nettask.front[], begun timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    latest timestamptz := begun - interval '1 second';
    valid timestamptz := clock_timestamp() + 20 * (clock_timestamp() - begun);
BEGIN
    INSERT INTO nettask.front SELECT f.lane, f.priority, '-infinity', '-infinity' FROM unnest(heads) AS f
        ORDER BY f.lane, f.priority ON CONFLICT DO NOTHING;
    -- Those that somebody else notes at this moment are left to him.
    WITH own AS (
        SELECT n.* FROM nettask.front AS f JOIN unnest(heads) AS n ON n.lane = f.lane AND n.priority = f.priority
        FOR UPDATE OF f SKIP LOCKED
    )
    UPDATE nettask.front AS f SET due = coalesce(least(own.due - interval '1 second', latest), latest),
        valid_until = coalesce(own.valid_until, valid)
        FROM own WHERE f.lane = own.lane AND f.priority = own.priority;
END $$;

-- How many tasks to take of each lane of one priority: those that come first by date and id, of suspects no more than so
-- many. What others hold is not known here; in its place more of the same lane is taken.
CREATE OR REPLACE FUNCTION nettask.shares(heads nettask.front[], max_count integer, max_suspects integer, now timestamptz)
RETURNS TABLE (lane integer, due timestamptz, is_suspect boolean, count bigint) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off
SET enable_mergejoin = off AS $$
#variable_conflict use_column
BEGIN
    IF cardinality(heads) = 1 THEN
        RETURN QUERY SELECT l.id, heads[1].due, l.is_suspect,
                CASE WHEN l.is_suspect THEN least(max_count, max_suspects) ELSE max_count END::bigint
            FROM nettask.lane AS l WHERE l.id = heads[1].lane;
        RETURN;
    END IF;
    RETURN QUERY SELECT f.lane, f.head, f.is_suspect, count(*) FROM (
        SELECT * FROM (
            SELECT h.lane, h.due AS head, l.is_suspect, t.due, t.id,
                row_number() OVER (PARTITION BY l.is_suspect ORDER BY t.due, t.id) AS row
            FROM unnest(heads) AS h JOIN nettask.lane AS l ON l.id = h.lane
            CROSS JOIN LATERAL (
                SELECT t.due, t.id FROM nettask.task AS t
                WHERE t.state = 0 AND t.lane = h.lane AND t.priority = h.priority AND t.due >= h.due AND t.due <= now
                AND (t.expires IS NULL OR t.expires > now)
                ORDER BY t.due, t.id LIMIT max_count
            ) AS t
        ) AS c WHERE NOT c.is_suspect OR c.row <= max_suspects
        ORDER BY c.due, c.id LIMIT max_count
    ) AS f GROUP BY f.lane, f.head, f.is_suspect;
END $$;

-- Hands out tasks that are due, in the order of their priorities, dates and ids, but for those that others claim at this
-- moment.
CREATE OR REPLACE FUNCTION nettask.claim(
    kinds text[], versions integer[], fulfilled bigint, max_count integer, max_suspects integer, lease interval,
    an_owner bigint, moment timestamptz
) RETURNS SETOF nettask.task LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off
SET enable_mergejoin = off AS $$
DECLARE
    now timestamptz := coalesce(moment, clock_timestamp());
    heads nettask.front[];
    level smallint;
    share record;
    picked bigint[] := '{}';
    some_ids bigint[];
BEGIN
    heads := nettask.first_due(nettask.lanes_of(kinds, versions, fulfilled, max_suspects > 0));
    FOR level IN SELECT DISTINCT h.priority FROM unnest(heads) AS h WHERE h.due <= now ORDER BY 1 DESC LOOP
        FOR share IN SELECT * FROM nettask.shares(
            ARRAY(SELECT h FROM unnest(heads) AS h WHERE h.priority = level AND h.due <= now),
            max_count - cardinality(picked), max_suspects, now
        ) LOOP
            SELECT array_agg(t.id) INTO some_ids FROM (
                SELECT t.id FROM nettask.task AS t
                WHERE t.state = 0 AND t.lane = share.lane AND t.priority = level AND t.due >= share.due AND t.due <= now
                AND (t.expires IS NULL OR t.expires > now)
                ORDER BY t.due, t.id LIMIT share.count FOR NO KEY UPDATE SKIP LOCKED
            ) AS t;
            picked := picked || some_ids;
            IF share.is_suspect THEN
                max_suspects := max_suspects - coalesce(cardinality(some_ids), 0);
            END IF;
        END LOOP;
        EXIT WHEN cardinality(picked) >= max_count;
    END LOOP;
    IF picked = '{}' THEN
        RETURN;
    END IF;
    RETURN QUERY WITH claimed AS (
        UPDATE nettask.task AS t SET state = 2, token = t.token + 1, run_count = t.run_count + 1,
            run_number = t.run_number + 1, started = now, leased_until = clock_timestamp() + lease, owner = an_owner
            WHERE t.id = ANY (picked) RETURNING t.*
    ), counted AS (
        INSERT INTO nettask.figure (minute, kind, begun)
            SELECT date_trunc('minute', now, 'UTC'), c.kind, count(*) FROM claimed AS c GROUP BY c.kind
    )
    SELECT * FROM claimed AS c ORDER BY c.priority DESC, c.due, c.id;
END $$;

-- How many microseconds it takes until a task of a claim is due, or any expires; NULL: none does. It may be fewer, where
-- tasks may be hidden: a second, or more.
CREATE OR REPLACE FUNCTION nettask.wait(
    kinds text[], versions integer[], fulfilled bigint, is_claiming boolean, takes_suspects boolean, moment timestamptz
) RETURNS bigint LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
    now timestamptz := coalesce(moment, clock_timestamp());
    next timestamptz;
    visible timestamptz;
    lanes integer[];
    heads nettask.front[];
BEGIN
    SELECT expires INTO next FROM nettask.task WHERE state < 2 AND expires IS NOT NULL ORDER BY expires LIMIT 1;
    IF is_claiming THEN
        lanes := nettask.lanes_of(kinds, versions, fulfilled, takes_suspects);
        -- What is due earlier than noted may be hidden for as long as the note is valid, by the server's clock.
        SELECT greatest(min(f.valid_until), now + interval '1 second') INTO visible FROM nettask.front AS f
            WHERE moment IS NULL AND f.lane = ANY (lanes) AND f.valid_until > now HAVING count(*) > 0;
        heads := nettask.first_due(lanes);
        next := least(next, visible, (SELECT min(h.due) FROM unnest(heads) AS h));
    END IF;
    -- Dates without an end cannot be subtracted.
    RETURN CASE WHEN next < 'infinity' THEN (extract(epoch FROM greatest(next, now) - now) * 1000000)::bigint END;
END $$;

-- Holds leases for longer. Returns those that are held. Those whose runs are being ended at this moment are not waited
-- for; nobody can take them either.
CREATE OR REPLACE FUNCTION nettask.renew(ids bigint[], tokens bigint[], lease interval)
RETURNS TABLE (id bigint, token bigint) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
BEGIN
    WITH held AS (
        SELECT t.id FROM unnest(ids, tokens) AS l (id, token)
            JOIN nettask.task AS t ON t.id = l.id AND t.token = l.token AND t.state + 0 = 2
            FOR NO KEY UPDATE OF t SKIP LOCKED
    )
    UPDATE nettask.task AS t SET leased_until = clock_timestamp() + lease FROM held WHERE t.id = held.id;
    RETURN QUERY SELECT t.id, t.token FROM unnest(ids, tokens) AS l (id, token)
        JOIN nettask.task AS t ON t.id = l.id AND t.token = l.token AND t.state + 0 = 2;
END $$;

-- Leases that have run out, the oldest ones.
CREATE OR REPLACE FUNCTION nettask.lost_leases() RETURNS TABLE (
    id bigint, token bigint, lost_count integer, run_count integer, max_run_count bigint
) LANGUAGE sql SET enable_seqscan = off AS $$
    SELECT id, token, lost_count, run_count, max_run_count FROM nettask.task
        WHERE state = 2 AND leased_until < clock_timestamp() ORDER BY leased_until LIMIT 500
$$;

-- Has waits begin anew that began later than now, because the clock was set back: none becomes longer than it was asked
-- to be.
CREATE OR REPLACE FUNCTION nettask.correct_waits(moment timestamptz) RETURNS void LANGUAGE sql AS $$
    UPDATE nettask.task SET due = moment + (due - since), since = moment WHERE state < 2 AND since > moment
$$;

-- Finds out whether the server's clock was set back by more than a second. To be called every few seconds.
CREATE OR REPLACE FUNCTION nettask.check_clock() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    now timestamptz := clock_timestamp();
    current bigint := extract(epoch FROM now) * 1000000;
    latest bigint;
BEGIN
    SELECT value INTO latest FROM nettask.meta WHERE name = 'clock';
    IF current BETWEEN latest - 1000000 AND latest + 4000000 THEN
        RETURN;
    END IF;
    -- Somebody else may have done it by now.
    SELECT value INTO latest FROM nettask.meta WHERE name = 'clock' FOR UPDATE;
    IF current < latest - 1000000 THEN
        PERFORM nettask.correct_waits(now);
        DELETE FROM nettask.front;
    END IF;
    UPDATE nettask.meta SET value = current WHERE name = 'clock';
END $$;

-- Shortens the leases that last longer than one can: they were renewed before the server's clock was set back. To be called
-- every few seconds.
CREATE OR REPLACE FUNCTION nettask.correct_leases(lease interval) RETURNS void LANGUAGE sql SET enable_seqscan = off AS $$
    UPDATE nettask.task SET leased_until = clock_timestamp() + lease WHERE id IN (
        SELECT id FROM nettask.task WHERE state = 2 AND leased_until > clock_timestamp() + lease + interval '1 second'
            FOR NO KEY UPDATE SKIP LOCKED
    )
$$;

"""##
    static let ends = ##"""
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

"""##
    static let enqueue = ##"""
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

"""##
    static let insert = ##"""
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

"""##
    static let v1Tables = ##"""
-- Version 1: the tables, types and views. Numbers of states: 0 waiting, 1 blocked, 2 running, 3 succeeded, 4 dead, 5 cancelled.

-- The version of the schema, and the latest time that the server's clock has shown, in microseconds since 1970.
CREATE TABLE nettask.meta (
    name text PRIMARY KEY,
    value bigint NOT NULL
);
INSERT INTO nettask.meta VALUES ('version', 1), ('clock', 0);

-- Ids grow with the time at which the database was made, so that none is given again by one that takes its place. They
-- are drawn one by one: tasks of one group run in the order of their ids.
CREATE SEQUENCE nettask.task_id;
SELECT setval('nettask.task_id', (extract(epoch FROM clock_timestamp()) * 1000)::bigint << 10 | (random() * 1023)::bigint);

-- Tasks that the same claims can take. Waiting tasks are indexed by their lane, so that a claim looks at none that it
-- cannot take. There are few lanes, and none is ever removed. Transactions that store the first tasks of a lane at the same
-- time make one each, so as not to wait for each other; claims take all of them.
CREATE TABLE nettask.lane (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL,
    payload_version integer NOT NULL,
    requirements bigint NOT NULL,
    is_suspect boolean NOT NULL
);
CREATE INDEX lane_content ON nettask.lane (kind, payload_version, requirements, is_suspect, id);

-- Below which date no waiting task of a lane and priority is left, when somebody last looked, so that claims need not
-- walk over those that are gone but not yet vacuumed. It may be lost at any time.
CREATE UNLOGGED TABLE nettask.front (
    lane integer NOT NULL,
    priority smallint NOT NULL,
    due timestamptz NOT NULL,
    valid_until timestamptz NOT NULL,
    PRIMARY KEY (lane, priority)
) WITH (fillfactor = 50);

-- Tasks that have not ended.
CREATE TABLE nettask.task (
    id bigint PRIMARY KEY,
    due timestamptz NOT NULL,
    since timestamptz,               -- when the wait began that ends when it is due; NULL if somebody chose the date
    expires timestamptz,
    enqueued timestamptz NOT NULL,
    not_before timestamptz,
    started timestamptz,             -- of the run that is under way
    leased_until timestamptz,        -- by the server's clock; NULL if it is not running
    token bigint NOT NULL DEFAULT 0, -- grows with each claim
    owner bigint,                    -- the store that runs it
    max_run_count bigint NOT NULL,
    interval_ns bigint NOT NULL,
    max_interval_ns bigint NOT NULL,
    requirements bigint NOT NULL,
    durable_requirements bigint NOT NULL,
    lane integer NOT NULL,
    payload_version integer NOT NULL,
    run_count integer NOT NULL DEFAULT 0,
    run_number integer NOT NULL DEFAULT 0,
    lost_count integer NOT NULL DEFAULT 0,
    pending integer NOT NULL DEFAULT 0, -- how many rows of dependency it has
    state smallint NOT NULL,
    priority smallint NOT NULL,
    first_priority smallint NOT NULL,
    kind text NOT NULL,
    idempotency_key text NOT NULL,
    spec_version text NOT NULL,
    spec_hash text NOT NULL,
    codec text,
    durable_codec text,
    group_name text,
    unique_key text,
    unique_policy text,
    last_error text,
    dependencies jsonb,
    tags jsonb,
    trace_context jsonb,
    reply bytea,                     -- what it has started and goes on with
    payload bytea NOT NULL
) WITH (
    fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000,
    autovacuum_analyze_scale_factor = 0.05, autovacuum_analyze_threshold = 2000, autovacuum_vacuum_cost_delay = 0,
    toast.autovacuum_vacuum_scale_factor = 0.01, toast.autovacuum_vacuum_threshold = 2000,
    toast.autovacuum_vacuum_cost_delay = 0
);
CREATE INDEX task_waiting ON nettask.task (lane, priority, due, id) WHERE state = 0;
CREATE INDEX task_blocked ON nettask.task (id) WHERE state = 1;
CREATE INDEX task_running ON nettask.task (leased_until) WHERE state = 2;
CREATE INDEX task_expiring ON nettask.task (expires) WHERE state < 2 AND expires IS NOT NULL;
CREATE INDEX task_group ON nettask.task (group_name, id) WHERE group_name IS NOT NULL;
CREATE UNIQUE INDEX task_unique ON nettask.task (kind, unique_key) WHERE unique_key IS NOT NULL;

-- Which task waits for which other one that has not ended.
CREATE TABLE nettask.dependency (
    needs bigint NOT NULL,
    task bigint NOT NULL,
    on_failure text NOT NULL,
    PRIMARY KEY (needs, task)
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX dependency_task ON nettask.dependency (task);

-- Tasks that have ended, with their last run if it ended them. Succeeded and cancelled ones have no payload any more.
CREATE TABLE nettask.ended (
    id bigint PRIMARY KEY,
    ended timestamptz NOT NULL,
    due timestamptz NOT NULL,
    expires timestamptz,
    enqueued timestamptz NOT NULL,
    not_before timestamptz,
    started timestamptz,
    token bigint NOT NULL,
    max_run_count bigint NOT NULL,
    interval_ns bigint NOT NULL,
    max_interval_ns bigint NOT NULL,
    requirements bigint NOT NULL,
    durable_requirements bigint NOT NULL,
    payload_version integer NOT NULL,
    run_count integer NOT NULL,
    run_number integer NOT NULL,
    lost_count integer NOT NULL,
    attempt_count integer NOT NULL,
    state smallint NOT NULL,
    priority smallint NOT NULL,
    first_priority smallint NOT NULL,
    kind text NOT NULL,
    idempotency_key text NOT NULL,
    spec_version text NOT NULL,
    spec_hash text NOT NULL,
    codec text,
    durable_codec text,
    group_name text,
    unique_key text,
    unique_policy text,
    last_error text,
    outcome text,                    -- of the run that ended it; NULL if it was not running
    death_reason text,
    cancellation text,
    dependencies jsonb,
    tags jsonb,
    trace_context jsonb,
    reply bytea,
    payload bytea NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
CREATE INDEX ended_done ON nettask.ended (ended, id) WHERE state <> 4;
CREATE INDEX ended_dead ON nettask.ended (ended, id) WHERE state = 4;

-- Runs after which their task went on. The run that is under way, and the one that ended a task, stand in its row.
CREATE TABLE nettask.run (
    task bigint NOT NULL,
    number integer NOT NULL,
    started timestamptz NOT NULL,
    ended timestamptz NOT NULL,
    attempt_count integer NOT NULL,
    outcome text NOT NULL,
    error text,
    PRIMARY KEY (task, number)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

-- Kinds that nobody is to claim.
CREATE TABLE nettask.paused (
    kind text PRIMARY KEY,
    since timestamptz NOT NULL
);

-- What happened, by minute and kind. Rows are only added, so that nobody waits for anybody; prune() adds up those of one
-- minute.
CREATE TABLE nettask.figure (
    minute timestamptz NOT NULL,
    kind text NOT NULL,
    enqueued bigint NOT NULL DEFAULT 0,
    begun bigint NOT NULL DEFAULT 0,
    succeeded bigint NOT NULL DEFAULT 0,
    failed bigint NOT NULL DEFAULT 0,
    died bigint NOT NULL DEFAULT 0,
    cancelled bigint NOT NULL DEFAULT 0
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX figure_minute ON nettask.figure (minute);

-- What people did.
CREATE TABLE nettask.audit (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    date timestamptz NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    ids bigint[] NOT NULL,
    kinds text[] NOT NULL,
    note text NOT NULL
);

-- How a task ends, with a state above 2, or waits again, with 0: until due, or for wait seconds.
CREATE TYPE nettask.run_end AS (
    id bigint,
    token bigint,
    state smallint,
    outcome text,
    error text,              -- of the run, or why the task was cancelled
    last_error text,         -- NULL: as it is
    death_reason text,
    reply bytea,             -- NULL: as it is, unless the task ends
    attempt_count integer,
    due timestamptz,
    wait double precision,
    priority smallint,       -- NULL: as it is
    is_uncounted boolean,
    place integer
);

-- Tasks and runs as one sees them, wherever they stand.

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

"""##
    static let v2Turns = ##"""
-- Version 2: groups whose turn is passed on later.

-- Groups whose turn could not be passed on when a task of theirs ended, because somebody was adding to the group. A group may
-- have several rows, so that nobody waits for anybody.
CREATE TABLE nettask.turn (
    group_name text NOT NULL
);

DROP FUNCTION IF EXISTS nettask.lock_groups(bigint[], boolean);
UPDATE nettask.meta SET value = 2 WHERE name = 'version';

"""##
    static let v3Authors = ##"""
-- Version 3: notifications that name the queue that has made the change. Only a function is another.

UPDATE nettask.meta SET value = 3 WHERE name = 'version';

"""##
}
