#!/usr/bin/env python3
"""Compares the JSON that the reader accepts, and the values that it reads, with orjson.

    Fuzzing/run orjson [COUNT [SEED]]

builds `json-verdicts` and calls this script. The input consists of the tests' fixture and COUNT generated texts. These
differences are intended, and are accepted only where they apply:

- The reader supports a depth of 512, orjson a greater one.
- The reader skips a byte order mark at the start, which orjson rejects.
- The reader can skip a number that is not a finite double, but cannot read it. orjson rejects the text.
- If a name occurs more than once, the reader uses the first value, and orjson the last. The compared tree contains all of
  them; `json-verdicts` itself checks that dictionaries and shapes contain the first.

Anything else is printed and makes the exit status 1.
"""

import json
import math
import random
import re
import struct
import subprocess
import sys
from pathlib import Path

import orjson

from canonical import canonical

DEPTH = 512
BATCH = 20_000
FIXTURE = Path(__file__).parent.parent / "Tests/NetTaskRuntimeTests/JSON/Fixtures/syntax-cases.txt"


# The reader's side


def verdicts(program, texts):
    """The output of json-verdicts for each text."""
    framed = b"".join(struct.pack("<I", len(text)) + text for text in texts)
    result = subprocess.run([program], input=framed, stdout=subprocess.PIPE)
    lines = result.stdout.decode().splitlines()
    if result.returncode != 0 or len(lines) != len(texts):
        sys.exit(f"json-verdicts ended with {result.returncode} after {len(lines)} of {len(texts)} texts")
    return lines


# orjson's side


def expected(text):
    """The expected line of json-verdicts, from orjson and the known differences."""
    text = text.removeprefix(b"\xef\xbb\xbf")
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        if "infinity" in str(error) and depth(text) <= DEPTH and is_json_for_python(text):
            return "s"
        return "n"
    return "y" + canonical(value) if depth(text) <= DEPTH else "n"


STRING = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)


def depth(text):
    """The depth of arrays and objects; approximate for invalid JSON."""
    if len(text) <= DEPTH:
        return 0
    deepest = level = 0
    for byte in STRING.sub(b"", text):
        if byte in b"[{":
            level += 1
            deepest = max(deepest, level)
        elif byte in b"]}":
            level -= 1
    return deepest


def is_json_for_python(text):
    """Whether Python's own reader accepts the text, which contains a number too large for a double."""
    has_infinity = False

    def number(digits):
        nonlocal has_infinity
        value = float(digits)
        has_infinity = has_infinity or math.isinf(value)
        return value

    def refuse(constant):
        raise ValueError(constant)

    def all_members(pairs):
        return [part for pair in pairs for part in pair]

    try:
        value = json.loads(
            text.decode(), parse_int=number, parse_float=number, parse_constant=refuse, object_pairs_hook=all_members
        )
        # It accepts lone surrogates, which cannot be encoded.
        canonical(value)
        return has_infinity
    except (ValueError, RecursionError):
        return False


# Texts


def fixture_cases():
    """The letter and the text of each case of the fixture."""
    cases = []
    for line in FIXTURE.read_text().split("\n"):
        if line and not line.startswith("#"):
            text = re.sub(r"%\((\d+)\*([^)]*)\)", lambda found: int(found[1]) * found[2], line[2:]).encode()
            cases.append((line[0], re.sub(rb"%(..)", lambda found: bytes.fromhex(found[1].decode()), text)))
    return cases


