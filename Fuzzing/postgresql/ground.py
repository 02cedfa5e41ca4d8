"""Workers with a database of their own, and the checks of it at the end."""

import collections
import json
import subprocess
import time


class Fault(Exception):
    """A failed check."""


class Ground:
    def __init__(self, server, folder, program, name, lease=3, planted=None):
        self.server, self.program, self.name, self.lease = server, program, name, lease
        self.notes = folder / f"{name}.notes"
        self.notes.write_text("")
        self.next_number = 1
        self.workers = []
        server.make_database(name)
        if planted:
            # The fault needs an existing schema.
            self.start("first", runs=False).wait()
            self.sql(planted)

    def sql(self, statement):
        return self.server.sql(self.name, statement)

    def start(self, name, count=0, runs=True, pause=0, seconds=0.0, failures=0.0, limit=8, connections=4, host="127.0.0.1", database=None, prefix=()):
        """Starts a worker that adds this number of tasks."""
        work = {
            "name": name, "database": database or self.server.url_of(self.name, host),
            "listening": self.server.url_of(self.name, host), "notes": str(self.notes), "lease": self.lease,
            "connections": connections, "limit": limit, "runs": runs, "first": self.next_number, "count": count,
            "pause": pause, "seconds": seconds, "failures": failures,
        }  # fmt: skip
        self.next_number += count
        worker = subprocess.Popen([*prefix, self.program, json.dumps(work)])
        worker.name = name
        self.workers.append(worker)
        return worker

    def kill(self, worker):
        worker.kill()
        worker.wait()
        self.workers.remove(worker)

    def lines(self, *begin):
        """The words of the recorded lines, without lines that a killed worker did not complete."""
        lines = [line.split(" ", 3) for line in self.notes.read_text().splitlines()]
        return [line for line in lines if len(line) > 2 and line[1] in begin]

    def wait_until(self, what, condition, timeout=60):
        end = time.monotonic() + timeout
        while not condition():
            if time.monotonic() > end:
                raise Fault(f"after {timeout} s still not: {what}")
            time.sleep(0.05)

    def finish(self, timeout=120):
        """Waits until all tasks have been added and have ended, checks that all workers run, and checks the database."""
        self.wait_until("all tasks are added", lambda: self.has_enqueued() >= {w.name for w in self.workers}, timeout)
        open_tasks = "SELECT count(*) FROM nettask.task"
        self.wait_until("all tasks have ended", lambda: self.sql(open_tasks) == [["0"]], timeout)
        for worker in self.workers:
            if worker.poll() not in (None, 0):
                raise Fault(f"worker {worker.name} ended by itself with {worker.poll()}")
        self.stop()
        return self.check()

    def has_enqueued(self):
        return {line[0] for line in self.lines("enqueued")}

    def stop(self):
        for worker in list(self.workers):
            self.kill(worker)

    def check(self):
        """Returns the text of the result."""
        rows = self.sql("SELECT tags ->> 0, state, run_number, lost_count, death_reason FROM nettask.ended WHERE kind = 'Check.Numbered'")
        tasks = {}
        for number, state, runs, lost, reason in rows:
            if number in tasks:
                raise Fault(f"task {number} is stored twice")
            tasks[number] = (state, int(runs), int(lost), reason)
        # Nothing is lost.
        for line in self.lines("stored"):
            if line[2] not in tasks:
                raise Fault(f"task {line[2]} was stored, and is lost")
        # Each key has at most one effect: a server with support for keys acts once for each.
        keys, done = collections.defaultdict(set), collections.defaultdict(set)
        for line in self.lines("run", "done"):
            if len(line) == 4:
                (keys if line[1] == "run" else done)[line[2]].add(line[3])
        for number, own in keys.items():
            if len(own) > 1:
                raise Fault(f"task {number} was run with {len(own)} keys")
        dead = 0
        for number, (state, runs, lost, reason) in tasks.items():
            if (state, reason) == ("3", ""):
                if len(done[number]) != 1:
                    raise Fault(f"task {number} has succeeded, and was done {len(done[number])} times")
            elif (state, reason) == ("4", "crashed") and lost == 3:
                dead += 1
            else:
                raise Fault(f"task {number} ended with state {state}, {reason}, after {runs} runs and {lost} lost leases")
        # Every end is recorded once: each is counted where it is recorded, and each run but the last stands in the history.
        begun, succeeded, died = map(int, self.sql("SELECT sum(begun), sum(succeeded), sum(died) FROM nettask.figure")[0])
        all_runs = sum(runs for _, runs, _, _ in tasks.values())
        for what, counted, expected in (
            ("successes", succeeded, len(tasks) - dead), ("deaths", died, dead), ("runs", begun, all_runs),
            ("runs before the last", int(self.sql("SELECT count(*) FROM nettask.run")[0][0]), all_runs - len(tasks)),
        ):  # fmt: skip
            if counted != expected:
                raise Fault(f"{counted} {what} were recorded, and there are {expected}")
        lost = sum(lost for _, _, lost, _ in tasks.values())
        return f"{len(tasks)} tasks in {all_runs} runs, {lost} lost leases" + (f", {dead} dead by three of them" if dead else "")
