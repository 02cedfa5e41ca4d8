"""Measures other queues for durable tasks on PostgreSQL, and PostgreSQL alone.

    peers.py ADDRESS [TASKS]

ADDRESS is a database with the schema of NetTask's store, and may be written; it takes pgbench in PATH. Each line that is
printed is JSON: `what` was measured, `seconds` for one, and `version` if it is of a package. README.md says how.
"""

import asyncio
import importlib.metadata
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import asyncpg
import procrastinate
import psycopg
import uvloop
from pgqueuer import PgQueuer
from pgqueuer.db import AsyncpgPoolDriver
from pgqueuer.queries import Queries
from pgqueuer.types import QueueExecutionMode

PAYLOAD = b'{"item":"Tea, first flush, 250 g","note":"Leave it with the neighbours, please.","number":1}'
REPETITIONS = 3


def report(what, seconds, package=None):
    version = {"version": importlib.metadata.version(package)} if package else {}
    print(json.dumps({"what": what, "seconds": seconds, **version}), flush=True)


# MARK: Other queues: one worker process claims, runs (without work) and ends stored tasks.


async def measure_procrastinate(address, count):
    """It claims one job at a time with one query, and ends each with one query. The number of concurrent jobs is the only setting to
    choose: of 1, 5, 10, 20 and 50, 20 was the best on two cores. Jobs that have succeeded are deleted, which is faster than
    keeping them. Its connections are kept open, one for each job."""
    app = procrastinate.App(connector=procrastinate.PsycopgConnector(conninfo=address, min_size=20, max_size=22))

    @app.task(name="nothing")
    async def nothing(number, item, note):
        pass

    times = []
    async with app.open_async():
        if not await app.check_connection_async():
            await app.schema_manager.apply_schema_async()
        for _ in range(REPETITIONS):
            jobs = [{"number": n, "item": "Tea, first flush, 250 g", "note": "Leave it with the neighbours, please."} for n in range(count)]
            await nothing.batch_defer_async(*jobs)
            start = time.perf_counter()
            await app.run_worker_async(
                concurrency=20, wait=False, listen_notify=False, delete_jobs="always", install_signal_handlers=False
            )
            times.append((time.perf_counter() - start) / count)
    report("procrastinate", statistics.median(times), "procrastinate")


async def measure_pgqueuer(address, count):
    """It claims and ends in batches. Of batches of 10, 50, 100, 200 and 500, those of 200 were the fastest on two cores,
    with a pool of asyncpg, its quickest driver, and uvloop. Its tables are all logged, as by default."""
    async with asyncpg.create_pool(address, min_size=4, max_size=4) as pool:
        queries = Queries(AsyncpgPoolDriver(pool))
        if not await queries.schema_is_installed():
            await queries.install()
        times = []
        for _ in range(REPETITIONS):
            await queries.enqueue(["nothing"] * count, [PAYLOAD] * count, [0] * count)
            queue = PgQueuer(AsyncpgPoolDriver(pool))

            @queue.entrypoint("nothing")
            async def nothing(job):
                pass

            start = time.perf_counter()
            await queue.run(batch_size=200, mode=QueueExecutionMode.drain)
            times.append((time.perf_counter() - start) / count)
    report("pgqueuer", statistics.median(times), "pgqueuer")


# MARK: PostgreSQL alone


CLAIM = "SELECT id, token, payload FROM nettask.claim('{Cost.Order}', '{1}', 0, 100, 0, interval '30 seconds', 1, NULL)"
END = """SELECT place FROM nettask.end_runs(%s::bigint[], %s::bigint[], array_fill(3, ARRAY[100]), array_fill('succeeded'::text, ARRAY[100]),
    array_fill(NULL::text, ARRAY[100]), array_fill(NULL::text, ARRAY[100]), array_fill(NULL::text, ARRAY[100]), array_fill(NULL::bytea, ARRAY[100]),
    array_fill(1, ARRAY[100]), array_fill(NULL::timestamptz, ARRAY[100]), array_fill(NULL::double precision, ARRAY[100]),
    array_fill(NULL::integer, ARRAY[100]), array_fill(false, ARRAY[100]), true, NULL)"""


