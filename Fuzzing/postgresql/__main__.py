"""Workers share the tasks of a PostgreSQL server, during faults of all kinds.

    postgresql WORKER [KILLS [SEED [FAULT]]]

WORKER is the program. A tenth of KILLS is how often the server is stopped. FAULT is one of the faults, without which it is all
of them, and then, to see that they would be noticed, mistakes of the store. See Fuzzing/README.md.
"""

import pathlib
import random
import subprocess
import sys
import tempfile
import time

import planted
from ground import Fault, Ground
from server import Network, Pooler, Server


def kills(ground, context):
    """Workers are killed at random moments, and others are started."""
    for index in range(3):
        ground.start(f"k{index}", count=10, seconds=0.02, failures=0.05)
    for index in range(3, 3 + context.kills):
        time.sleep(context.random.uniform(0.02, 0.3))
        ground.kill(context.random.choice(ground.workers))
        ground.start(f"k{index}", count=5, seconds=0.02, failures=0.05)
    return f"{context.kills} kills"


def two_workers(ground, context):
    """Two workers; every 20 seconds one of them is killed, and another is started."""
    # Fewer than 10,000 in all, because the store keeps no more.
    ground.start("w0", count=100, pause=0.2, seconds=0.5, failures=0.05)
    ground.start("w1", count=100, pause=0.2, seconds=0.5, failures=0.05)
    for index in range(2, 2 + context.kills):
        time.sleep(20)
        ground.kill(context.random.choice(ground.workers))
        ground.start(f"w{index}", count=100, pause=0.2, seconds=0.5, failures=0.05)
    return f"{context.kills} kills in {context.kills / 3:.0f} minutes"


