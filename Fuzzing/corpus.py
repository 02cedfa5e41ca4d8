"""Imports a folder of OpenAPI documents, and counts the results.

    corpus.py run NETTASK FOLDER [MODULES]   # NETTASK is the command; MODULES has NetTask's built modules, and type-checks the Swift
    corpus.py fetch FOLDER                   # the documents of documents.txt, from GitHub

A folder directly below FOLDER holds a document of several files. The name of a file determines whether it is the document; see
Fuzzing/README.md.
"""

import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import posixpath
import re
import resource
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
RESULTS = HERE / ".build" / "corpus-results"
COMMANDS = ["import", "validate", "generate"]
JOBS = int(os.environ.get("CORPUS_JOBS", os.cpu_count()))
CPU_SECONDS = int(os.environ.get("CORPUS_SECONDS", "60"))  # for one command and one document
VERSION = re.compile(rb"""(?:^|[{,])[ \t]{0,4}["']?(openapi|swagger)["']?[ \t]*:[ \t]*["']?([0-9]+\.[0-9.]+)""", re.MULTILINE)
REFERENCE = re.compile(rb"""\$ref["']?\s*:\s*(?:"([^"\n]+)"|'([^'\n]+)'|([^"'\s](?:[^\s,}\]]|[,}\]]+(?=[^\s,}\]]))*))""")


def version(file):
    """`3.0` or `2.0`; empty for a file without a version of OpenAPI."""
    found = VERSION.search(file.read_bytes())
    return found and ".".join(found[2].decode().split(".")[:2])


def documents(folder):
    """All documents with their versions, and the folders of the files that they refer to."""
    found = []
    for entry in sorted(folder.iterdir()):
        if entry.is_file():
            if entry.suffix in (".json", ".yaml", ".yml"):
                found.append((entry, version(entry), folder))
            continue
        files = [file for file in sorted(entry.rglob("*")) if file.suffix in (".json", ".yaml", ".yml") and file.is_file()]
        named = [file for file in files if entry.name.endswith("+" + str(file.relative_to(entry)).replace("/", "+"))]
        # Without such a name, each file with a version is a document, and the others are parts.
        found += [(file, version(file), entry) for file in named or files if named or version(file)]
    return found


def limited():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))