class Generator:
    """Generates texts, which depend only on the seed."""

    SPACE = ["", "", "", "", "", " ", "\n", "\t", "\r", "  ", "\r\n\t "]
    # The names in the shape of json-verdicts are frequent.
    NAMES = ["a", "b", "id", "", '\\"', "é", "created_at", "\\u0061", "\\u00e9", "\\u0069d", "e\u0301", "x", "aa", "i"]
    TOKENS = (
        "{ } [ ] , : \" true false null 0 1 -1 12 1.5 1e5 1E-2 - + . e \\ / \\u \\n \" \"a\" \"a\": \"b\":1 ,\"id\": "
        "1e400 -0 00 0.1 {} [] [1] {\"a\":1} nul tru NaN Infinity // /* \u00a0 \ufeff \U0001f600"
    ).split(" ") + [" ", "\n", "\0", "\x1f", "\x7f"]
    ESCAPES = ['\\"', "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\\u0000", "\\u001F", "\\u00e9", "\\uFFFF"]
    BAD_ESCAPES = ["\\", "\\x", "\\u", "\\u12", "\\u12g4", "\\ud800", "\\udc00", "\\ud800\\u0041", "\\U0041", "\\'"]
    BAD_UTF8 = [
        b"\x80", b"\xbf", b"\xc0\x80", b"\xc1\xbf", b"\xc2", b"\xe0\x80\x80", b"\xe0\x9f\xbf", b"\xe2\x82", b"\xff",
        b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xf0\x80\x80\x80", b"\xf0\x8f\xbf\xbf", b"\xf0\x9f\x98",
        b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80", b"\xfe",
    ]  # fmt: skip
    SCALARS = [
        (0x20, 0x21), (0x23, 0x5B), (0x5D, 0x7F), (0x80, 0x7FF), (0x800, 0xD7FF), (0xE000, 0xFFFF), (0x10000, 0x10FFFF),
    ]  # fmt: skip
    BRACKETS = [
        ("[", "]"), ("[1,", "]"), ('{"a":', "}"), ('{"x":', "}"), ('{"x":1,"a":', "}"), ('{"b":{"x":', "}}"),
        ('[{"a":', "}]"),
    ]  # fmt: skip
    NUMBERS = [
        "0", "-0", "-0.0", "1", "-1", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809", "18446744073709551615", "18446744073709551616", "9007199254740993", "0.1", "1e22",
        "1e23", "5e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072011e-308", "1e400",
        "1e-400", "1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "0e999", "1E+2", "1e-2",
        "1.0",
    ]  # fmt: skip
    BAD_NUMBERS = ["00", "01", "-", "--1", "+1", ".5", "1.", "1.e1", "1e", "1e+", "0x1", "1_0", "-a", "1e1.5", "1.5.5"]

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.earlier = [b"{}"]

    def text(self):
        kind = self.random.random()
        if kind < 0.3:
            text = self.document()
            self.keep(text)
        elif kind < 0.75:
            text = self.mutated()
        elif kind < 0.83:
            tokens = self.random.choices(self.TOKENS, k=self.random.randint(0, 12))
            text = "".join(tokens).encode()
        elif kind < 0.9:
            text = self.lone_string()
        elif kind < 0.98:
            text = self.lone_number()
        elif kind < 0.985:
            text = self.deep()
        else:
            text = self.random.randbytes(self.random.randint(0, 12))
        return text

    def keep(self, text):
        if len(text) < 2_000:
            if len(self.earlier) < 1_000:
                self.earlier.append(text)
            else:
                self.earlier[self.random.randrange(1_000)] = text

    # Documents

    def document(self):
        parts = []
        self.value(parts, self.random.choice([0, 1, 2, 3, 3, 4, 5]), self.random.random() < 0.4)
        return (self.space(True) + "".join(parts) + self.space(True)).encode()

    def space(self, is_spaced):
        return self.random.choice(self.SPACE) if is_spaced else ""

    def value(self, parts, levels, is_spaced):
        kind = self.random.random()
        if levels == 0 or kind < 0.3:
            self.scalar(parts)
            return
        is_object = kind < 0.75
        parts.append("{" if is_object else "[")
        count = self.random.choice([0, 1, 1, 2, 2, 3, 4, 6])
        for index in range(count):
            if index > 0:
                parts.append(",")
            parts.append(self.space(is_spaced))
            if is_object:
                self.name(parts)
                parts += [self.space(is_spaced), ":", self.space(is_spaced)]
            self.value(parts, levels - 1, is_spaced)
            parts.append(self.space(is_spaced))
        parts += [self.space(is_spaced), "}" if is_object else "]"]

    def name(self, parts):
        if self.random.random() < 0.85:
            parts += ['"', self.random.choice(self.NAMES), '"']
        else:
            self.string(parts)

    def scalar(self, parts):
        kind = self.random.random()
        if kind < 0.25:
            parts.append(self.random.choice(["true", "false", "null"]))
        elif kind < 0.6:
            parts.append(self.number())
        else:
            self.string(parts)

    def string(self, parts):
        parts.append('"')
        for _ in range(self.random.choice([0, 1, 1, 2, 3, 4])):
            kind = self.random.random()
            if kind < 0.45:
                parts.append(self.random.choice("ab/'x{}[]:, ~!#\x7f") * self.random.randint(1, 12))
            elif kind < 0.65:
                parts.append(self.random.choice(self.ESCAPES))
            elif kind < 0.8:
                parts.append(self.scalar_of_unicode())
            elif kind < 0.9:
                code = ord(self.scalar_of_unicode())
                form = self.random.choice(["\\u%04x", "\\u%04X"])
                if code < 0x10000:
                    parts.append(form % code)
                else:
                    parts += [form % (0xD800 + (code - 0x10000 >> 10)), form % (0xDC00 + (code & 0x3FF))]
            else:
                parts.append("é" * self.random.randint(1, 9))
        parts.append('"')

    def scalar_of_unicode(self):
        first, last = self.random.choice(self.SCALARS)
        return chr(self.random.choice([first, last, self.random.randint(first, last)]))

    def number(self):
        kind = self.random.random()
        if kind < 0.3:
            return str(self.random.randint(-1_000, 1_000))
        if kind < 0.45:
            return self.random.choice(self.NUMBERS)
        if kind < 0.55:
            double = struct.unpack("<d", struct.pack("<Q", self.random.getrandbits(63)))[0]
            return repr(double) if math.isfinite(double) else "0"
        if kind < 0.7:
            return str(self.random.randint(-(2**65), 2**65) >> self.random.randrange(66))
        whole = str(self.random.randint(0, 10 ** self.random.randint(0, 25)))
        fraction = "." + self.digits(25) if self.random.random() < 0.6 else ""
        exponent = ""
        if self.random.random() < 0.5:
            exponent = self.random.choice("eE") + self.random.choice(["", "+", "-"])
            exponent += "0" * self.random.choice([0, 0, 0, 3])
            exponent += str(self.random.randint(0, self.random.choice([9, 30, 330])))
        return self.random.choice(["", "-"]) + whole + fraction + exponent

    def digits(self, most):
        return "".join(self.random.choices("0123456789", k=self.random.randint(1, most)))

    # Mostly invalid JSON

    def mutated(self):
        text = bytearray(self.random.choice(self.earlier))
        for _ in range(self.random.choice([1, 1, 1, 2, 3])):
            place = self.random.randint(0, len(text))
            end = min(len(text), place + self.random.choice([1, 1, 1, 2, 4, 8, 16]))
            kind = self.random.randrange(10)
            if kind == 0 and place < len(text):
                text[place] ^= 1 << self.random.randrange(8)
            elif kind == 1 and place < len(text):
                text[place] = self.random.randrange(256)
            elif kind == 2:
                del text[place:end]
            elif kind == 3:
                del text[place:]
            elif kind == 4:
                other = self.random.choice(self.earlier)
                text[place:] = other[self.random.randint(0, len(other)) :]
            elif kind == 5:
                text[place:place] = text[self.random.randint(0, len(text)) :][: self.random.randint(0, 20)]
            elif kind == 6:
                text[place:place] = self.random.choice(self.TOKENS).encode()
            elif kind == 7:
                text[place:place] = self.random.choice(self.BAD_UTF8)
            elif kind == 8:
                text[place:place] = self.random.choice(self.BAD_ESCAPES + self.ESCAPES).encode()
            else:
                text[place:place] = self.random.choice(self.BAD_NUMBERS + self.NUMBERS).encode()
        return bytes(text)

    def lone_string(self):
        text = bytearray()
        for _ in range(self.random.randint(0, 5)):
            kind = self.random.random()
            if kind < 0.4:
                text += b"abcdefghijklmnop"[: self.random.randint(0, 16)]
            elif kind < 0.6:
                text += self.scalar_of_unicode().encode()
            elif kind < 0.75:
                text += self.random.choice(self.ESCAPES).encode()
            elif kind < 0.8:
                text += self.random.choice(self.BAD_ESCAPES).encode()
            elif kind < 0.85:
                text += self.random.choice(self.BAD_UTF8)
            elif kind < 0.87:
                text.append(self.random.randrange(0x20))
            else:
                around = self.random.choice([(0, 0x10000), (0xD7F0, 0xE010)])
                text += b"\\u%04x" % self.random.randrange(*around)
        return b'"' + bytes(text) + b'"'

    def lone_number(self):
        if self.random.random() < 0.5:
            return self.number().encode()
        number = list(self.number())
        for _ in range(self.random.randint(0, 2)):
            place = self.random.randint(0, len(number))
            if self.random.random() < 0.5:
                number.insert(place, self.random.choice("0123456789+-.eE "))
            else:
                del number[place : place + 1]
        return "".join(number).encode()

    def deep(self):
        levels = self.random.choice([DEPTH - 1, DEPTH, DEPTH + 1, self.random.randint(0, 2 * DEPTH), 40, 70])
        opening, closing = self.random.choice(self.BRACKETS)
        levels //= len(closing)
        inner = self.random.choice(["1", "[]", "{}", '""', '{"a":1}'])
        text = opening * levels + inner + closing * (levels - self.random.choice([0, 0, 0, 0, 1, -1]))
        return text.encode()


