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
