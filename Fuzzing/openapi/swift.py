"""Writes values as Swift, with the types of a spec and the names in the generated code."""

import base64
import binascii
import datetime
import pathlib
import re

from values import UNLISTED


class Misfit(Exception):
    """A value that the document allows, but that the type of the spec cannot represent."""


def literal(text):
    escaped = "".join(
        character
        if character.isascii() and character.isprintable() and character not in '"\\'
        else "\\u{%X}" % ord(character)
        for character in text
    )
    return f'"{escaped}"'


class Generated:
    """The initializers and cases of generated Swift, by the names of their types."""

    def __init__(self, folder):
        self.arguments = {}
        self.cases = {}
        for path in pathlib.Path(folder).rglob("*.swift"):
            self.read(path.read_text().splitlines())

    def read(self, lines):
        scopes = []
        lines = iter(lines)
        for line in lines:
            depth = (len(line) - len(line.lstrip())) // 4
            code = line.strip()
            if code == "}":
                scopes = scopes[:depth]
            declared = re.match(r"(?:public (?:indirect )?(?:struct|enum|final class)|extension) ([\w.`]+)", code)
            if declared:
                scopes[depth:] = [declared[1].replace("`", "")]
                if code.endswith("{}"):
                    scopes.pop()
            name = ".".join(scopes)
            if code.startswith("public init(") and not code.startswith(("public init(from object", "public init(rawValue")):
                while ")" not in code or code.count("(") != code.count(")"):
                    code += " " + next(lines).strip()
                self.arguments[name] = arguments_of(code)
            case = re.match(r"case `?(\w+)`?(?:\(.*\))?(?: = .*)?$", code)
            if case and "(" + "let " not in code:
                self.cases.setdefault(name, []).append(case[1])


def arguments_of(code):
    """Returns the label of each argument of an initializer, and whether it has a default."""
    inside = code[code.index("(") + 1 : code.rindex(")")]
    parts, depth, part, quoted = [], 0, "", False
    for index, character in enumerate(inside):
        if character == '"' and inside[index - 1] != "\\":
            quoted = not quoted
        if not quoted:
            depth += (character in "([<") - (character in ")]>")
        if character == "," and depth == 0 and not quoted:
            parts.append(part)
            part = ""
        else:
            part += character
    parts.append(part)
    named = [re.match(r"\s*`?(\w+)`?: ([^=]*)(=.*)?$", part, re.DOTALL) for part in parts if part.strip()]
    return [(match[1], match[3] is not None) for match in named]