# The comparison


def compare(program, texts, expectations, counts):
    """Counts the verdicts, and returns the number of differences."""
    differences = 0
    for text, line, expectation in zip(texts, verdicts(program, texts), expectations):
        counts[line[0]] = counts.get(line[0], 0) + 1
        if line != expectation:
            differences += 1
            print(f"{text[:300]!r}\n    expected {expectation[:300]}\n    found    {line[:300]}")
    return differences


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    sys.setrecursionlimit(20_000)

    differences = 0
    counts = {}
    cases = fixture_cases()
    texts = [text for _, text in cases]
    expectations = [expected(text) for text in texts]
    for (letter, text), expectation in zip(cases, expectations):
        by_orjson = expectation[0]
        if by_orjson == "n" and depth(text) > DEPTH and is_read_by_orjson(text):
            by_orjson = "d"
        if letter != by_orjson:
            differences += 1
            print(f"the fixture says {letter} of {text[:300]!r}, orjson {by_orjson}")
    differences += compare(program, texts, expectations, counts)
    print(f"{len(texts)} cases of the fixture:", summary(counts))

    counts = {}
    generator = Generator(seed)
    for start in range(0, count, BATCH):
        texts = [generator.text() for _ in range(min(BATCH, count - start))]
        differences += compare(program, texts, map(expected, texts), counts)
    print(f"{count} generated texts of seed {seed}:", summary(counts))
    print(f"{differences} differences")
    sys.exit(1 if differences else 0)


def is_read_by_orjson(text):
    try:
        orjson.loads(text)
        return True
    except orjson.JSONDecodeError:
        return False


def summary(counts):
    names = {"y": "accepted", "n": "refused", "s": "out of range", "!": "contradictions"}
    return ", ".join(f"{counts[letter]} {name}" for letter, name in names.items() if letter in counts)


if __name__ == "__main__":
    main()
