"""Writes a dictionary for libFuzzer with the words of the spec language: those of its JSON Schema, and those of YAML."""

import json
import pathlib

# The syntax of YAML, names of the seeds, the beginnings of values, and limits of values.
OTHERS = [
    "{", "}", "[", "]", ": ", ":\n", "- ", ", ", "? ", "&a ", "*a", "<<: ", "<<: *a", "!!str ", "\"", "'", "|\n", ">\n",
    "\n  ", "\n    ", "#", "---\n", "...\n", "%YAML 1.2\n", "\t", "\\u0000", "\\U0010FFFF", "\\x1b", "\ufeff",
    "\u202e", "~", "null", "nettask: 1\nclient: API\n", "client: API\n", "extends: [second.nettask.yaml]\n",
    "first.nettask.yaml", "second.nettask.yaml", "x-", "[String]", "[String: Int]", "[String: ", "]?", "?", "Post", "id",
    "{id}", "https://", "%2e", "//", ".", "1e999", "-1", "0x7f", "9223372036854775807", "9223372036854775808", "1s",
    "30ms", "2h", "4xx", "200", "application/json", "\xff",
]  # fmt: skip


def words(schema):
    """Returns the names of members and the values of choices at all levels."""
    if isinstance(schema, list):
        for item in schema:
            yield from words(item)
    if isinstance(schema, dict):
        for name, value in schema.items():
            if name == "properties":
                yield from (f"{key}: " for key in value)
            if name == "enum" and isinstance(value, list):
                yield from (str(word).lower() if isinstance(word, bool) else str(word) for word in value)
        for item in schema.values():
            yield from words(item)


def quoted(word):
    # The marker between two files is a byte that no text contains.
    data = b"\xff" if word == "\xff" else word.encode()
    return '"' + "".join(chr(b) if 0x20 <= b < 0x7F and b not in b'"\\' else f"\\x{b:02x}" for b in data) + '"'


schema = json.loads((pathlib.Path(__file__).parent / "../Specs/nettask.schema.json").read_text())
print(*dict.fromkeys(map(quoted, list(words(schema)) + OTHERS)), sep="\n")