INTEGERS = {
    **{f"Int{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64)},
    **{f"UInt{bits}": (0, 2**bits - 1) for bits in (8, 16, 32, 64)},
}
INTEGERS["Int"], INTEGERS["UInt"] = INTEGERS["Int64"], INTEGERS["UInt64"]


class Writer:
    def __init__(self, specs, generated):
        self.specs = specs
        self.generated = generated

    def expression(self, type, value, format=None):
        """Returns the value as Swift code of this type."""
        kind, inner = type
        if kind == "optional":
            return "nil" if value is None else self.expression(inner, value, format)
        if kind == "array":
            check(isinstance(value, list), type, value)
            return "[" + ", ".join(self.expression(inner, element, format) for element in value) + "]"
        if kind == "dictionary":
            check(isinstance(value, dict), type, value)
            members = [f"{literal(name)}: {self.expression(inner, member, format)}" for name, member in value.items()]
            return "[" + (", ".join(members) or ":") + "]"
        if inner in self.specs.shapes:
            return self.shape(self.specs.shapes[inner], value)
        return scalar(inner, value, format)

    def shape(self, shape, value):
        name = f"{self.specs.client}.{shape.name}"
        if shape.enum is not None:
            check(isinstance(value, (str, int)) and not isinstance(value, bool), ("enumeration", shape.name), value)
            is_held = value in shape.enum or not shape.is_closed and value in UNLISTED
            check(is_held, ("enumeration", shape.name), value)
            argument = value if isinstance(value, int) else literal(value)
            # Only closed enumerations can fail, but both kinds can be unwrapped in this way.
            return f"known({name}(rawValue: {argument}))"
        if shape.alternatives is not None:
            return self.alternative(shape, name, value)
        check(isinstance(value, dict), ("shape", shape.name), value)
        return self.call(name, shape.fields, dict(value), f"the shape {shape.name}")

    def alternative(self, shape, name, value):
        cases = self.generated.cases[name]
        reasons = []
        has_tag = shape.discriminator is not None and isinstance(value, dict) and shape.discriminator in value
        for case, (tags, type) in zip(cases, shape.alternatives):
            if has_tag:
                if str(value[shape.discriminator]) not in tags:
                    continue
                held = self.specs.shapes[type[1]]
                if all(field.wire != shape.discriminator for field in held.fields):
                    value = {key: member for key, member in value.items() if key != shape.discriminator}
                return f"{name}.{escaped(case)}({self.expression(type, value)})"
            try:
                return f"{name}.{escaped(case)}({self.expression(type, value)})"
            except Misfit as misfit:
                reasons.append(str(misfit))
        raise Misfit(f"no alternative of {shape.name} holds {short(value)}: {'; '.join(reasons) or 'none is named so'}")

    def call(self, name, fields, values, owner, others=None):
        """Returns a call of an initializer with values by their wire names. Removes these from `values`.

        `others` are expressions by labels, for arguments that are not fields."""
        given = dict(others or {})
        for field in sorted(fields, key=lambda field: field.is_inline):
            if field.is_inline:
                # The remaining members are beside the others.
                given[field.swift] = self.expression(field.type, dict(values))
                values.clear()
                continue
            if field.is_ignored or field.only == "reply":
                # Not sent. A required field cannot be invented here.
                continue
            if field.wire in values:
                value = values.pop(field.wire)
                try:
                    given[field.swift] = self.field(field, value)
                except Misfit as misfit:
                    raise Misfit(f"{field.wire}: {misfit}") from None
        if values:
            raise Misfit(f"{owner} has no {', '.join(map(repr, values))}")
        labels = self.generated.arguments.get(name)
        if labels is None:
            raise Misfit(f"there is no Swift type {name}")
        missing = [label for label, has_default in labels if not has_default and label not in given]
        if missing:
            raise Misfit(f"{owner} cannot be made without {', '.join(missing)}, which the document does not require")
        # The value of a field without an argument in Swift would be lost.
        lost = set(given) - {label for label, _ in labels}
        if lost:
            raise Misfit(f"the initializer of {name} does not take {', '.join(lost)}")
        return f"{name}({', '.join(f'{escaped(label)}: {given[label]}' for label, _ in labels if label in given)})"

    def field(self, field, value):
        if value is None and field.is_nullable:
            return ".null" if field.is_optional else "nil"
        if value is None and field.type != ("named", "JSONValue"):
            raise Misfit("null cannot be said")
        expression = self.expression(field.type, value, field.format)
        return f".value({expression})" if field.is_nullable and field.is_optional else expression


def escaped(name):
    return name if re.fullmatch(r"\d+", name) else f"`{name}`"


def check(holds, type, value):
    if not holds:
        raise Misfit(f"{described(type)} cannot be {short(value)}")


def described(type):
    kind, inner = type
    if kind == "array":
        return f"[{described(inner)}]"
    if kind == "dictionary":
        return f"[String: {described(inner)}]"
    return inner if kind in ("named", "optional") else f"the {kind} {inner}"


def short(value):
    text = repr(value)
    return text if len(text) < 80 else text[:77] + "..."


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def scalar(name, value, format):
    type = ("named", name)
    if format == "string" and name != "Date":
        check(isinstance(value, str), type, value)
        value = float(value) if "." in value else int(value)
    if name in INTEGERS:
        least, most = INTEGERS[name]
        check(is_number(value) and value == int(value) and least <= value <= most, type, value)
        return str(int(value))
    if name in ("Double", "Float"):
        check(is_number(value), type, value)
        return repr(value)
    if name == "Decimal":
        check(is_number(value), type, value)
        return f"Decimal(string: {literal(repr(value))})!"
    if name == "Bool":
        check(isinstance(value, bool), type, value)
        return "true" if value else "false"
    if name == "JSONValue":
        return json_value(value)
    if name == "Date":
        return f"Date(timeIntervalSince1970: {seconds(value, format)!r})"
    check(isinstance(value, str), type, value)
    if name == "String":
        return literal(value)
    if name == "URL":
        return f"URL(string: {literal(value)})!"
    if name == "UUID":
        check(re.fullmatch(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", value), type, value)
        return f"UUID(uuidString: {literal(value)})!"
    if name == "Data":
        return f"bytes({literal(encoded_bytes(value))})"
    if name == "File":
        return f'HTTPFile(data: bytes({literal(base64.b64encode(value.encode()).decode())}), name: "file.bin")'
    raise Misfit(f"there is no type {name}")


def encoded_bytes(value):
    try:
        padded = value.replace("-", "+").replace("_", "/") + "=" * (-len(value) % 4)
        base64.b64decode(padded, validate=True)
        return padded
    except (binascii.Error, ValueError):
        raise Misfit(f"Data cannot be {short(value)}, which is not base64") from None


def seconds(value, format):
    scale = {"unix": 1, "milliseconds": 1e3, "microseconds": 1e6}.get(format)
    if scale:
        check(is_number(value), ("named", f"Date of format {format}"), value)
        return value / scale
    check(isinstance(value, str), ("named", "Date"), value)
    try:
        moment = datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
    except ValueError:
        raise Misfit(f"Date cannot be {short(value)}") from None
    if (format == "date") != (len(value) == 10):
        raise Misfit(f"Date of format {format or 'iso8601'} cannot be {short(value)}")
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=datetime.timezone.utc)
    return moment.timestamp()


def json_value(value):
    if value is None:
        return "JSONValue.null"
    if isinstance(value, bool):
        return f"JSONValue.bool({'true' if value else 'false'})"
    if is_number(value):
        return f"number({value!r})"
    if isinstance(value, str):
        return f"JSONValue.string({literal(value)})"
    if isinstance(value, list):
        return f"JSONValue.array([{', '.join(map(json_value, value))}])"
    members = ", ".join(f"{literal(name)}: {json_value(member)}" for name, member in value.items())
    return f"JSONValue.object([{members or ':'}])"
