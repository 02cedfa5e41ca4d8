"""Imports an OpenAPI document, and compares the requests and replies of its client with the document.

    openapi NETTASK DOCUMENT [COUNT [SEED]]

NETTASK is the command. SEED determines the calls: the same seed generates the same calls. See Fuzzing/README.md.
"""

import collections
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys

from arrived import Comparison, branches, is_uuid, member_schemas
from document import Document, without_variable_names
from plans import Planner, is_json, statuses
from server import Server
from specs import Specs
from swift import Generated, Writer, literal
from values import UNLISTED, NoValue, Values

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE.parent / ".build" / "openapi"
PACKAGE = FOLDER / "package"


def run(command, **options):
    return subprocess.run([str(part) for part in command], text=True, capture_output=True, **options)


def imported(nettask, document):
    """Generates the specs and the Swift code, and returns both."""
    specs, swift = FOLDER / "specs", PACKAGE / "Sources" / "Imported"
    shutil.rmtree(specs, ignore_errors=True)
    result = run([nettask, "import", document, "--output", specs])
    print(*[line for line in result.stdout.splitlines() if " values" in line], sep="\n")
    (FOLDER / "import.log").write_text(result.stdout + result.stderr)
    if result.returncode:
        raise SystemExit(f"the import failed:\n{result.stderr[-3000:]}")
    # Swift of another document is removed. Of the same document, only changed files are compiled again.
    swift.mkdir(parents=True, exist_ok=True)
    command = [nettask, "generate", specs, "--output", swift, "--access", "public", "--split"]
    result = run(command + ["--prune"])
    if result.returncode:
        raise SystemExit(f"the specs are refused:\n{result.stderr[-3000:]}")
    return Specs(specs), Generated(swift)


def credentials(specs):
    """Returns the arguments of the client's `authentication`, for all schemes."""
    for name, scheme in specs.auth.items():
        kind = scheme["type"] if isinstance(scheme, dict) else scheme
        value = {
            "bearer": 'BearerCredentials(.init("t0ken")) { _ in .init("an0ther") }',
            "basic": 'BasicCredentials(user: "ann", password: "a:b c")',
            "apiKey": 'APIKeyCredentials("a-key")',
            "oauth2": 'BearerCredentials(.init("t0ken")) { _ in .init("an0ther") }',
        }[kind]
        yield f"`{name}`: {value}"


def write_driver(specs, plans):
    folder = PACKAGE / "Sources" / "driver"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("Calls*.swift"):
        old.unlink()
    shutil.copy(HERE / "package" / "Package.swift", PACKAGE)
    shutil.copy(HERE / "package" / "Driver.swift", folder)
    imports = "import Foundation\nimport HTTPTypes\nimport Imported\nimport NetTaskRuntime\n\n"
    by_operation = collections.defaultdict(list)
    for number, plan in enumerate(plans):
        if plan.expression:
            by_operation[str(plan.operation)].append((number, plan))
    for index, calls in enumerate(by_operation.values()):
        text = imports
        for number, plan in calls:
            text += f"// {plan}\nfunc call{number}(_ driver: Driver) async {{\n"
            text += f"    await driver.send({number}, {plan.expression})\n}}\n\n"
        (folder / f"Calls{index}.swift").write_text(text)
    schemes = ", ".join(credentials(specs))
    middleware = f"{specs.client}.authentication({schemes})" if schemes else ""
    base = "nil" if specs.base_url else literal(f"https://no-server.example.com{relative_base(plans)}")
    main = f"{imports}@main\nstruct Main {{\n    static func main() async {{\n"
    main += f"        let driver = Driver(port: CommandLine.arguments[1], baseURL: {base}, middleware: [{middleware}])\n"
    main += "".join(f"        await call{number}(driver)\n" for number, plan in enumerate(plans) if plan.expression)
    (folder / "Main.swift").write_text(main + "    }\n}\n")


def relative_base(plans):
    url = plans[0].operation.servers[0]["url"] if plans else "/"
    return url.rstrip("/") if url.startswith("/") else ""


def expected_leaves(document, schema, value, found, depth=0):
    """Returns the text and numbers in a reply that its schema describes, and that are read unchanged."""
    if isinstance(value, dict):
        for name, member in value.items():
            members = member_schemas(document, schema, name)
            if members:
                expected_leaves(document, {"anyOf": members}, member, found, depth + 1)
    elif isinstance(value, list):
        items = [part["items"] for part in branches(document, schema) if "items" in part]
        for element in value:
            if items:
                expected_leaves(document, {"anyOf": items}, element, found, depth + 1)
    elif isinstance(value, (str, int)) and not isinstance(value, bool):
        kinds = branches(document, schema)
        if not any("format" in kind or "writeOnly" in kind for kind in kinds) and any("type" in kind for kind in kinds):
            found.append(str(value))


def judge(document, plan):
    """Returns the faults of a call, and separately the faults of replies that violate the document itself."""
    faults, of_example = list(plan.faults), []
    if plan.expression is None:
        return faults, of_example
    outcome = plan.outcome
    if outcome is None:
        return faults + ["the driver said nothing of it"], of_example
    if plan.arrived is None:
        return faults + [f"it was not sent: {outcome.get('error')}"], of_example
    faults += [f"openapi-core: {complaint}" for complaint in plan.complaints if not is_beside_the_point(plan, complaint)]
    faults += Comparison(document, plan).faults
    if plan.operation.security == [] and "Authorization" in plan.arrived.headers:
        faults.append("it was sent with credentials that it does not need")
    of_reply = of_example if plan.example_errors else faults
    of_reply += judge_reply(document, plan, outcome)
    if of_example:
        of_example.insert(0, f"the example: {'; '.join(plan.example_errors)}")
    return faults, of_example


