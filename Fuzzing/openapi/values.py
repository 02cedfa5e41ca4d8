"""Chooses values for the schemas of a document: at random for requests, and from its examples, if any, for replies."""

import base64
import re

JSON, TEXT, HEADER, COOKIE, PATH, WORDS = "json", "text", "header", "cookie", "path", "words"

# Characters that are difficult to escape. A header allows only ASCII, values that are split at commas or spaces contain neither, and a `%` of a
# cookie could be its own or begin an escape.
STRINGS = {
    JSON: ["a b&c/ü+%", "plain", "名前 🐶", 'it\'s "quoted" \\ here', "line\nbreak", "", "</script>", "%41{x}"],
    TEXT: ["a b&c/ü+%", "plain", "名前 🐶", "x=y;z?#[]", "%41", "a,b|c", 'it\'s "quoted"'],
    HEADER: ["a b&c/+%", "plain", "x=y;z", "%41"],
    COOKIE: ["a b&c/+ü", "plain", "x=y;z", 'it\'s "quoted"'],
    PATH: ["a b&c/ü+%", "plain", "名前 🐶", "x=y;z?#[]", "%41", "..a", "a:b@c"],
    WORDS: ["plain", "ü&+%", "x=y", "名前"],
}
# No document lists this value: an enumeration must also accept others.
UNLISTED = {text for texts in STRINGS.values() for text in texts}


class NoValue(Exception):
    """No value was found that the schema accepts."""


class Values:
    def __init__(self, document, random):
        self.document = document
        self.random = random

    def valid(self, schema, place=JSON, is_reply=False, from_examples=False):
        """Returns a value that the schema accepts."""
        errors = []
        for attempt in range(30):
            try:
                value = Picking(self, place, is_reply, from_examples and attempt == 0, frugal=attempt > 20).pick(schema)
            except RecursionError:
                continue
            if place != JSON and value == []:
                continue
            errors = self.document.errors(schema, value, is_reply)
            if not errors:
                return value
        raise NoValue("; ".join(errors) or "nothing could be made of its schema")


