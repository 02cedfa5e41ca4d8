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
