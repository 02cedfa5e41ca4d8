"""Checks good and bad specs with Specs/nettask.schema.json; called by Scripts/check-schema.

With folders as arguments, every spec in them must be valid. Use this for specs that the decoder has accepted.
With --record, writes the list of the bad specs whose mistakes the schema cannot find.
"""

import pathlib
import sys

from jsonschema import Draft202012Validator
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
import json

BAD = pathlib.Path("Tests/NetTaskSpecTests/Fixtures/Bad")
BEYOND = BAD / "beyond-the-schema.list"
GOOD = ["Specs", "Examples", "Tests/GeneratedCodeTests", "Tests/NetTaskSpecTests/Fixtures/Good"]


def as_json(value, budget):
    """The value with keys as text, as in JSON. An alias counts each time it is used."""
    budget[0] -= 1
    if budget[0] < 0:
        raise ValueError("too many values")
    if isinstance(value, dict):
        return {str(key): as_json(item, budget) for key, item in value.items()}
    if isinstance(value, list):
        return [as_json(item, budget) for item in value]
    if value is None or isinstance(value, (bool, int, float)):
        return value
    return str(value)


def problem(validator, path):
    """The reason why the spec is invalid; None for a valid spec."""
    try:
        spec = as_json(YAML(typ="safe", pure=True).load(path.read_bytes()), [100_000])
    except (YAMLError, UnicodeDecodeError, ValueError, RecursionError) as error:
        return f"no YAML: {type(error).__name__}"
    error = next(iter(validator.iter_errors(spec)), None)
    return error and f"{error.json_path}: {error.message[:120]}"


def specs(folder):
    return sorted(path for path in pathlib.Path(folder).rglob("*.nettask.yaml") if path.is_file())


def main():
    schema = json.loads(pathlib.Path("Specs/nettask.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    folders = [argument for argument in sys.argv[1:] if argument != "--record"]
    good = [path for folder in folders or GOOD for path in specs(folder)]
    faults = [f"{path} is good, but the schema says: {said}" for path in good if (said := problem(validator, path))]
    bad = [] if folders else specs(BAD)
    if "--record" in sys.argv:
        head = BEYOND.read_text().splitlines()[:1]
        names = [str(path.relative_to(BAD)) for path in bad if not problem(validator, path)]
        BEYOND.write_text("\n".join(head + names) + "\n")
    beyond = {line for line in BEYOND.read_text().splitlines() if line and not line.startswith("#")}
    for path in bad:
        name = str(path.relative_to(BAD))
        said = problem(validator, path)
        if said and name in beyond:
            faults.append(f"{name} is in {BEYOND.name}, but the schema can tell: {said}")
        if not said and name not in beyond:
            faults.append(f"{name} is bad, and the schema does not tell")
    faults += [f"{name} is in {BEYOND.name}, but is not there" for name in beyond if bad and not (BAD / name).exists()]
    if not good:
        faults.append("there are no good specs")
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{len(good)} good specs; the schema rejects {len(bad) - len(beyond)} of {len(bad)} bad specs")
    sys.exit(1 if faults else 0)


main()