def is_beside_the_point(plan, complaint):
    """Whether openapi-core or the document causes the complaint. In parts, openapi-core reads numbers as text and does not accept
    bytes as text. It does not support some styles of paths, and it rejects a param whose schema contains read-only values."""
    if plan.body_kind in ("multipart", "bytes", "text") and complaint.startswith("InvalidRequestBody"):
        return True
    if plan.operation.template != plan.operation.path and complaint.startswith("MissingRequiredParameter"):
        return True
    return complaint.startswith("InvalidParameter") and "Tried to write read-only property" in complaint


def judge_reply(document, plan, outcome):
    has_json = plan.reply_media is not None and is_json(plan.reply_media) and plan.operation.method != "HEAD"
    if plan.status == 304:
        return [] if outcome["end"] == "response" or outcome.get("status") == 304 else [f"304: {outcome.get('error')}"]
    if plan.is_success and outcome["end"] != "response":
        return [f"the reply did not become a response: {outcome.get('error')} (it was {plan.reply_body[:300]!r})"]
    if not plan.is_success:
        if outcome["end"] != "status" or outcome["status"] != plan.status:
            return [f"the reply {plan.status} became {outcome['end']}: {outcome.get('error')}"]
        if has_json and "leaves" not in outcome:
            return [f"the error body was not read (it was {plan.reply_body[:300]!r})"]
    faults = []
    wanted = []
    if has_json:
        expected_leaves(document, plan.reply_schema, plan.reply, wanted)
    if plan.is_success:
        wanted += [text for name, text in plan.reply_headers if name.lower() in plan.endpoint.reply_headers and is_plain(text)]
    if "leaves" in outcome:
        there = {comparable(leaf) for leaf in outcome["leaves"]}
        missing = [leaf for leaf in dict.fromkeys(wanted) if comparable(leaf) not in there]
        if missing:
            faults.append(f"of the reply {', '.join(map(repr, missing[:5]))} cannot be found in the response")
    unknown = [text for text in outcome.get("unknown", []) if text not in UNLISTED]
    if unknown:
        faults.append(f"what the document lists was read as unknown: {', '.join(unknown)[:200]}")
    return faults


def is_plain(header):
    """Whether a header is read unchanged: not a list, and not a date."""
    return "," not in header and not re.match(r"\d{4}-\d\d-\d\d", header)


def comparable(leaf):
    """Normalizes text for comparison: UUIDs may have capitals, and numbers a decimal point."""
    if is_uuid(leaf):
        return leaf.lower()
    return leaf.removesuffix(".0")


def main(nettask, path, count=20, seed=1):
    document = Document(path)
    specs, generated = imported(nettask, path)
    chance = random.Random(int(seed))
    planner = Planner(document, specs, Values(document, chance), Writer(specs, generated), chance)
    endpoints = {endpoint.route: endpoint for endpoint in specs.endpoints}
    chosen = chance.sample(document.operations, min(int(count), len(document.operations)))
    plans, without_values, failed = [], [], 0
    missing = []
    for operation in chosen:
        # A client without a base URL receives the document's relative one, below.
        base = next(operation.bases())[1] if specs.base_url or operation.servers[0]["url"].startswith("http") else ""
        endpoint = endpoints.get((operation.method, base + without_variable_names(operation.template)))
        if endpoint is None:
            missing.append(operation)
            continue
        for key, status in statuses(operation):
            try:
                plans.append(planner.plan(operation, endpoint, key, status))
            except NoValue as error:
                without_values.append(f"{operation} {key}: {error}")
    write_driver(specs, plans)
    build = run(["swift", "build", "--package-path", PACKAGE, "--product", "driver"])
    if build.returncode:
        errors = dict.fromkeys(line for line in build.stdout.splitlines() if "error:" in line)
        raise SystemExit("what was generated, or fills it in, does not compile:\n" + "\n".join(list(errors)[:20]))
    server = Server(document, plans)
    driver = run([PACKAGE / ".build" / "debug" / "driver", str(server.port)], timeout=600)
    server.close()
    for line in driver.stdout.splitlines():
        outcome = json.loads(line)
        plans[outcome["call"]].outcome = outcome
    if driver.returncode:
        print(f"the driver ended with {driver.returncode}: {driver.stderr[-1000:]}")
        failed += 1
    report(document, plans, missing, without_values, failed, len(chosen), seed)


def report(document, plans, missing, without_values, failed, count, seed):
    wrong_examples, stumbled = [], []
    for operation in missing:
        failed += 1
        print(f"{operation} [{operation.id}]: it was not imported")
    for plan in plans:
        faults, of_example = judge(document, plan)
        if faults:
            failed += 1
            print(f"{plan}: {' | '.join(faults)}")
        if of_example:
            wrong_examples.append(f"{plan}: {' | '.join(of_example)}")
        if plan.stumbled:
            stumbled.append(f"{plan}: {plan.stumbled}")
    for title, lines in (
        ("the document's example is not what its schema says", wrong_examples),
        ("no values could be found that the document's schema accepts", without_values),
        ("openapi-core gave up", stumbled),
    ):
        if lines:
            print(f"{title}: {len(lines)}")
            print(*(f"    {line}" for line in lines), sep="\n")
    checked = len(plans) - len(stumbled)
    print(f"{count} operations, {len(plans)} calls, {failed} failed; seed {seed}; {checked} checked by openapi-core")
    raise SystemExit(1 if failed else 0)


if len(sys.argv) not in (3, 4, 5):
    raise SystemExit(__doc__)
main(*sys.argv[1:])