class Picking:
    def __init__(self, values, place, is_reply, from_examples, frugal):
        self.document = values.document
        self.random = values.random
        self.place = place
        self.is_reply = is_reply
        self.from_examples = from_examples
        self.frugal = frugal

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, schema, depth=0):
        if depth > 60:
            raise RecursionError
        schema = self.document.flat(schema)
        if self.from_examples:
            for example in [schema.get("example"), *(schema.get("examples") or [])]:
                if example is not None:
                    return example
        if "const" in schema:
            return schema["const"]
        kinds = schema.get("type")
        nullable = schema.get("nullable") or isinstance(kinds, list) and "null" in kinds
        if nullable and self.place == JSON and self.chance(0.15):
            return None
        if schema.get("enum"):
            cases = [case for case in schema["enum"] if case is not None]
            return self.random.choice(cases) if cases else None
        for key in ("oneOf", "anyOf"):
            if schema.get(key):
                return self.branch(schema, key, depth)
        if isinstance(kinds, list):
            kinds = [kind for kind in kinds if kind != "null"] or ["null"]
            kinds = self.random.choice(kinds)
        if kinds is None:
            if "properties" in schema or "additionalProperties" in schema:
                kinds = "object"
            elif "items" in schema:
                kinds = "array"
            else:
                return self.anything()
        return getattr(self, kinds)(schema, depth) if kinds != "null" else None

    def branch(self, schema, key, depth):
        branches = schema[key]
        if depth > 4 or self.frugal:
            branches = sorted(branches, key=self.weight)[: 1 + len(branches) // 2]
        branch = self.random.choice(branches)
        beside = {name: value for name, value in schema.items() if name not in (key, "discriminator")}
        value = self.pick({"allOf": [branch, beside]} if beside else branch, depth + 1)
        discriminator = schema.get("discriminator")
        if discriminator and isinstance(value, dict) and "$ref" in branch:
            member = self.document.flat(branch).get("properties", {}).get(discriminator["propertyName"], {})
            if "enum" not in self.document.flat(member):
                names = [
                    name
                    for name, target in discriminator.get("mapping", {}).items()
                    if branch["$ref"].endswith("/" + target.split("/")[-1])
                ]
                value[discriminator["propertyName"]] = self.random.choice(names or [branch["$ref"].split("/")[-1]])
        return value

    def weight(self, schema):
        """Returns the approximate size of a branch's values, which are sorted by it."""
        schema = self.document.flat(schema)
        return len(schema.get("required", [])) + 3 * ("properties" in schema or "items" in schema or "oneOf" in schema)

    def anything(self):
        if self.place != JSON:
            return self.string({}, 0)
        return self.random.choice([True, 7, 1.25, "a b&c/ü+%", ["x", 1], {"a": {"ü b": False}, "n": 3}, {}])

    def object(self, schema, depth):
        required = schema.get("required", [])
        value = {}
        for name, member in schema.get("properties", {}).items():
            flat = self.document.flat(member)
            if flat.get("writeOnly" if self.is_reply else "readOnly"):
                continue
            likely = self.from_examples and ("example" in flat or "examples" in flat)
            wanted = name in required or likely or not self.frugal and self.chance(0.5 if depth < 3 else 0.1)
            if wanted and not (depth > 6 and name not in required):
                try:
                    value[name] = self.pick(member, depth + 1)
                except RecursionError:
                    if name in required:
                        raise
        for name in required:
            if name not in value and name not in schema.get("properties", {}):
                value[name] = self.anything()
        more = schema.get("additionalProperties")
        takes_more = isinstance(more, dict) or more is True or more is None and not schema.get("properties")
        least = schema.get("minProperties", 0)
        most = schema.get("maxProperties", 9)
        if takes_more and not self.frugal:
            least = max(least, self.random.randint(0, 2))
        for name in ["key", "a b", "ü&", "kebab-case", "Title"]:
            if len(value) >= min(least, most) or not takes_more:
                break
            value.setdefault(name, self.pick(more, depth + 1) if isinstance(more, dict) else self.anything())
        return value

    def array(self, schema, depth):
        least = max(schema.get("minItems", 0), 0 if self.place == JSON else 1)
        few = 0 if depth > 5 or self.frugal else 2
        count = min(max(least, self.random.randint(0, few)), schema.get("maxItems", 99))
        if "prefixItems" in schema:
            return [self.pick(element, depth + 1) for element in schema["prefixItems"]]
        value = [self.pick(schema.get("items", {}), depth + 1) for _ in range(count)]
        if schema.get("uniqueItems"):
            value = [element for index, element in enumerate(value) if element not in value[:index]]
        return value

    def boolean(self, schema, depth):
        return self.chance(0.5)

    def integer(self, schema, depth):
        least, most = self.bounds(schema, 1)
        if least is None and most is None:
            large = 2**31 - 1 if schema.get("format") == "int32" else 2**53
            return self.random.choice([0, 1, -1, 17, 1000, large])
        least = least if least is not None else most - 1000
        most = most if most is not None else least + 1000
        step = int(schema.get("multipleOf", 1)) or 1
        return self.random.randint(-(-int(least) // step), int(most) // step) * step

    def number(self, schema, depth):
        least, most = self.bounds(schema, 0.5)
        if least is None and most is None:
            return self.random.choice([0, 1, -0.5, 12.25, 1000000])
        least = least if least is not None else most - 8
        most = most if most is not None else least + 8
        # Halves and quarters are exact in a float of any size.
        return least + (most - least) * self.random.choice([0, 0.25, 0.5, 1])

    def bounds(self, schema, step):
        least, most = schema.get("minimum"), schema.get("maximum")
        low, high = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
        if low is not None and low is not False:
            least = (least if low is True else low) + step
        if high is not None and high is not False:
            most = (most if high is True else high) - step
        return least, most

    def string(self, schema, depth):
        kind = "byte" if schema.get("contentEncoding") == "base64" else schema.get("format")
        made = FORMATS.get(kind)
        if made:
            return made(self.random)
        least, most = schema.get("minLength", 0), schema.get("maxLength", 10**6)
        if "pattern" in schema:
            return text_of(re._parser.parse(schema["pattern"]), self.random, least)
        text = self.random.choice(STRINGS[self.place])
        if len(text) < least:
            text += "ü" * (least - len(text)) if self.place != HEADER else "x" * (least - len(text))
        return text[:most]


FORMATS = {
    "date-time": lambda random: f"2026-0{random.randint(1, 9)}-1{random.randint(0, 9)}T10:20:30Z",
    "date": lambda random: f"2026-0{random.randint(1, 9)}-1{random.randint(0, 9)}",
    "time": lambda random: "10:20:30Z",
    "duration": lambda random: "P1D",
    "uuid": lambda random: "0f8fad5b-d9cb-469f-a165-70867728950%d" % random.randint(0, 9),
    "uri": lambda random: random.choice(["https://example.com/a%20b?c=d&e=%C3%BC", "https://example.com"]),
    "url": lambda random: "https://example.com/a?b=c",
    "email": lambda random: "ann+b@example.com",
    "hostname": lambda random: "a.example.com",
    "ipv4": lambda random: "192.0.2.1",
    "ipv6": lambda random: "2001:db8::1",
    "byte": lambda random: base64.b64encode(random.randbytes(random.randint(0, 9))).decode(),
    "unixtime": lambda random: "1700000000",
}


def text_of(pattern, random, least=0):
    """Returns text that matches a pattern. Supports only simple patterns; the result for others is invalid."""
    text = ""
    for kind, argument in pattern:
        kind = str(kind)
        if kind == "LITERAL":
            text += chr(argument)
        elif kind == "ANY":
            text += "x"
        elif kind == "IN":
            text += one_of(argument, random)
        elif kind in ("MAX_REPEAT", "MIN_REPEAT"):
            low, high, part = argument
            for _ in range(max(low, min(int(high), max(1, least)))):
                text += text_of(part, random)
        elif kind == "SUBPATTERN":
            text += text_of(argument[3], random)
        elif kind == "BRANCH":
            text += text_of(random.choice(argument[1]), random)
    return text


def one_of(set, random):
    if str(set[0][0]) == "NEGATE":
        return "x"
    kind, argument = random.choice(set)
    if str(kind) == "RANGE":
        return chr(random.randint(*argument))
    if str(kind) == "CATEGORY":
        return "7" if "DIGIT" in str(argument) else "x" if "WORD" in str(argument) else " "
    return chr(argument)
