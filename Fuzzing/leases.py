"""Checks leases.pml, the model of the lease protocol, with spin. The unchanged model is checked in all possible orders of its
steps. In addition, spin must find each of the planted faults.

    leases.py           performs all checks; exits with 1 if one fails
    leases.py FAULT     prints the run that shows a planted fault, step by step

Requires spin and a C compiler. Takes about a minute on two cores.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

MODEL = pathlib.Path(__file__).with_name("leases.pml")

# One task with the numbers of the protocol, and two with smaller ones, because the number of states multiplies.
CHECKS = {
    "two tasks": ["-DTASKS=2", "-DLEASE=1", "-DMAX_LOST=2", "-DMAX_RUNS=2"],
    "one task": [],
}
# One process that a task crashes, beside another one. This run excludes some faults.
POISON = ["-DPOISON", "-DTASKS=2", "-DLEASE=1"]
CHECKS["a task that takes its process down"] = POISON

# The planted faults, each with a property that it breaks and a description. Each property is broken by one fault.
FAULTS = {
    "END_WITHOUT_FENCING": ("ONCE", "an end is recorded whatever the token and the state"),
    "END_WITHOUT_TOKEN": ("HOLDER", "an end is recorded if the task is running, whoever runs it"),
    "END_WITHOUT_STATE": ("ONCE", "an end is recorded if the token is right, a second time, too"),
    "END_IN_TIME_ONLY": ("ACCEPTED", "an end is refused if the lease has run out, though nobody has taken it back"),
    "CLAIM_WITHOUT_TOKEN": ("ONE_END", "a claim leaves the token as it is"),
    "CLAIM_WITHOUT_COUNT": ("COUNTED", "a claim does not count the run"),
    "RENEW_NEVER": ("ACCEPTED", "a renewal is refused to whoever has the lease"),
    "RENEW_WITHOUT_STATE": ("HOLDER", "a renewal revives a lease that is lost"),
    "RENEW_WITHOUT_TOKEN": ("HOLDER", "a renewal prolongs the lease of another worker"),
    "RECOVER_WITHOUT_STATE": ("ONE_END", "a lost lease is counted, and the task stays running"),
    "RECOVER_WITHOUT_LIMIT": ("BOUNDED", "a task is due again however often its lease was lost"),
    "NO_RECOVERY": ("progress", "nobody takes back leases that have run out"),
    "SUSPECT_NEVER": ("INNOCENT", "a task that has lost two leases is run beside another such"),
    "SUSPECT_AT_ONCE": ("AT_ONCE", "a task that has lost one lease waits for another such"),
}


class Failure(Exception):
    pass


def run(folder, *command):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)} failed:\n{done.stdout}")
    return done.stdout


def search(folder, definitions, whole):
    """Searches the model, and returns the output of spin. With `whole`, the search includes infinite runs, in which each process
    that can continue does so. Otherwise, it is breadth-first, so that it finds a short run."""
    shutil.copy(MODEL, folder)
    run(folder, "spin", *definitions, "-a", MODEL.name)
    flags = ["-DNFAIR=3"] if whole else ["-DSAFETY", "-DNOCLAIM", "-DBFS"]
    run(folder, "cc", "-O2", "-w", "-DMEMLIM=4000", *flags, "-o", "pan", "pan.c")
    return run(folder, "./pan", "-m1000000", *(["-a", "-f"] if whole else []))


def number(pattern, output):
    found = re.search(pattern, output)
    if not found:
        raise Failure(f"spin's answer cannot be read:\n{output}")
    return int(float(found[1]))


def trail(folder, definitions):
    """Returns the steps of the run that spin found."""
    output = run(folder, "spin", "-t", "-T", *definitions, MODEL.name).split("spin: trail ends")[0]
    steps = [line for line in output.splitlines() if line and not re.match("ltl|Never claim|spin:", line)]
    return [step.replace("<<<<<START OF CYCLE>>>>>", "and so on for ever:") for step in steps]


def check(definitions):
    """Checks the whole model, and returns its size."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        output = search(folder, definitions, whole=True)
        if number(r"errors: (\d+)", output) > 0:
            raise Failure("\n".join(["a property does not hold:"] + trail(folder, definitions)))
        if "not completed" in output or "depth too small" in output:
            raise Failure(f"spin did not come to an end:\n{output}")
        # A line that is never reached proves nothing.
        unreached = set(re.findall(r"leases\.pml:(\d+), state \d+, \"(?!-end-)", output))
        if unreached and definitions != POISON:
            raise Failure(f"lines {', '.join(sorted(unreached))} of the model are never reached")
        return f"{number(r'([0-9.e+]+) states, stored', output):,} states in {time.monotonic() - start:.0f} s"


def find(fault):
    """Searches for a planted fault by the property that it breaks. Returns the run that shows it, or None."""
    definitions = ["-DFAULT_" + fault]
    whole = FAULTS[fault][0] == "progress"
    definitions.append("-DPROPERTIES=" + ("0" if whole else FAULTS[fault][0]))
    if fault.startswith("SUSPECT"):
        definitions += POISON
    with tempfile.TemporaryDirectory() as folder:
        output = search(folder, definitions, whole)
        return trail(folder, definitions) if number(r"errors: (\d+)", output) > 0 else None


def main():
    if len(sys.argv) > 1:
        fault = sys.argv[1].removeprefix("FAULT_")
        if fault not in FAULTS:
            sys.exit(f"there is no planted fault {fault}; there are {', '.join(FAULTS)}")
        print("\n".join([FAULTS[fault][1]] + [f"    {step}" for step in find(fault) or ["is not found"]]))
        return
    with ThreadPoolExecutor(2) as pool:
        # The long checks run first, each on its own core.
        checks = {name: pool.submit(check, definitions) for name, definitions in CHECKS.items()}
        faults = {fault: pool.submit(find, fault) for fault in FAULTS}
        failures = []
        for name, result in checks.items():
            try:
                print(f"{name}: all properties hold in all runs; {result.result()}", flush=True)
            except Failure as failure:
                failures.append(f"{name}: {failure}")
        for fault, result in faults.items():
            broken, what = FAULTS[fault]
            try:
                steps = result.result()
                if steps:
                    print(f"{fault}: {what}; found, breaks {broken} at step {len(steps)}", flush=True)
                else:
                    failures.append(f"{fault}: {what}, which breaks {broken}; not found")
            except Failure as failure:
                failures.append(f"{fault}: {failure}")
    if failures:
        print("\n".join(["FAILED"] + failures))
        sys.exit(1)
    print(f"the model is as it should be, and all {len(FAULTS)} planted faults were found")


main()
