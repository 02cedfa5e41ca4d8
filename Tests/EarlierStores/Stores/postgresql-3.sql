--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: nettask; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA nettask;


--
-- Name: run_end; Type: TYPE; Schema: nettask; Owner: -
--

CREATE TYPE nettask.run_end AS (
	id bigint,
	token bigint,
	state smallint,
	outcome text,
	error text,
	last_error text,
	death_reason text,
	reply bytea,
	attempt_count integer,
	due timestamp with time zone,
	wait double precision,
	priority smallint,
	is_uncounted boolean,
	place integer
);


--
-- Name: cancel(bigint[], text, timestamp with time zone); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.cancel(ids bigint[], reason text, moment timestamp with time zone) RETURNS bigint[]
    LANGUAGE plpgsql
    AS $$
DECLARE
    open_ids bigint[];
BEGIN
    open_ids := ARRAY(SELECT id FROM nettask.task WHERE id = ANY (ids) ORDER BY id FOR UPDATE);
    PERFORM nettask.end_tasks(nettask.ends_of(open_ids, 5, reason, NULL), moment);
    RETURN open_ids || nettask.settle(open_ids, moment);
END $$;


--
-- Name: cancel_tasks(bigint[], text, timestamp with time zone); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.cancel_tasks(ids bigint[], reason text, moment timestamp with time zone) RETURNS bigint[]
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET lock_timeout TO '5s'
    AS $$
DECLARE
    ended bigint[] := nettask.cancel(ids, reason, coalesce(moment, clock_timestamp()));
BEGIN
    IF ended <> '{}' THEN
        PERFORM nettask.tell(NULL, ended);
    END IF;
    RETURN ended;
END $$;


--
-- Name: check_clock(); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.check_clock() RETURNS void
    LANGUAGE plpgsql
    AS $$
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


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: task; Type: TABLE; Schema: nettask; Owner: -
--

