"""Runs each check of http-faults in separate processes, and counts the faults.

    faults.py PROGRAM urlsession|asynchttpclient [ROUNDS [CHECK]]

A process that ends before its rounds are complete has crashed. Crashes are counted by the last message from Swift. The next
process continues with the following round. README.md lists the excluded checks and the memory limits.
"""
import collections
import json
import re
import selectors
import subprocess
import sys
import tempfile

MEGABYTE = 1 << 20
# The largest allowed memory of a process, including its server.
MOST_MEMORY = 64 * MEGABYTE
# The longest time from one batch to the next, in seconds.
HANG = 300
# Checks for which Foundation needs more memory, but less than twice as much: see HTTP.md.
KNOWN_MEMORY = {
    "urlsession": {"gzipBomb", "endlessTinyChunks", "tooManyHeaders", "endlessHead", "endlessInformation"},
    "asynchttpclient": set(),
}
# Checks that may crash a correct process: see HTTP.md.
KNOWN_CRASHES = {"urlsession": ["Transfer completed, but there's no response."], "asynchttpclient": []}


def crash(process, text):
    """Swift's message about the crash, or the number of the signal."""
    found = re.findall(r"(?:Fatal error|Precondition failed|Assertion failed)(?:: )?(.*)", text)
    return found[-1] if found else f"exit status {process.returncode}: {text.strip()[-200:]}"


def run(program, transport, check, rounds):
    """Runs one process. Returns its reports of batches, and its crash, if any."""
    batches = []
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            [program, transport, check, str(rounds)], stdout=subprocess.PIPE, stderr=errors, text=True, bufsize=1
        )
        selector = selectors.DefaultSelector()
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            if not selector.select(HANG):
                process.kill()
                process.wait()
                return batches, "hang"
            line = process.stdout.readline()
            if not line:
                break
            batches.append(json.loads(line))
        if process.wait() == 0:
            return batches, None
        errors.seek(0)
        return batches, crash(process, errors.read())


def run_all(program, transport, check, batch_size, rounds):
    """Runs all rounds of a check. Returns the number of faults."""
    done = 0
    wrong = collections.Counter()
    crashes = collections.Counter()
    slowest = peak = growth = 0
    while done < rounds:
        batches, crashed = run(program, transport, check, rounds - done)
        for batch in batches:
            done += batch["rounds"]
            wrong.update(batch["wrong"])
            slowest = max(slowest, batch["slowest"])
            peak = max(peak, batch["peak"])
        if len(batches) > 1:
            # Before, each thread allocates its memory.
            first, last = batches[len(batches) // 4], batches[-1]
            growth = max(growth, last["memory"] - first["memory"])
            # One connection for each of the eight may stay open for the next request, and the number of pool threads changes.
            for trace in "descriptors", "threads":
                if last[trace] > first[trace] + 8:
                    wrong[f"{trace} {first[trace]} → {last[trace]}"] += 1
        if crashed:
            crashes[crashed] += 1
            done += min(batch_size, rounds - done)
    if peak > (2 if check in KNOWN_MEMORY[transport] else 1) * MOST_MEMORY:
        wrong[f"{peak / MEGABYTE:.0f} MB in memory"] += 1
    if growth > 8 * MEGABYTE:
        wrong[f"memory grew by {growth / MEGABYTE:.0f} MB"] += 1
    print(f"{check}: {done} rounds, the slowest {slowest:.2f} s, at most {peak / MEGABYTE:.0f} MB")
    failures = sum(wrong.values())
    for text, count in wrong.most_common():
        print(f"    {count} times: {text}")
    for text, count in crashes.most_common():
        is_known = text in KNOWN_CRASHES[transport]
        failures += 0 if is_known else count
        print(f"    {count} crashes{' of Foundation' if is_known else ''}: {text}")
    sys.stdout.flush()
    return failures


def main():
    program, transport = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 1_000
    only = sys.argv[4] if len(sys.argv) > 4 else None
    listed = subprocess.run([program, transport], check=True, capture_output=True, text=True).stdout
    failures = 0
    for line in listed.splitlines():
        check, batch_size = line.split()
        if only in (None, check):
            # A round with large data counts as a hundred others.
            count = max(rounds // 100, 1) if check.startswith("large") else rounds
            failures += run_all(program, transport, check, int(batch_size), count)
    print(f"{failures} things are not as they should be" if failures else "All as it should be")
    sys.exit(1 if failures else 0)


if len(sys.argv) < 3 or sys.argv[2] not in KNOWN_CRASHES:
    sys.exit(__doc__)
main()