def measure_statements(connection, count):
    """The store's own statements: a claim of a hundred, and their ends, one after the other."""
    count -= count % 100
    times = []
    for _ in range(REPETITIONS):
        connection.execute("SELECT count(nettask.enqueue('Cost.Order', %s)) FROM generate_series(1, %s)", (PAYLOAD, count))
        start = time.perf_counter()
        for _ in range(count // 100):
            rows = connection.execute(CLAIM, prepare=True, binary=True).fetchall()
            ended = connection.execute(END, ([row[0] for row in rows], [row[1] for row in rows]), prepare=True).fetchall()
            assert len(ended) == 100
        times.append((time.perf_counter() - start) / count)
    report("claims and ends of the store's statements", statistics.median(times))


def make_raw(connection):
    """A table like the store's, with the same indexes. Returns the columns and values of a task, as SQL."""
    connection.execute("DROP TABLE IF EXISTS raw_task")
    connection.execute("CREATE TABLE raw_task (LIKE nettask.task INCLUDING ALL)")
    connection.execute("SELECT nettask.enqueue('Cost.Order', %s)", (PAYLOAD,))
    row = connection.execute(
        "SELECT key, quote_nullable(value) FROM jsonb_each_text((SELECT to_jsonb(t) FROM nettask.task AS t LIMIT 1)) WHERE value IS NOT NULL"
    ).fetchall()
    values = {**dict(row), "id": "nextval('nettask.task_id')"}
    for date in ("due", "since", "enqueued"):
        values[date] = "now()"
    return values


def measure_many_rows(connection, values, count):
    """A thousand rows with one statement, from arrays of the values that differ."""
    varied = {**values, "payload": "a.payload", "idempotency_key": "a.key"}
    statement = (
        f"INSERT INTO raw_task ({', '.join(varied)}) SELECT {', '.join(varied.values())}"
        " FROM unnest(%s::bytea[], %s::text[]) AS a (payload, key)"
    )
    arrays = ([PAYLOAD] * 1000, [f"00000000-0000-4000-8000-{number:012}" for number in range(1000)])
    times = []
    for _ in range(REPETITIONS):
        start = time.perf_counter()
        for _ in range(max(1, count // 1000)):
            connection.execute(statement, arrays, prepare=True, binary=True)
        times.append((time.perf_counter() - start) / (max(1, count // 1000) * 1000))
    report("a row of an INSERT of 1,000", statistics.median(times))


def measure_single_rows(address, values):
    """A row in a transaction of its own, from 64 connections at once, by pgbench."""
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(f"INSERT INTO raw_task ({', '.join(values)}) VALUES ({', '.join(values.values())});\n")
        script.flush()
        command = ["pgbench", "-n", "-M", "prepared", "-c", "64", "-j", "2", "-T", "3", "-f", script.name, address]
        times = []
        for _ in range(REPETITIONS):
            output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            times.append(1 / float(re.search(r"tps = ([\d.]+)", output)[1]))
    report("an INSERT of one row, 64 connections", statistics.median(times))


def measure_notifications(connection, address, count):
    """The time from before a NOTIFY in its own transaction to its arrival on another connection."""
    times = []
    with psycopg.connect(address, autocommit=True) as listener:
        listener.execute("LISTEN raw_channel")
        for number in range(count):
            # So that the server is idle, as in the compared latency.
            time.sleep(0.005)
            start = time.perf_counter()
            connection.execute("SELECT pg_notify('raw_channel', %s)", (str(number),))
            for notification in listener.notifies(timeout=5, stop_after=1):
                assert notification.payload == str(number)
            times.append(time.perf_counter() - start)
    times.sort()
    report("a NOTIFY, p50", times[len(times) // 2])
    report("a NOTIFY, p99", times[len(times) * 99 // 100])


def main():
    # The parent process may block all signals, but pgbench ends by one.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    address, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    with psycopg.connect(address, autocommit=True) as connection:
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)
        measure_statements(connection, count)
        values = make_raw(connection)
        measure_many_rows(connection, values, count)
        measure_single_rows(address, values)
        measure_notifications(connection, address, 500)
        connection.execute("DROP TABLE raw_task")
        connection.execute("TRUNCATE nettask.task, nettask.ended")
    asyncio.run(measure_procrastinate(address, count // 10))
    uvloop.run(measure_pgqueuer(address, count))


main()
