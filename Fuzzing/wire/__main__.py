"""Sends the calls of Calls.swift, by generated Swift and by `nettask call`, to a server that reads forms as Rack does and patches
by RFC 7396, and compares what it read with the values of the calls.

    wire NETTASK

NETTASK is the command, built with the trait Tools.
"""

import json
import pathlib
import shutil
import subprocess
import sys

from server import DEPLOYMENT, Server, merged

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE.parent / ".build" / "wire"
# Shared with the check `openapi`, to build the runtime once.
PACKAGE = HERE.parent / ".build" / "openapi" / "package"


class Call:
    """`values` are the arguments of `nettask call`; the rest is what the server must read."""

    def __init__(self, document, endpoint, values, method, path, query, body):
        self.document, self.endpoint, self.values = document, endpoint, values
        self.expected = (method, path, query, body)


def patched(patch):
    return merged(json.loads(json.dumps(DEPLOYMENT)), patch)


ITEMS = [
    {
        "price": "a & b",
        "quantity": 2,
        "discounts": [{"coupon": "c"}, {"coupon": "d"}],
        "tax_rates": ["t", "u"],
    },
    {"price": "e", "discounts": "", "tax_rates": ""},
]
SETTINGS = {"schedule": {"delay_days": 7}, "birthday": {"day": 1, "month": 2}}
PATCH = {"metadata": {"labels": {"tier": None, "team": "x"}}, "spec": {"replicas": 3, "strategy": None}}
SCALE = {"spec": {"replicas": 5, "paused": None, "strategy": {"maxSurge": None}}}

CALLS = [
    Call(
        "payments",
        "CreateCustomer",
        {
            "address": {"city": "Zürich", "line1": "Main St [1]"},
            "expand": ["a", "b"],
            "items": ITEMS,
            "metadata": {"plan b": "x=y", "plan": ""},
            "settings": SETTINGS,
            "taxRates": ["v"],
            "trialEnd": "now",
        },
        "POST",
        "/v1/customers",
        {},
        {
            "address": {"city": "Zürich", "line1": "Main St [1]"},
            "expand": ["a", "b"],
            "items": [{**ITEMS[0], "quantity": "2"}, ITEMS[1]],
            "metadata": {"plan b": "x=y", "plan": ""},
            "settings": {"schedule": {"delay_days": "7"}, "birthday": {"day": "1", "month": "2"}},
            "tax_rates": ["v"],
            "trial_end": "now",
        },
    ),
    Call(
        "payments",
        "CreateCustomer",
        {
            "address": "",
            "items": [{"price": "e"}],
            "metadata": "",
            "settings": {"schedule": {"delay_days": "minimum"}, "birthday": ""},
            "taxRates": "",
            "trialEnd": 1_800_000_000,
        },
        "POST",
        "/v1/customers",
        {},
        {
            "address": "",
            "items": [{"price": "e"}],
            "metadata": "",
            "settings": {"schedule": {"delay_days": "minimum"}, "birthday": ""},
            "tax_rates": "",
            "trial_end": "1800000000",
        },
    ),
    Call(
        "payments",
        "ListCustomers",
        {"created": {"gte": 5, "lt": 9}, "expand": ["data.x"], "limit": 3},
        "GET",
        "/v1/customers",
        {"created": {"gte": "5", "lt": "9"}, "expand": ["data.x"], "limit": "3"},
        None,
    ),
    Call("payments", "ListCustomers", {"created": 5}, "GET", "/v1/customers", {"created": "5"}, None),
    Call(
        "cluster",
        "PatchDeployment",
        {"namespace": "a b", "name": "web", "fieldManager": "check", "body": PATCH},
        "PATCH",
        "/apis/apps/v1/namespaces/a%20b/deployments/web",
        {"fieldManager": "check"},
        patched(PATCH),
    ),
    Call("cluster", "PatchScale", {"name": "web", "body": SCALE}, "PATCH", "/scale/web", {}, patched(SCALE)),
]


def run(*command, **options):
    result = subprocess.run([str(part) for part in command], text=True, capture_output=True, **options)
    if result.returncode:
        raise SystemExit(f"{' '.join(map(str, command[:4]))} … failed:\n{(result.stdout + result.stderr)[-3000:]}")
    return result


def write_package(nettask):
    swift, driver = PACKAGE / "Sources" / "Imported", PACKAGE / "Sources" / "driver"
    shutil.rmtree(FOLDER, ignore_errors=True)
    shutil.rmtree(driver, ignore_errors=True)
    for folder in (FOLDER, swift, driver):
        folder.mkdir(parents=True, exist_ok=True)
    for document in ("payments", "cluster"):
        run(nettask, "import", HERE / f"{document}.yaml", "--output", FOLDER / document)
    run(nettask, "generate", FOLDER, "--output", swift, "--access", "public", "--prune")
    shutil.copy(HERE.parent / "openapi" / "package" / "Package.swift", PACKAGE)
    shutil.copy(HERE.parent / "openapi" / "package" / "Driver.swift", driver)
    shutil.copy(HERE / "Calls.swift", driver / "Main.swift")


def judge(way, server, calls):
    """Compares the requests since the last comparison with those of some calls. Returns how many differ."""
    failed = 0
    for call, arrived in zip(calls, server.arrived + [None] * len(calls)):
        if arrived != call.expected:
            failed += 1
            print(f"{call.endpoint} by {way}: the server read\n    {arrived}\nexpected\n    {call.expected}")
    server.arrived.clear()
    return failed


def main(nettask):
    write_package(nettask)
    run("swift", "build", "--package-path", PACKAGE, "--product", "driver")
    server = Server()
    run(PACKAGE / ".build" / "debug" / "driver", server.port, timeout=600)
    failed = judge("generated Swift", server, CALLS)
    for call in CALLS:
        values = [
            f"{name}={value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
            for name, value in call.values.items()
        ]
        url = ["--base-url", f"http://127.0.0.1:{server.port}"]
        run(nettask, "call", FOLDER / call.document, call.endpoint, *url, *values, timeout=60)
        failed += judge("nettask call", server, [call])
    print(f"{2 * len(CALLS)} calls, {failed} failed")
    raise SystemExit(1 if failed else 0)


if len(sys.argv) != 2:
    raise SystemExit(__doc__)
main(sys.argv[1])