def run(nettask, command, arguments, folder):
    """The status, or `timeout` or `crash`; the messages of the errors; and the output."""
    try:
        # A blocked program uses no processor time, so limit the elapsed time as well. Ten times, because other jobs run in parallel.
        done = subprocess.run(
            [nettask, command, *arguments, "--format", "json"],
            cwd=folder, capture_output=True, preexec_fn=limited, timeout=CPU_SECONDS * 10,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "timeout", ["it does not end"], {}
    if done.returncode == -24:  # SIGXCPU
        return "timeout", [f"it takes more than {CPU_SECONDS} s"], {}
    if done.returncode < 0:
        return "crash", [f"it ends by signal {-done.returncode}"], {}
    try:
        printed = json.loads(done.stdout)
        errors = [each["message"] for each in printed.get("diagnostics", []) if each["severity"] == "error"]
    except (ValueError, KeyError, AttributeError):
        printed, errors = {}, []
    if done.returncode and not errors:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        errors = [lines[-1] if lines else f"it prints no error, and its status is {done.returncode}"]
    return done.returncode, errors, printed


def differences(report):
    """The number of values that are sent or read differently, by reason, from import-report.txt."""
    counts, inside = collections.Counter(), False
    for line in report.read_text().splitlines() if report.exists() else []:
        if re.fullmatch(r"[A-Z][^/#]*: \d+", line):
            inside = "differently" in line
        elif inside and (kind := re.fullmatch(r"(.*\S) \((\d+)\) \[[a-z-]+\]:", line)):
            counts[kind[1]] += int(kind[2])
    return counts


def typecheck(modules, folder):
    """The status and the messages of the errors, as of `run`. A compiler takes longer than a command."""
    swift = sorted(str(file) for file in (folder / "swift").rglob("*.swift"))
    options = ["-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-package-name", "client", "-module-name", "Client"]
    try:
        done = subprocess.run(
            ["swiftc", "-typecheck", "-wmo", *options, "-I", modules, *swift],
            cwd=folder, capture_output=True, text=True, timeout=CPU_SECONDS * 60,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "timeout", ["it does not end"]
    errors = [found[1] for found in re.finditer(r"^\S.*?: error: (.*)", done.stderr, re.MULTILINE)]
    if done.returncode and not errors:
        return "crash", (done.stderr.strip().splitlines() or ["it prints no error"])[-1:]
    return done.returncode, errors


def checked(nettask, modules, number, document, root):
    """Runs all commands on one document. Keeps the folder of a document that failed."""
    folder = RESULTS / f"{number:04}"
    folder.mkdir()
    result = {"document": document, "number": number, "status": {}, "errors": {}, "sha256": "-", "differences": {}}
    before = time.time()
    # Each number has its own folder, so that paths are the same in two runs.
    for command, arguments in [
        ("import", [str(document), "--root", str(root), "--output", "specs"]),
        ("validate", ["specs"]),
        ("generate", ["specs", "--output", "swift"]),
    ]:
        if command != "import" and not list((folder / "specs").glob("*.nettask.yaml")):
            break
        status, errors, printed = run(nettask, command, arguments, folder)
        result["status"][command], result["errors"][command] = status, errors
        if command == "import":
            result["values"] = printed.get("valueCount", 0)
            result["differences"] = differences(folder / "specs" / "import-report.txt")
    result["seconds"] = time.time() - before
    if modules and result["status"].get("generate") == 0:
        result["status"]["typecheck"], result["errors"]["typecheck"] = typecheck(modules, folder)
        result["typecheck seconds"] = time.time() - before - result["seconds"]
    if swift := sorted((folder / "swift").rglob("*.swift")):
        parts = [f"{file.relative_to(folder)}\0".encode() + file.read_bytes() for file in swift]
        result["sha256"] = hashlib.sha256(b"\0".join(parts)).hexdigest()
    if not result["status"].get("typecheck"):
        shutil.rmtree(folder / "swift", ignore_errors=True)
    if all(result["status"].get(command) == 0 for command in COMMANDS):
        shutil.rmtree(folder)
    return result


def kind(message):
    """The message without the parts that are specific to the document."""
    message = re.sub(r"`[^`]*`", "`…`", message.splitlines()[0])
    message = re.sub(r"`…`(?:(?:, | and | or )+`…`)+", "`…`, …", message)
    return re.sub(r"(?<![\w.])\d[\d,.]*\b", "N", message)


def share(part, whole):
    return f"{part:5} of {whole} ({100 * part / whole:.1f} %)" if whole else "    0"


def count(nettask, folder, modules=None):
    if modules:
        COMMANDS.append("typecheck")
    shutil.rmtree(RESULTS, ignore_errors=True)
    RESULTS.mkdir(parents=True)
    found = documents(folder)
    counted = [(file, root) for file, number, root in found if number and number.startswith(("2.0", "3."))]
    others = collections.Counter(number or "no version" for _, number, _ in found if not (number and number.startswith(("2.0", "3."))))
    began = time.time()
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        jobs = [pool.submit(checked, nettask, modules, number, *each) for number, each in enumerate(counted)]
        results = [job.result() for job in jobs]
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)

    owners = {str(result["document"].relative_to(folder)).split("+")[0] for result in results}
    print(f"{len(results)} documents of OpenAPI 3 and Swagger 2.0, of {len(owners)} owners, with {sum(r.get('values', 0) for r in results)} values")
    print(f"{others.total()} not counted: {', '.join(f'{n} of {v}' for v, n in sorted(others.items())) or 'none'}")
    for command in COMMANDS:
        run_on = [result for result in results if command in result["status"]]
        print(f"{command:8} passes: {share(sum(r['status'][command] == 0 for r in run_on), len(run_on))}")
    passed = [r for r in results if all(r["status"].get(command) == 0 for command in COMMANDS)]
    print(f"all of them pass: {share(len(passed), len(results))}")
    for text, first, second in [
        ("import exits 0 and validate 1", 0, 1),
        ("import exits 1 and validate 1", 1, 1),
    ]:
        at_fault = [r for r in results if r["status"].get("import") == first and r["status"].get("validate") == second]
        print(f"{text}: {len(at_fault)}")
        for result in at_fault if first == 0 else []:
            print(f"    {result['document'].relative_to(folder)}")
    faults = [r for r in results if any("a fault in NetTask" in reason for reason in r["differences"])]
    print(f"left out by a fault in NetTask: {len(faults)}")
    for result in faults:
        print(f"    {result['document'].relative_to(folder)}")
    for word in ("crash", "timeout"):
        of_word = [(r, command) for r in results for command, status in r["status"].items() if status == word]
        print(f"{word}: {len(of_word)}")
        for result, command in of_word:
            print(f"    {command} {result['document'].relative_to(folder)}")
    if modules:
        seconds = [result.get("typecheck seconds", 0) for result in results]
        print(f"type-checking took {sum(seconds) / 60:.0f} min, at most {max(seconds):.0f} s for one document")
    print(f"processor time {usage.ru_utime + usage.ru_stime:.0f} s, by the clock {time.time() - began:.0f} s")
    # macOS reports bytes.
    print(f"most memory of one command {usage.ru_maxrss / (1024 * 1024 if sys.platform == 'darwin' else 1024):.0f} MB")

    for command in COMMANDS:
        causes = collections.defaultdict(list)
        for result in results:
            errors = result["errors"].get(command, []) if result["status"].get(command) != 0 else []
            # `generate` only repeats the errors of specs.
            before = result["errors"].get("validate", []) if command == "generate" else []
            for message in [error for error in errors if error not in before]:
                causes[kind(message)].append((result, message))
        print(f"\n{command}, causes of failure, as documents and errors: {len(causes)}")
        by_documents = [(len({each["number"] for each, _ in all_of}), all_of, text) for text, all_of in causes.items()]
        for number, all_of, text in sorted(by_documents, key=lambda cause: (-cause[0], -len(cause[1]), cause[2])):
            result, message = all_of[0]
            print(f"{number:5} {len(all_of):6}  {text}")
            print(f"{'':14}{result['document'].relative_to(folder)}: {message.splitlines()[0][:300]}")

    causes = collections.defaultdict(list)
    for result in results:
        for reason, number in result["differences"].items():
            causes[kind(reason)].append((number, result))
    total = sum(number for all_of in causes.values() for number, _ in all_of)
    print(f"\nsent or read differently, as documents and values: {total}")
    for text, all_of in sorted(causes.items(), key=lambda cause: (-sum(n for n, _ in cause[1]), cause[0])):
        number, result = max(all_of, key=lambda each: each[0])
        print(f"{len(all_of):5} {sum(n for n, _ in all_of):6}  {text}")
        print(f"{'':14}{number} in {result['document'].relative_to(folder)}")

    with open(RESULTS / "documents.tsv", "w") as file:
        for result in results:
            statuses = [str(result["status"].get(command, "-")) for command in COMMANDS]
            name = result["document"].relative_to(folder)
            different = sum(result["differences"].values())
            print(name, *statuses, different, result["sha256"], sep="\t", file=file)
    print(f"\nfor each document the statuses, what is different, and a hash of the Swift: {RESULTS / 'documents.tsv'}")
    mistyped = any(r["status"].get("typecheck", 0) for r in results)
    refused = any(r["status"].get("import") == 0 and r["status"].get("validate") != 0 for r in results)
    return refused or mistyped or bool(faults) or any(status in ("crash", "timeout") for r in results for status in r["status"].values())


def downloaded(repository, commit, path):
    """The contents of a file; None if it does not exist."""
    url = f"https://raw.githubusercontent.com/{repository}/{commit}/{urllib.parse.quote(path)}"
    try:
        with urllib.request.urlopen(url, timeout=60) as reply:
            return reply.read()
    except urllib.error.HTTPError as error:
        if error.code == 404:
            return None
        raise


def referenced(data, path):
    """The other files of the repository that a file refers to."""
    for found in REFERENCE.finditer(data):
        target = urllib.parse.unquote((found[1] or found[2] or found[3]).decode(errors="replace").split("#")[0])
        if target and not re.match(r"[a-z]+:|//", target):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
            if other != path and not other.startswith(("../", "/")):
                yield other


def fetch_one(folder, line):
    repository, rest = line.split(" ", 1)
    path, commit = rest.rsplit(" ", 1)
    name = f"{repository}/{path}".replace("/", "+")
    if (folder / name).exists():
        return
    data = downloaded(repository, commit, path)
    if data is None:
        print(f"not there: {line}", file=sys.stderr)
        return
    files, open_paths = {path: data}, list(referenced(data, path))
    while open_paths:
        other = open_paths.pop()
        if other not in files:
            files[other] = downloaded(repository, commit, other)
            open_paths += referenced(files[other] or b"", other)
    present = {path: data for path, data in files.items() if data is not None}
    for each, data in present.items():
        file = folder / name if len(present) == 1 else folder / name / each
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)


def fetch(folder):
    folder.mkdir(parents=True, exist_ok=True)
    lines = [line for line in (HERE / "documents.txt").read_text().splitlines() if line and not line.startswith("#")]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for _ in pool.map(lambda line: fetch_one(folder, line), lines):
            pass


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["run", nettask, folder, *modules]:
            sys.exit(count(nettask, pathlib.Path(folder).resolve(), *modules))
        case ["fetch", folder]:
            fetch(pathlib.Path(folder).resolve())
        case _:
            sys.exit(__doc__)