def pooler(ground, context):
    """The statements of all workers go through PgBouncer, which shares three sessions among them by transaction."""
    folder = ground.notes.parent / "pooler"
    folder.mkdir()
    pooler = Pooler(ground.server, folder, ground.name)
    try:
        for index in range(3):
            ground.start(f"p{index}", count=100, seconds=0.02, failures=0.05, database=pooler.url)
        for index in range(3, 3 + context.kills // 10):
            time.sleep(context.random.uniform(0.1, 0.5))
            ground.kill(context.random.choice(ground.workers))
            ground.start(f"p{index}", count=50, seconds=0.02, failures=0.05, database=pooler.url)
        ground.wait_until("all tasks are added", lambda: ground.has_enqueued() >= {w.name for w in ground.workers}, 120)
        ground.wait_until("all tasks have ended", lambda: ground.sql("SELECT count(*) FROM nettask.task") == [["0"]], 120)
        return f"{context.kills // 10} kills"
    finally:
        pooler.stop()


def server_stops(ground, context):
    """The server is stopped without warning, and started again."""
    for index in range(3):
        ground.start(f"s{index}", count=100 * context.stops // 3, pause=0.05, seconds=0.02, failures=0.05)
    for _ in range(context.stops):
        time.sleep(context.random.uniform(0.3, 1.5))
        ground.server.stop_hard()
        time.sleep(context.random.uniform(0, 0.5))
        ground.server.start()
    return f"{context.stops} stops"


def connections_ended(ground, context):
    """The server ends connections of workers at any moment."""
    for index in range(3):
        ground.start(f"c{index}", count=10 * context.kills // 3, pause=0.01, seconds=0.02, failures=0.05)
    count = 0
    while count < context.kills:
        time.sleep(context.random.uniform(0.01, 0.1))
        count += len(
            ground.sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                " AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1"
            )
        )
    return f"{count} connections ended"


def no_connections(ground, context):
    """All connections of the server are taken, and those of the workers are lost, for longer than their leases."""
    for index in range(2):
        ground.start(f"n{index}", count=300, pause=0.02, seconds=0.02, limit=16, connections=1)
    ground.wait_until("some tasks have run", lambda: len(ground.lines("done")) > 50)
    first, *taken = [ground.server.session(ground.name) for _ in range(3)]

    def ask(statement):
        first.stdin.write(statement + ";\n")
        first.stdin.flush()
        return int(first.stdout.readline())

    of_workers = "FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'n%'"
    deadline = time.monotonic() + 2 * ground.lease
    try:
        # Their connections are taken before they reconnect.
        while ask(f"SELECT count(pg_terminate_backend(pid)) {of_workers}") > 0 or len(taken) < 50:
            taken += [ground.server.session(ground.name) for _ in range(5)]
            time.sleep(0.05)
            if time.monotonic() > deadline + 20:
                raise Fault("the workers find connections all the same")
        done, deadline = len(ground.lines("done")), time.monotonic() + 2 * ground.lease
        while time.monotonic() < deadline:
            if ask(f"SELECT count(*) {of_workers}") > 0:
                raise Fault("there are connections left")
            time.sleep(0.1)
        if len(ground.lines("done")) > done + 32:
            raise Fault("the workers went on all the same")
    finally:
        for session in [first, *taken]:
            session.kill()
            session.wait()
    return f"none to be had for {2 * ground.lease} s"


def partition(ground, context):
    """A worker is disconnected for longer than its lease, ends its run meanwhile, and reports this too late."""
    network = Network()
    try:
        # Shorter than its lease: a run that is active when its lease ends is cancelled, and has no end to report.
        ground.start("away", count=1, seconds=0.7 * ground.lease, host=Network.HERE, prefix=network.prefix)
        ground.wait_until("the task runs", lambda: ground.lines("run"))
        network.cut(True)
        # It runs the task for so long that the other worker reconnects meanwhile.
        ground.start("home", seconds=10 * ground.lease)
        of = lambda kind, name: [line for line in ground.lines(kind) if line[0] == name]
        ground.wait_until("the other worker has taken over", lambda: of("run", "home"))
        ground.wait_until("the worker that is cut off has ended its run", lambda: of("done", "away"))
        network.cut(False)
        refused = lambda: [line for line in of("says", "away") if "A run lost its lease" in line[3]]
        open_tasks = "SELECT count(*) FROM nettask.task"
        ground.wait_until("the late end arrives", lambda: refused() or ground.sql(open_tasks) == [["0"]])
        if not refused():
            raise Fault("the late end was taken")
        if of("done", "home"):
            raise Fault("the late end came after the other, which shows nothing")
        ground.wait_until("the task has ended", lambda: of("done", "home"))
        return "a late end, refused"
    finally:
        network.remove()


def clocks(ground, context):
    """The clocks of two workers are an hour apart."""
    library = ground.notes.parent / "shifted-clock.so"
    source = pathlib.Path(__file__).with_name("shifted-clock.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    for index, shift in enumerate([-1800, 1800]):
        prefix = ["env", f"LD_PRELOAD={library}", f"CLOCK_SHIFT={shift}"]
        ground.start(f"t{index}", count=100, pause=0.01, seconds=0.01, failures=0.3, prefix=prefix)
    ground.wait_until("all tasks are added", lambda: len(ground.has_enqueued()) == 2)
    ground.wait_until("all tasks have ended", lambda: ground.sql("SELECT count(*) FROM nettask.task") == [["0"]])
    # Otherwise this would prove nothing.
    dates = [float(line[2]) for line in ground.lines("opened")]
    if not 3500 < max(dates) - min(dates) < 3700:
        raise Fault("the clocks of the workers are not an hour apart")
    waits = ground.sql(
        "SELECT extract(epoch FROM coalesce(n.started, e.started) - r.ended), r.number FROM nettask.run AS r"
        " JOIN nettask.ended AS e ON e.id = r.task"
        " LEFT JOIN nettask.run AS n ON n.task = r.task AND n.number = r.number + 1"
    )
    for wait, number in waits:
        least = 2 ** (int(number) - 1)
        if not least <= float(wait) < 1.2 * least + 5:
            raise Fault(f"a task waited {wait} s for its run {int(number) + 1}, not {least}")
    if ground.sql("SELECT count(*) FROM nettask.ended WHERE abs(extract(epoch FROM enqueued - now())) > 600") != [["0"]]:
        raise Fault("tasks have the dates of a worker")
    return f"{len(waits)} waits, each as long as it should be"


def idle_transaction(ground, context):
    """A client leaves a transaction open, so that deleted rows cannot be vacuumed."""
    ground.start("b0", count=3000, limit=32)
    ground.wait_until("there are tasks", lambda: len(ground.lines("done")) > 10)
    idle = ground.server.session(ground.name)
    idle.stdin.write("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM nettask.task;\n")
    idle.stdin.flush()
    ground.start("b1", count=3000, limit=32)
    ground.wait_until("all tasks are added", lambda: len(ground.has_enqueued()) == 2)
    ground.wait_until("all tasks have ended", lambda: ground.sql("SELECT count(*) FROM nettask.task") == [["0"]])
    ground.sql("VACUUM nettask.task")
    kept = int(ground.sql("SELECT n_dead_tup FROM pg_stat_user_tables WHERE schemaname = 'nettask' AND relname = 'task'")[0][0])
    idle.kill()
    idle.wait()
    if kept < 3000:
        raise Fault(f"only {kept} rows that are gone were kept")
    return f"{kept} rows kept that are gone"


def notifications_lost(ground, context):
    """No notification arrives: first because none is sent, then because the listening connections are ended."""
    ground.start("l0")
    ground.wait_until("there is a schema", lambda: ground.sql("SELECT to_regclass('nettask.audit') IS NOT NULL") == [["t"]])
    (tell,) = [
        "\n".join(line[0] if line else "" for line in ground.sql("SELECT pg_get_functiondef('nettask.tell'::regproc)"))
    ]
    ground.sql(
        "CREATE OR REPLACE FUNCTION nettask.tell(kinds text[], ids bigint[]) RETURNS void LANGUAGE plpgsql AS 'BEGIN END'"
    )
    ground.start("l1", count=100, runs=False, pause=0.02)
    ground.wait_until("all tasks have ended", lambda: len(ground.lines("done")) == 100)
    ground.sql(tell)
    ground.start("l2", count=300, runs=False, pause=0.02)
    count = 0
    while "l2" not in ground.has_enqueued():
        time.sleep(0.2)
        count += len(
            ground.sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                " AND query LIKE 'LISTEN%'"
            )
        )
    return f"100 tasks without any, 300 while those who listen are cut off {count} times"


FAULTS = [
    kills, server_stops, connections_ended, no_connections, partition, clocks, idle_transaction, notifications_lost,
    pooler, two_workers,
]  # fmt: skip
# A fault with 20 seconds for each kill is run only by name.
LONG = [two_workers]


class Context:
    def __init__(self, kills, seed):
        self.kills, self.stops, self.random = kills, max(1, kills // 10), random.Random(seed)


def main():
    program, *rest = sys.argv[1:]
    count, seed = int(rest[0]) if rest else 200, int(rest[1]) if len(rest) > 1 else 1
    faults = [fault for fault in FAULTS if (fault not in LONG if len(rest) < 3 else fault.__name__ == rest[2])]
    if not faults:
        sys.exit(f"there is no fault {rest[2]}; there are {', '.join(fault.__name__ for fault in FAULTS)}")
    server = Server()
    server.configure(Network.HERE)
    with tempfile.TemporaryDirectory() as folder:
        failed = False

        def attempt(fault, name, context, mistake=None):
            ground = Ground(server, pathlib.Path(folder), program, name, planted=mistake)
            try:
                return fault(ground, context) + "; " + ground.finish()
            except Fault:
                for line in ground.lines("says")[-20:]:
                    print("   ", *line, file=sys.stderr)
                raise
            finally:
                ground.stop()

        left_out = {}
        if not Network.is_possible():
            left_out[partition] = "no network of its own can be made here"
        if not Pooler.is_possible():
            left_out[pooler] = "there is no PgBouncer from 1.21 on"
        for fault in faults:
            if fault in left_out:
                print(f"{fault.__name__}: left out, since {left_out[fault]}", flush=True)
                continue
            start = time.monotonic()
            try:
                print(f"{fault.__name__}: {attempt(fault, fault.__name__, Context(count, seed))}", end="")
            except Fault as problem:
                failed = True
                print(f"{fault.__name__}: FAILED, with seed {seed}: {problem}", end="")
            print(f" ({time.monotonic() - start:.0f} s)", flush=True)
        if len(rest) < 3:
            for name, (mistake, fault_name) in planted.MISTAKES.items():
                fault = {fault.__name__: fault for fault in FAULTS}[fault_name]
                if fault in left_out:
                    continue
                try:
                    attempt(fault, f"planted_{name}", Context(20, seed), mistake)
                    failed = True
                    print(f"planted, {name}: FAILED, it was not noticed", flush=True)
                except Fault as problem:
                    print(f"planted, {name}: noticed: {problem}", flush=True)
    sys.exit(1 if failed else 0)


main()