CREATE TABLE nettask.task (
    id bigint NOT NULL,
    due timestamp with time zone NOT NULL,
    since timestamp with time zone,
    expires timestamp with time zone,
    enqueued timestamp with time zone NOT NULL,
    not_before timestamp with time zone,
    started timestamp with time zone,
    leased_until timestamp with time zone,
    token bigint DEFAULT 0 NOT NULL,
    owner bigint,
    max_run_count bigint NOT NULL,
    interval_ns bigint NOT NULL,
    max_interval_ns bigint NOT NULL,
    requirements bigint NOT NULL,
    durable_requirements bigint NOT NULL,
    lane integer NOT NULL,
    payload_version integer NOT NULL,
    run_count integer DEFAULT 0 NOT NULL,
    run_number integer DEFAULT 0 NOT NULL,
    lost_count integer DEFAULT 0 NOT NULL,
    pending integer DEFAULT 0 NOT NULL,
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
    reply bytea,
    payload bytea NOT NULL
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.01', autovacuum_vacuum_threshold='2000', autovacuum_analyze_scale_factor='0.05', autovacuum_analyze_threshold='2000', autovacuum_vacuum_cost_delay='0', toast.autovacuum_vacuum_scale_factor='0.01', toast.autovacuum_vacuum_threshold='2000', toast.autovacuum_vacuum_cost_delay='0');


--
-- Name: claim(text[], integer[], bigint, integer, integer, interval, bigint, timestamp with time zone); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.claim(kinds text[], versions integer[], fulfilled bigint, max_count integer, max_suspects integer, lease interval, an_owner bigint, moment timestamp with time zone) RETURNS SETOF nettask.task
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
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


--
-- Name: correct_leases(interval); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.correct_leases(lease interval) RETURNS void
    LANGUAGE sql
    SET enable_seqscan TO 'off'
    AS $$
    UPDATE nettask.task SET leased_until = clock_timestamp() + lease WHERE id IN (
        SELECT id FROM nettask.task WHERE state = 2 AND leased_until > clock_timestamp() + lease + interval '1 second'
            FOR NO KEY UPDATE SKIP LOCKED
    )
$$;


--
-- Name: correct_waits(timestamp with time zone); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.correct_waits(moment timestamp with time zone) RETURNS void
    LANGUAGE sql
    AS $$
    UPDATE nettask.task SET due = moment + (due - since), since = moment WHERE state < 2 AND since > moment
$$;


--
-- Name: date(bigint); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.date(microseconds bigint) RETURNS timestamp with time zone
    LANGUAGE sql IMMUTABLE
    AS $$
    SELECT timestamptz '1970-01-01 00:00:00Z' + microseconds * interval '1 microsecond'
$$;


--
-- Name: depend(bigint, bigint, text, timestamp with time zone); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.depend(an_id bigint, needed bigint, policy text, moment timestamp with time zone) RETURNS bigint[]
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET lock_timeout TO '5s'
    AS $$
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


--
-- Name: drop_tasks(bigint[], text, timestamp with time zone); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.drop_tasks(ids bigint[], reason text, moment timestamp with time zone) RETURNS bigint[]
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET lock_timeout TO '5s'
    AS $$
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


--
-- Name: end_runs(bigint[], bigint[], integer[], text[], text[], text[], text[], bytea[], integer[], timestamp with time zone[], double precision[], integer[], boolean[], boolean, timestamp with time zone); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.end_runs(ids bigint[], tokens bigint[], states integer[], outcomes text[], errors text[], last_errors text[], death_reasons text[], replies bytea[], attempts integer[], dues timestamp with time zone[], waits double precision[], priorities integer[], uncounted boolean[], is_to_wait boolean, moment timestamp with time zone) RETURNS TABLE(place integer, is_held boolean, dependents bigint[])
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
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


--
-- Name: end_tasks(nettask.run_end[], timestamp with time zone); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.end_tasks(ends nettask.run_end[], moment timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
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


--
-- Name: ends_of(bigint[], integer, text, text); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.ends_of(ids bigint[], state integer, error text, death_reason text) RETURNS nettask.run_end[]
    LANGUAGE sql
    AS $$
    SELECT coalesce(array_agg(ROW(t.id, 0, state, 'cancelled', error, CASE state WHEN 4 THEN error END, death_reason,
        NULL, 0, NULL, NULL, NULL, false, 0)
        ::nettask.run_end), '{}') FROM unnest(ids) AS t (id)
$$;


--
-- Name: enqueue(text, bytea, integer, timestamp with time zone, timestamp with time zone, text, text[], text, text, text, jsonb, bigint, bigint, interval, interval, integer, text, text, text, bigint, jsonb, boolean); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.enqueue(kind text, payload bytea, priority integer DEFAULT 2, not_before timestamp with time zone DEFAULT NULL::timestamp with time zone, expires timestamp with time zone DEFAULT NULL::timestamp with time zone, idempotency_key text DEFAULT NULL::text, tags text[] DEFAULT NULL::text[], group_name text DEFAULT NULL::text, unique_key text DEFAULT NULL::text, unique_policy text DEFAULT 'coalesce'::text, dependencies jsonb DEFAULT NULL::jsonb, requirements bigint DEFAULT 0, max_run_count bigint DEFAULT 25, run_interval interval DEFAULT '00:00:10'::interval, max_interval interval DEFAULT '06:00:00'::interval, payload_version integer DEFAULT 1, spec_version text DEFAULT ''::text, spec_hash text DEFAULT ''::text, codec text DEFAULT NULL::text, durable_requirements bigint DEFAULT 0, trace_context jsonb DEFAULT NULL::jsonb, notify boolean DEFAULT true) RETURNS bigint
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
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


--
-- Name: expire_tasks(text, timestamp with time zone); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.expire_tasks(reason text, moment timestamp with time zone, OUT ended bigint[], OUT is_more boolean) RETURNS record
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
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


--
-- Name: front; Type: TABLE; Schema: nettask; Owner: -
--

CREATE UNLOGGED TABLE nettask.front (
    lane integer NOT NULL,
    priority smallint NOT NULL,
    due timestamp with time zone NOT NULL,
    valid_until timestamp with time zone NOT NULL
)
WITH (fillfactor='50');


--
-- Name: first_due(integer[]); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.first_due(lanes integer[]) RETURNS nettask.front[]
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_sort TO 'off'
    AS $$
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


--
-- Name: insert_plain(jsonb, text[], bytea[], integer[], timestamp with time zone[], timestamp with time zone[], jsonb[], jsonb[], timestamp with time zone); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.insert_plain(form jsonb, keys text[], payloads bytea[], priorities integer[], not_befores timestamp with time zone[], expiries timestamp with time zone[], tags jsonb[], trace_contexts jsonb[], moment timestamp with time zone) RETURNS bigint[]
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    AS $$
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


--
-- Name: insert_task(nettask.task, timestamp with time zone); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.insert_task(new nettask.task, moment timestamp with time zone, OUT outcome text, OUT task bigint, OUT replaced bigint[]) RETURNS record
    LANGUAGE plpgsql
    AS $$
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


--
-- Name: insert_tasks(jsonb, integer[], text[], bytea[], integer[], jsonb[], timestamp with time zone); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.insert_tasks(forms jsonb, form_of integer[], keys text[], payloads bytea[], priorities integer[], options jsonb[], moment timestamp with time zone) RETURNS TABLE(outcome text, id bigint, replaced bigint[])
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
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


--
-- Name: lane_of(text, integer, bigint, boolean); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.lane_of(a_kind text, a_version integer, some_requirements bigint, suspect boolean) RETURNS integer
    LANGUAGE plpgsql
    AS $$
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


--
-- Name: lanes_of(text[], integer[], bigint, boolean); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.lanes_of(kinds text[], versions integer[], fulfilled bigint, takes_suspects boolean) RETURNS integer[]
    LANGUAGE plpgsql STABLE
    AS $$
BEGIN
    RETURN ARRAY(
        SELECT l.id FROM unnest(kinds, versions) AS k (kind, version)
            JOIN nettask.lane AS l ON l.kind = k.kind AND l.payload_version <= k.version
            WHERE l.requirements & ~fulfilled = 0 AND (takes_suspects OR NOT l.is_suspect)
            AND NOT EXISTS (SELECT FROM nettask.paused AS p WHERE p.kind = k.kind)
            ORDER BY l.id
    );
END $$;


--
-- Name: lock_dependents(nettask.run_end[]); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.lock_dependents(ends nettask.run_end[]) RETURNS bigint[]
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
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


--
-- Name: lock_group(text); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.lock_group(a_group text) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('nettask ' || a_group, 0));
END $$;


--
-- Name: lost_leases(); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.lost_leases() RETURNS TABLE(id bigint, token bigint, lost_count integer, run_count integer, max_run_count bigint)
    LANGUAGE sql
    SET enable_seqscan TO 'off'
    AS $$
    SELECT id, token, lost_count, run_count, max_run_count FROM nettask.task
        WHERE state = 2 AND leased_until < clock_timestamp() ORDER BY leased_until LIMIT 500
$$;


--
-- Name: lower_fronts(bigint[]); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.lower_fronts(ids bigint[]) RETURNS void
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
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


--
-- Name: needs_of(jsonb); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.needs_of(some_dependencies jsonb, OUT ids bigint[], OUT policies text[], OUT failed bigint) RETURNS record
    LANGUAGE plpgsql
    AS $$
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


--
-- Name: new_row(jsonb, jsonb); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.new_row(form jsonb, options jsonb) RETURNS nettask.task
    LANGUAGE plpgsql
    AS $$
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


--
-- Name: note_fronts(nettask.front[], timestamp with time zone); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.note_fronts(heads nettask.front[], begun timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    AS $$
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


--
-- Name: pass_turn(text); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.pass_turn(a_group text) RETURNS void
    LANGUAGE plpgsql
    AS $$
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


--
-- Name: pass_turns(); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.pass_turns() RETURNS void
    LANGUAGE plpgsql
    AS $$
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


--
-- Name: prune_tasks(boolean, timestamp with time zone, integer, integer); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.prune_tasks(are_dead boolean, oldest timestamp with time zone, max_kept integer, max_removed integer) RETURNS integer
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
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


--
-- Name: put_back(nettask.run_end[], timestamp with time zone); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.put_back(ends nettask.run_end[], moment timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
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


--
-- Name: renew(bigint[], bigint[], interval); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.renew(ids bigint[], tokens bigint[], lease interval) RETURNS TABLE(id bigint, token bigint)
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
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


--
-- Name: retry_tasks(bigint[], timestamp with time zone); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.retry_tasks(ids bigint[], moment timestamp with time zone) RETURNS bigint[]
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    SET lock_timeout TO '5s'
    AS $$
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


--
-- Name: set_paused(boolean, text[], timestamp with time zone); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.set_paused(is_paused boolean, kinds text[], moment timestamp with time zone) RETURNS text[]
    LANGUAGE plpgsql
    AS $$
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


--
-- Name: set_priority(bigint[], integer); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.set_priority(ids bigint[], level integer) RETURNS void
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
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


--
-- Name: settle(bigint[], timestamp with time zone); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.settle(first bigint[], moment timestamp with time zone) RETURNS bigint[]
    LANGUAGE plpgsql
    AS $$
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


--
-- Name: shares(nettask.front[], integer, integer, timestamp with time zone); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.shares(heads nettask.front[], max_count integer, max_suspects integer, now timestamp with time zone) RETURNS TABLE(lane integer, due timestamp with time zone, is_suspect boolean, count bigint)
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
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


--
-- Name: ended; Type: TABLE; Schema: nettask; Owner: -
--

CREATE TABLE nettask.ended (
    id bigint NOT NULL,
    ended timestamp with time zone NOT NULL,
    due timestamp with time zone NOT NULL,
    expires timestamp with time zone,
    enqueued timestamp with time zone NOT NULL,
    not_before timestamp with time zone,
    started timestamp with time zone,
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
    outcome text,
    death_reason text,
    cancellation text,
    dependencies jsonb,
    tags jsonb,
    trace_context jsonb,
    reply bytea,
    payload bytea NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.05');


--
-- Name: ended_task; Type: VIEW; Schema: nettask; Owner: -
--

CREATE VIEW nettask.ended_task AS
 SELECT ended.id,
    ended.state,
    ended.kind,
    ended.payload_version,
    ended.spec_version,
    ended.spec_hash,
    ended.codec,
    ended.idempotency_key,
    ended.priority,
    ended.first_priority,
    ended.enqueued,
    ended.due,
    ended.not_before,
    ended.expires,
    ended.ended,
    ended.run_count,
    ended.lost_count,
    ended.max_run_count,
    ended.interval_ns,
    ended.max_interval_ns,
    ended.durable_codec,
    ended.durable_requirements,
    ended.requirements,
    ended.group_name,
    ended.unique_key,
    ended.unique_policy,
    ended.dependencies,
    ended.tags,
    ended.trace_context,
    ended.last_error,
    ended.death_reason,
    ended.cancellation,
    ended.token,
    ended.reply,
    ended.payload
   FROM nettask.ended;


--
-- Name: open_task; Type: VIEW; Schema: nettask; Owner: -
--

CREATE VIEW nettask.open_task AS
 SELECT task.id,
    task.state,
    task.kind,
    task.payload_version,
    task.spec_version,
    task.spec_hash,
    task.codec,
    task.idempotency_key,
    task.priority,
    task.first_priority,
    task.enqueued,
    task.due,
    task.not_before,
    task.expires,
    NULL::timestamp with time zone AS ended,
    task.run_count,
    task.lost_count,
    task.max_run_count,
    task.interval_ns,
    task.max_interval_ns,
    task.durable_codec,
    task.durable_requirements,
    task.requirements,
    task.group_name,
    task.unique_key,
    task.unique_policy,
    task.dependencies,
    task.tags,
    task.trace_context,
    task.last_error,
    NULL::text AS death_reason,
    NULL::text AS cancellation,
    task.token,
    task.reply,
    task.payload
   FROM nettask.task;


--
-- Name: all_task; Type: VIEW; Schema: nettask; Owner: -
--

CREATE VIEW nettask.all_task AS
 SELECT open_task.id,
    open_task.state,
    open_task.kind,
    open_task.payload_version,
    open_task.spec_version,
    open_task.spec_hash,
    open_task.codec,
    open_task.idempotency_key,
    open_task.priority,
    open_task.first_priority,
    open_task.enqueued,
    open_task.due,
    open_task.not_before,
    open_task.expires,
    open_task.ended,
    open_task.run_count,
    open_task.lost_count,
    open_task.max_run_count,
    open_task.interval_ns,
    open_task.max_interval_ns,
    open_task.durable_codec,
    open_task.durable_requirements,
    open_task.requirements,
    open_task.group_name,
    open_task.unique_key,
    open_task.unique_policy,
    open_task.dependencies,
    open_task.tags,
    open_task.trace_context,
    open_task.last_error,
    open_task.death_reason,
    open_task.cancellation,
    open_task.token,
    open_task.reply,
    open_task.payload
   FROM nettask.open_task
UNION ALL
 SELECT ended_task.id,
    ended_task.state,
    ended_task.kind,
    ended_task.payload_version,
    ended_task.spec_version,
    ended_task.spec_hash,
    ended_task.codec,
    ended_task.idempotency_key,
    ended_task.priority,
    ended_task.first_priority,
    ended_task.enqueued,
    ended_task.due,
    ended_task.not_before,
    ended_task.expires,
    ended_task.ended,
    ended_task.run_count,
    ended_task.lost_count,
    ended_task.max_run_count,
    ended_task.interval_ns,
    ended_task.max_interval_ns,
    ended_task.durable_codec,
    ended_task.durable_requirements,
    ended_task.requirements,
    ended_task.group_name,
    ended_task.unique_key,
    ended_task.unique_policy,
    ended_task.dependencies,
    ended_task.tags,
    ended_task.trace_context,
    ended_task.last_error,
    ended_task.death_reason,
    ended_task.cancellation,
    ended_task.token,
    ended_task.reply,
    ended_task.payload
   FROM nettask.ended_task;


--
-- Name: tasks(bigint[]); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.tasks(ids bigint[]) RETURNS SETOF nettask.all_task
    LANGUAGE sql STABLE
    SET enable_seqscan TO 'off'
    AS $$
    SELECT * FROM nettask.all_task WHERE id = ANY (ids) ORDER BY id
$$;


--
-- Name: tell(text[], bigint[]); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.tell(kinds text[], ids bigint[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
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


--
-- Name: tidy(timestamp with time zone, timestamp with time zone, integer); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.tidy(oldest timestamp with time zone, moment timestamp with time zone, max_entries integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
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


--
-- Name: try_turn(text); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.try_turn(a_group text) RETURNS void
    LANGUAGE plpgsql
    AS $$
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


--
-- Name: wait(text[], integer[], bigint, boolean, boolean, timestamp with time zone); Type: FUNCTION; Schema: nettask; Owner: -
--

CREATE FUNCTION nettask.wait(kinds text[], versions integer[], fulfilled bigint, is_claiming boolean, takes_suspects boolean, moment timestamp with time zone) RETURNS bigint
    LANGUAGE plpgsql
    SET enable_seqscan TO 'off'
    AS $$
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


--
-- Name: run; Type: TABLE; Schema: nettask; Owner: -
--

CREATE TABLE nettask.run (
    task bigint NOT NULL,
    number integer NOT NULL,
    started timestamp with time zone NOT NULL,
    ended timestamp with time zone NOT NULL,
    attempt_count integer NOT NULL,
    outcome text NOT NULL,
    error text
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_cost_delay='0');


--
-- Name: all_run; Type: VIEW; Schema: nettask; Owner: -
--

CREATE VIEW nettask.all_run AS
 SELECT run.task,
    run.number,
    run.started,
    run.ended,
    run.attempt_count,
    run.outcome,
    run.error
   FROM nettask.run
UNION ALL
 SELECT task.id AS task,
    task.run_number AS number,
    task.started,
    NULL::timestamp with time zone AS ended,
    0 AS attempt_count,
    'running'::text AS outcome,
    NULL::text AS error
   FROM nettask.task
  WHERE (task.state = 2)
UNION ALL
 SELECT ended.id AS task,
    ended.run_number AS number,
    ended.started,
    ended.ended,
    ended.attempt_count,
    ended.outcome,
        CASE
            WHEN (ended.outcome = 'cancelled'::text) THEN ended.cancellation
            WHEN (ended.outcome <> 'succeeded'::text) THEN ended.last_error
            ELSE NULL::text
        END AS error
   FROM nettask.ended
  WHERE (ended.outcome IS NOT NULL);


--
-- Name: audit; Type: TABLE; Schema: nettask; Owner: -
--

CREATE TABLE nettask.audit (
    id bigint NOT NULL,
    date timestamp with time zone NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    ids bigint[] NOT NULL,
    kinds text[] NOT NULL,
    note text NOT NULL
);


--
-- Name: audit_id_seq; Type: SEQUENCE; Schema: nettask; Owner: -
--

ALTER TABLE nettask.audit ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME nettask.audit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: dependency; Type: TABLE; Schema: nettask; Owner: -
--

CREATE TABLE nettask.dependency (
    needs bigint NOT NULL,
    task bigint NOT NULL,
    on_failure text NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.01', autovacuum_vacuum_threshold='2000', autovacuum_vacuum_cost_delay='0');


--
-- Name: figure; Type: TABLE; Schema: nettask; Owner: -
--

CREATE TABLE nettask.figure (
    minute timestamp with time zone NOT NULL,
    kind text NOT NULL,
    enqueued bigint DEFAULT 0 NOT NULL,
    begun bigint DEFAULT 0 NOT NULL,
    succeeded bigint DEFAULT 0 NOT NULL,
    failed bigint DEFAULT 0 NOT NULL,
    died bigint DEFAULT 0 NOT NULL,
    cancelled bigint DEFAULT 0 NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_cost_delay='0');


--
-- Name: lane; Type: TABLE; Schema: nettask; Owner: -
--

CREATE TABLE nettask.lane (
    id integer NOT NULL,
    kind text NOT NULL,
    payload_version integer NOT NULL,
    requirements bigint NOT NULL,
    is_suspect boolean NOT NULL
);


--
-- Name: lane_id_seq; Type: SEQUENCE; Schema: nettask; Owner: -
--

ALTER TABLE nettask.lane ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME nettask.lane_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: meta; Type: TABLE; Schema: nettask; Owner: -
--

CREATE TABLE nettask.meta (
    name text NOT NULL,
    value bigint NOT NULL
);


--
-- Name: paused; Type: TABLE; Schema: nettask; Owner: -
--

CREATE TABLE nettask.paused (
    kind text NOT NULL,
    since timestamp with time zone NOT NULL
);


--
-- Name: task_id; Type: SEQUENCE; Schema: nettask; Owner: -
--

CREATE SEQUENCE nettask.task_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: turn; Type: TABLE; Schema: nettask; Owner: -
--

CREATE TABLE nettask.turn (
    group_name text NOT NULL
);


--
-- Data for Name: audit; Type: TABLE DATA; Schema: nettask; Owner: -
--

INSERT INTO nettask.audit OVERRIDING SYSTEM VALUE VALUES (1, '2026-01-01 00:00:02+00', 'somebody', 'pause', '{}', '{}', '');


--
-- Data for Name: dependency; Type: TABLE DATA; Schema: nettask; Owner: -
--

INSERT INTO nettask.dependency VALUES (1838790365456024, 1838790365456028, 'cancel');
INSERT INTO nettask.dependency VALUES (1838790365456027, 1838790365456029, 'cancel');
INSERT INTO nettask.dependency VALUES (1838790365456027, 1838790365456030, 'run');


--
-- Data for Name: ended; Type: TABLE DATA; Schema: nettask; Owner: -
--

INSERT INTO nettask.ended VALUES (1838790365456015, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', 1, 25, 10000000000, 21600000000000, 0, 0, 1, 1, 1, 0, 1, 3, 2, 2, 'Earlier.Order', '63cbe1e4-5932-4dd7-844c-3cd7f43c661c', '1.2', '00ff', NULL, NULL, NULL, NULL, NULL, NULL, 'succeeded', NULL, NULL, NULL, '["succeeded"]', NULL, '\x000000147b226e616d65223a22737563636565646564227d7b22626f6479223a224e513d3d222c2275726c223a2268747470733a5c2f5c2f73686f702e746573745c2f6f7264657273222c226d6574686f64223a22504f5354222c22617474656d7074223a312c22737461747573223a3230302c2268656164657273223a5b5b22436f6e74656e742d4c656e677468222c2231225d2c5b22436f6e74656e742d54797065222c226170706c69636174696f6e5c2f6a736f6e225d5d7d', '\x');
INSERT INTO nettask.ended VALUES (1838790365456016, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', 1, 25, 10000000000, 21600000000000, 0, 0, 1, 1, 1, 0, 1, 4, 2, 2, 'Earlier.Order', 'e6984080-bab1-4a02-953a-eb70673e29cb', '1.2', '00ff', NULL, NULL, NULL, NULL, NULL, 'POST https://shop.test/orders was answered with status 404 Not Found (attempt 1)', 'died', 'abandoned', NULL, NULL, '["abandoned"]', NULL, NULL, '\x7b226e616d65223a226162616e646f6e6564227d');
INSERT INTO nettask.ended VALUES (1838790365456018, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', 1, 1, 10000000000, 21600000000000, 0, 0, 1, 1, 1, 0, 1, 4, 2, 2, 'Earlier.Order', '77cbc4a1-33c2-40f6-93fc-d6513d02befe', '1.2', '00ff', NULL, NULL, NULL, NULL, NULL, 'POST https://shop.test/orders was answered with status 502 Bad Gateway (attempt 1)', 'died', 'exhausted', NULL, NULL, '["exhausted"]', NULL, NULL, '\x7b226e616d65223a22657868617573746564227d');
INSERT INTO nettask.ended VALUES (1838790365456019, '2026-01-01 00:00:00+00', '2026-01-01 00:01:00+00', NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:01:00+00', NULL, 0, 25, 10000000000, 21600000000000, 0, 0, 1, 0, 0, 0, 0, 5, 2, 2, 'Earlier.Order', '225ec07a-9950-4761-a9c3-a27688795369', '1.2', '00ff', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'The task was cancelled with all tasks that have the tag "cancelled"', NULL, '["cancelled"]', NULL, NULL, '\x');


--
-- Data for Name: figure; Type: TABLE DATA; Schema: nettask; Owner: -
--

INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Export', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Export', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Export', 0, 2, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 0, 4, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 0, 0, 1, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 0, 0, 0, 0, 1, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 0, 0, 0, 1, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 0, 0, 0, 0, 1, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 0, 0, 0, 0, 0, 1);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 0, 1, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 0, 0, 0, 1, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 0, 1, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 0, 0, 0, 1, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 0, 1, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Export', 0, 1, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Order', 1, 0, 0, 0, 0, 0);
INSERT INTO nettask.figure VALUES ('2026-01-01 00:00:00+00', 'Earlier.Refund', 1, 0, 0, 0, 0, 0);


--
-- Data for Name: front; Type: TABLE DATA; Schema: nettask; Owner: -
--



--
-- Data for Name: lane; Type: TABLE DATA; Schema: nettask; Owner: -
--

INSERT INTO nettask.lane OVERRIDING SYSTEM VALUE VALUES (1, 'Earlier.Order', 1, 0, false);
INSERT INTO nettask.lane OVERRIDING SYSTEM VALUE VALUES (2, 'Earlier.Export', 1, 0, false);
INSERT INTO nettask.lane OVERRIDING SYSTEM VALUE VALUES (3, 'Earlier.Order', 1, 0, true);
INSERT INTO nettask.lane OVERRIDING SYSTEM VALUE VALUES (4, 'Earlier.Order', 1, 1, false);
INSERT INTO nettask.lane OVERRIDING SYSTEM VALUE VALUES (5, 'Earlier.Refund', 1, 0, false);


--
-- Data for Name: meta; Type: TABLE DATA; Schema: nettask; Owner: -
--

INSERT INTO nettask.meta VALUES ('clock', 0);
INSERT INTO nettask.meta VALUES ('version', 3);


--
-- Data for Name: paused; Type: TABLE DATA; Schema: nettask; Owner: -
--

INSERT INTO nettask.paused VALUES ('Earlier.Refund', '2026-01-01 00:00:02+00');


--
-- Data for Name: run; Type: TABLE DATA; Schema: nettask; Owner: -
--

INSERT INTO nettask.run VALUES (1838790365456017, 1, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1, 'failed', 'POST https://shop.test/orders was answered with status 502 Bad Gateway (attempt 1)');
INSERT INTO nettask.run VALUES (1838790365456021, 1, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1, 'postponed', 'It is not over yet: its start was accepted');
INSERT INTO nettask.run VALUES (1838790365456020, 1, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 1, 'postponed', 'It is not over yet: its start was accepted');
INSERT INTO nettask.run VALUES (1838790365456022, 1, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 0, 'lost', 'Its process ended in the middle of the run.');
INSERT INTO nettask.run VALUES (1838790365456022, 2, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 0, 'lost', 'Its process ended in the middle of the run.');


--
-- Data for Name: task; Type: TABLE DATA; Schema: nettask; Owner: -
--

INSERT INTO nettask.task VALUES (1838790365456017, '2026-01-01 00:00:11.728015+00', '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', NULL, 1, 6827018689854358358, 25, 10000000000, 21600000000000, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 2, 'Earlier.Order', '73d33b66-6a1e-41da-bfda-be86cbbeaa11', '1.2', '00ff', NULL, NULL, NULL, NULL, NULL, 'POST https://shop.test/orders was answered with status 502 Bad Gateway (attempt 1)', NULL, '["failed once"]', NULL, NULL, '\x7b226e616d65223a226661696c6564206f6e6365227d');
INSERT INTO nettask.task VALUES (1838790365456021, '2026-01-01 00:00:02+00', '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', NULL, 1, 6827018689854358358, 25, 10000000000, 21600000000000, 0, 0, 2, 1, 0, 1, 0, 0, 0, 2, 2, 'Earlier.Export', 'eb0354df-4a45-434e-9f0f-9924a3016430', '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '["export"]', NULL, '\xb768003406235f38582dd57d120740fc55d12a89571acc1974aaa951e2daac527b2261636365707465644174223a3738383931383430302c22706f6c6c436f756e74223a302c2272756e436f756e74223a302c227265706c79223a2265794a745a58526f623251694f694a5154314e5549697769614756685a475679637949365731736951323975644756756443314d5a57356e644767694c4349784e694a644c4673695132397564475675644331556558426c496977695958427762476c6a59585270623235634c32707a6232346958563073496d463064475674634851694f6a4573496d4a765a486b694f694a6c655570365a4564474d46705453545a4a51307031576c686a61575a52505430694c434a31636d77694f694a6f64485277637a70634c31777663326876634335305a584e305843396c65484276636e527a49697769633352686448567a496a6f794d444a39227d', '\x7b226e616d65223a226578706f7274227d');
INSERT INTO nettask.task VALUES (1838790365456022, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', NULL, 2, 7988349988818835572, 25, 10000000000, 21600000000000, 0, 0, 3, 1, 2, 2, 2, 0, 0, 2, 2, 'Earlier.Order', '8c5c906b-1aeb-45f8-a12e-5d006cd3d6af', '1.2', '00ff', NULL, NULL, NULL, NULL, NULL, 'Its process ended in the middle of the run.', NULL, '["died twice"]', NULL, NULL, '\x7b226e616d65223a2264696564207477696365227d');
INSERT INTO nettask.task VALUES (1838790365456023, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', '2026-11-26 11:49:06.405166+00', 1, 1194222734033479397, 25, 10000000000, 21600000000000, 0, 0, 1, 1, 1, 1, 0, 0, 2, 2, 2, 'Earlier.Order', '538c6a0c-da73-46c7-9e7e-b00e4c9c9e35', '1.2', '00ff', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '["runs"]', NULL, NULL, '\x7b226e616d65223a2272756e73227d');
INSERT INTO nettask.task VALUES (1838790365456020, '2026-01-01 00:00:02+00', '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:00+00', NULL, '2026-01-01 00:00:02+00', '2026-11-26 11:49:06.406613+00', 2, 1194222734033479397, 25, 10000000000, 21600000000000, 0, 0, 2, 1, 1, 2, 0, 0, 2, 2, 2, 'Earlier.Export', '1a82e79b-05b5-4aeb-b5ba-4eb728dd632c', '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '["export that runs"]', NULL, '\xd5a49e4dd5750e1b0714770857f322496f9d3cc705bd26113cc9bcda98355c367b2272756e436f756e74223a302c227265706c79223a2265794a6f5a57466b5a584a7a496a706257794a44623235305a5735304c55786c626d643061434973496a4532496c307357794a44623235305a5735304c565235634755694c434a686348427361574e6864476c76626c7776616e4e7662694a6458537769633352686448567a496a6f794d444973496d4a765a486b694f694a6c655570365a4564474d46705453545a4a51307031576c686a61575a52505430694c434a745a58526f623251694f694a5154314e554969776964584a73496a6f696148523063484d36584339634c334e6f623341756447567a644677765a58687762334a3063794973496d463064475674634851694f6a4639222c2261636365707465644174223a3738383931383430302c22706f6c6c436f756e74223a307d', '\x7b226e616d65223a226578706f727420746861742072756e73227d');
INSERT INTO nettask.task VALUES (1838790365456024, '2026-01-01 00:00:02+00', '2026-01-01 00:00:02+00', NULL, '2026-01-01 00:00:02+00', NULL, NULL, NULL, 0, NULL, 25, 10000000000, 21600000000000, 0, 0, 1, 1, 0, 0, 0, 0, 0, 2, 2, 'Earlier.Order', 'c1dfda7a-5eb2-46f8-acb0-6798004bbc2f', '1.2', '00ff', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '["waits"]', NULL, NULL, '\x7b226e616d65223a227761697473227d');
INSERT INTO nettask.task VALUES (1838790365456025, '2026-01-02 00:00:02+00', NULL, NULL, '2026-01-01 00:00:02+00', '2026-01-02 00:00:02+00', NULL, NULL, 0, NULL, 25, 10000000000, 21600000000000, 0, 0, 1, 1, 0, 0, 0, 0, 0, 2, 2, 'Earlier.Order', '1b5051c6-2d03-42cd-982d-6717a91d279d', '1.2', '00ff', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '["waits for a date"]', NULL, NULL, '\x7b226e616d65223a22776169747320666f7220612064617465227d');
INSERT INTO nettask.task VALUES (1838790365456026, '2026-01-01 00:00:02+00', '2026-01-01 00:00:02+00', '2057-09-09 01:46:42+00', '2026-01-01 00:00:02+00', NULL, NULL, NULL, 0, NULL, 25, 10000000000, 21600000000000, 0, 0, 1, 1, 0, 0, 0, 0, 0, 2, 2, 'Earlier.Order', '6c7c5b1c-60b8-40ff-a70c-d6df5d49ce30', '1.2', '00ff', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '["has a date to expire"]', NULL, NULL, '\x7b226e616d65223a226861732061206461746520746f20657870697265227d');
INSERT INTO nettask.task VALUES (1838790365456027, '2026-01-01 00:00:02+00', '2026-01-01 00:00:02+00', '2026-01-01 00:01:02+00', '2026-01-01 00:00:02+00', NULL, NULL, NULL, 0, NULL, 25, 10000000000, 21600000000000, 0, 0, 1, 1, 0, 0, 0, 0, 0, 2, 2, 'Earlier.Order', 'f5d81f33-3a1f-49e9-93a1-6201310d9aba', '1.2', '00ff', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '["has expired"]', NULL, NULL, '\x7b226e616d65223a226861732065787069726564227d');
INSERT INTO nettask.task VALUES (1838790365456028, '2026-01-01 00:00:02+00', '2026-01-01 00:00:02+00', NULL, '2026-01-01 00:00:02+00', NULL, NULL, NULL, 0, NULL, 25, 10000000000, 21600000000000, 0, 0, 1, 1, 0, 0, 0, 1, 1, 2, 2, 'Earlier.Order', '683409b1-f2fb-445f-a6df-52ffdf834b47', '1.2', '00ff', NULL, NULL, NULL, NULL, NULL, NULL, '[{"id": 1838790365456024, "onFailure": "cancel"}]', '["depends on one that waits"]', NULL, NULL, '\x7b226e616d65223a22646570656e6473206f6e206f6e652074686174207761697473227d');
INSERT INTO nettask.task VALUES (1838790365456029, '2026-01-01 00:00:02+00', '2026-01-01 00:00:02+00', NULL, '2026-01-01 00:00:02+00', NULL, NULL, NULL, 0, NULL, 25, 10000000000, 21600000000000, 0, 0, 1, 1, 0, 0, 0, 1, 1, 2, 2, 'Earlier.Order', '6a3f7fb9-fcd4-441d-b89c-5aca8c448a78', '1.2', '00ff', NULL, NULL, NULL, NULL, NULL, NULL, '[{"id": 1838790365456027, "onFailure": "cancel"}]', '["depends on one that expires"]', NULL, NULL, '\x7b226e616d65223a22646570656e6473206f6e206f6e6520746861742065787069726573227d');
INSERT INTO nettask.task VALUES (1838790365456030, '2026-01-01 00:00:02+00', '2026-01-01 00:00:02+00', NULL, '2026-01-01 00:00:02+00', NULL, NULL, NULL, 0, NULL, 25, 10000000000, 21600000000000, 0, 0, 1, 1, 0, 0, 0, 1, 1, 2, 2, 'Earlier.Order', '0de2b0ab-6b89-48ac-a218-4fdaeffa95c8', '1.2', '00ff', NULL, NULL, NULL, NULL, NULL, NULL, '[{"id": 1838790365456027, "onFailure": "run"}]', '["depends on one that expires, and runs"]', NULL, NULL, '\x7b226e616d65223a22646570656e6473206f6e206f6e65207468617420657870697265732c20616e642072756e73227d');
INSERT INTO nettask.task VALUES (1838790365456031, '2026-01-01 00:00:02+00', '2026-01-01 00:00:02+00', NULL, '2026-01-01 00:00:02+00', NULL, NULL, NULL, 0, NULL, 25, 10000000000, 21600000000000, 0, 0, 1, 1, 0, 0, 0, 0, 0, 2, 2, 'Earlier.Order', '4857c52e-70de-44d2-8eb6-7bb2bf528e01', '1.2', '00ff', NULL, NULL, 'g', NULL, NULL, NULL, NULL, '["first of a group"]', NULL, NULL, '\x7b226e616d65223a226669727374206f6620612067726f7570227d');
INSERT INTO nettask.task VALUES (1838790365456032, '2026-01-01 00:00:02+00', '2026-01-01 00:00:02+00', NULL, '2026-01-01 00:00:02+00', NULL, NULL, NULL, 0, NULL, 25, 10000000000, 21600000000000, 0, 0, 1, 1, 0, 0, 0, 0, 1, 2, 2, 'Earlier.Order', '9b5554be-f5eb-442b-9363-f25caeb7c570', '1.2', '00ff', NULL, NULL, 'g', NULL, NULL, NULL, NULL, '["second of a group"]', NULL, NULL, '\x7b226e616d65223a227365636f6e64206f6620612067726f7570227d');
INSERT INTO nettask.task VALUES (1838790365456033, '2026-01-01 00:00:02+00', '2026-01-01 00:00:02+00', NULL, '2026-01-01 00:00:02+00', NULL, NULL, NULL, 0, NULL, 25, 10000000000, 21600000000000, 0, 0, 1, 1, 0, 0, 0, 0, 0, 2, 2, 'Earlier.Order', 'ef684142-4a61-4275-b5e1-803bf4585807', '1.2', '00ff', NULL, NULL, NULL, 'key', 'coalesce', NULL, NULL, '["unique"]', NULL, NULL, '\x7b226e616d65223a22756e69717565227d');
INSERT INTO nettask.task VALUES (1838790365456034, '2026-01-01 00:00:02+00', '2026-01-01 00:00:02+00', NULL, '2026-01-01 00:00:02+00', NULL, NULL, NULL, 0, NULL, 25, 10000000000, 21600000000000, 1, 0, 4, 1, 0, 0, 0, 0, 0, 4, 4, 'Earlier.Order', '2d0d723f-d185-4e5b-a4d4-f04889d20de1', '1.2', '00ff', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '["urgent"]', '{"a": "b"}', NULL, '\x7b226e616d65223a22757267656e74227d');
INSERT INTO nettask.task VALUES (1838790365456035, '2026-01-01 00:00:02+00', '2026-01-01 00:00:02+00', NULL, '2026-01-01 00:00:02+00', NULL, NULL, NULL, 0, NULL, 25, 10000000000, 21600000000000, 0, 0, 5, 1, 0, 0, 0, 0, 0, 2, 2, 'Earlier.Refund', 'eb7a07aa-cd55-4fc9-a1cc-42d4094b9c40', '', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '["paused"]', NULL, NULL, '\x7b226e616d65223a22706175736564227d');


--
-- Data for Name: turn; Type: TABLE DATA; Schema: nettask; Owner: -
--



--
-- Name: audit_id_seq; Type: SEQUENCE SET; Schema: nettask; Owner: -
--

SELECT pg_catalog.setval('nettask.audit_id_seq', 1, true);


--
-- Name: lane_id_seq; Type: SEQUENCE SET; Schema: nettask; Owner: -
--

SELECT pg_catalog.setval('nettask.lane_id_seq', 5, true);


--
-- Name: task_id; Type: SEQUENCE SET; Schema: nettask; Owner: -
--

SELECT pg_catalog.setval('nettask.task_id', 1838790365456035, true);


--
-- Name: audit audit_pkey; Type: CONSTRAINT; Schema: nettask; Owner: -
--

ALTER TABLE ONLY nettask.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);


--
-- Name: dependency dependency_pkey; Type: CONSTRAINT; Schema: nettask; Owner: -
--

ALTER TABLE ONLY nettask.dependency
    ADD CONSTRAINT dependency_pkey PRIMARY KEY (needs, task);


--
-- Name: ended ended_pkey; Type: CONSTRAINT; Schema: nettask; Owner: -
--

ALTER TABLE ONLY nettask.ended
    ADD CONSTRAINT ended_pkey PRIMARY KEY (id);


--
-- Name: front front_pkey; Type: CONSTRAINT; Schema: nettask; Owner: -
--

ALTER TABLE ONLY nettask.front
    ADD CONSTRAINT front_pkey PRIMARY KEY (lane, priority);


--
-- Name: lane lane_pkey; Type: CONSTRAINT; Schema: nettask; Owner: -
--

ALTER TABLE ONLY nettask.lane
    ADD CONSTRAINT lane_pkey PRIMARY KEY (id);


--
-- Name: meta meta_pkey; Type: CONSTRAINT; Schema: nettask; Owner: -
--

ALTER TABLE ONLY nettask.meta
    ADD CONSTRAINT meta_pkey PRIMARY KEY (name);


--
-- Name: paused paused_pkey; Type: CONSTRAINT; Schema: nettask; Owner: -
--

ALTER TABLE ONLY nettask.paused
    ADD CONSTRAINT paused_pkey PRIMARY KEY (kind);


--
-- Name: run run_pkey; Type: CONSTRAINT; Schema: nettask; Owner: -
--

ALTER TABLE ONLY nettask.run
    ADD CONSTRAINT run_pkey PRIMARY KEY (task, number);


--
-- Name: task task_pkey; Type: CONSTRAINT; Schema: nettask; Owner: -
--

ALTER TABLE ONLY nettask.task
    ADD CONSTRAINT task_pkey PRIMARY KEY (id);


--
-- Name: dependency_task; Type: INDEX; Schema: nettask; Owner: -
--

CREATE INDEX dependency_task ON nettask.dependency USING btree (task);


--
-- Name: ended_dead; Type: INDEX; Schema: nettask; Owner: -
--

CREATE INDEX ended_dead ON nettask.ended USING btree (ended, id) WHERE (state = 4);


--
-- Name: ended_done; Type: INDEX; Schema: nettask; Owner: -
--

CREATE INDEX ended_done ON nettask.ended USING btree (ended, id) WHERE (state <> 4);


--
-- Name: figure_minute; Type: INDEX; Schema: nettask; Owner: -
--

CREATE INDEX figure_minute ON nettask.figure USING btree (minute);


--
-- Name: lane_content; Type: INDEX; Schema: nettask; Owner: -
--

CREATE INDEX lane_content ON nettask.lane USING btree (kind, payload_version, requirements, is_suspect, id);


--
-- Name: task_blocked; Type: INDEX; Schema: nettask; Owner: -
--

CREATE INDEX task_blocked ON nettask.task USING btree (id) WHERE (state = 1);


--
-- Name: task_expiring; Type: INDEX; Schema: nettask; Owner: -
--

CREATE INDEX task_expiring ON nettask.task USING btree (expires) WHERE ((state < 2) AND (expires IS NOT NULL));


--
-- Name: task_group; Type: INDEX; Schema: nettask; Owner: -
--

CREATE INDEX task_group ON nettask.task USING btree (group_name, id) WHERE (group_name IS NOT NULL);


--
-- Name: task_running; Type: INDEX; Schema: nettask; Owner: -
--

CREATE INDEX task_running ON nettask.task USING btree (leased_until) WHERE (state = 2);


--
-- Name: task_unique; Type: INDEX; Schema: nettask; Owner: -
--

CREATE UNIQUE INDEX task_unique ON nettask.task USING btree (kind, unique_key) WHERE (unique_key IS NOT NULL);


--
-- Name: task_waiting; Type: INDEX; Schema: nettask; Owner: -
--

CREATE INDEX task_waiting ON nettask.task USING btree (lane, priority, due, id) WHERE (state = 0);


--
-- PostgreSQL database dump complete
--


