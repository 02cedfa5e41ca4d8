"""Writes a dictionary for libFuzzer with the keys and words that the importer recognizes: the string literals in its sources."""

import pathlib
import re
import sys

# References, the beginnings of values, and limits of values.
OTHERS = [
    '"$ref": "#/components/schemas/A"', "$ref: '#/components/schemas/A'", "$ref: other.yaml#/a", "#/paths/~1a/get", "~0", "~1",
    "%2e%2e/", "../", "null", "true", "false", "{}", "[]", "{", "}", "[", "]", ": ", ", ", "&a ", "*a", "<<: ", "\\ud83d", "\\u0000",
    "3.0.3", "3.1.0", "2XX", "404", "default", "/a/{b}", "#", "?", "application/json", "multipart/form-data", "text/plain", "*/*",
    "date-time", "int64", "1e999", "-1", "9223372036854775808", "\ufeff", "\u0085", "x-", "\xff",
]  # fmt: skip


def quoted(word):
    # The marker between two files is a byte that no text contains.
    data = b"\xff" if word == "\xff" else word.encode()
    return '"' + "".join(chr(b) if 0x20 <= b < 0x7F and b not in b'"\\' else f"\\x{b:02x}" for b in data) + '"'


words = []
for folder in ("Document", "Operations", "Schemas"):
    for path in sorted((pathlib.Path(sys.argv[1]) / folder).rglob("*.swift")):
        words += re.findall(r'"([$a-zA-Z][a-zA-Z0-9/-]*)"', path.read_text())
print(*dict.fromkeys(map(quoted, words + OTHERS)), sep="\n")
