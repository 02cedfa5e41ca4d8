"""Compares a received request with the values of its task."""

import email
import email.policy
import json
import re
import urllib.parse

IGNORED_HEADERS = {"accept", "content-type", "authorization"}  # required by OpenAPI


def text_of(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def same_text(expected, got):
    """Whether text represents a value. Numbers may have any form, and UUIDs may have capitals."""
    if got == text_of(expected):
        return True
    if isinstance(expected, (int, float)) and not isinstance(expected, bool):
        try:
            return float(got) == float(expected)
        except ValueError:
            return False
    return is_uuid(expected) and got.lower() == expected.lower()


def is_uuid(value):
    return isinstance(value, str) and re.fullmatch(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", value)


def same_texts(expected, got):
    return len(expected) == len(got) and all(map(same_text, expected, got))


class Comparison:
    """The differences are in `faults`, one line for each."""

    def __init__(self, document, plan):
        self.document = document
        self.plan = plan
        self.arrived = plan.arrived
        self.faults = []
        self.compare()

    def compare(self):
        if self.arrived.method.upper() != self.plan.operation.method:
            self.faults.append(f"the method was {self.arrived.method}")
        if not self.arrived.path_matches:
            self.faults.append(f"it went to {self.arrived.origin}{self.arrived.raw_path}")
        raw = [pair.partition("=") for pair in self.arrived.raw_query.split("&") if pair]
        query = [(urllib.parse.unquote_plus(name), value) for name, _, value in raw]
        known = {"query": set(self.plan.credentials["query"]), "cookie": set(self.plan.credentials["cookie"])}
        for param in self.plan.operation.params:
            place, name = param["in"], param["name"]
            got = self.received(param, query, known)
            if (place, name) in self.plan.params:
                expected = self.plan.params[place, name]
                if not self.is_same(param, expected, got):
                    self.faults.append(f"{place} {name}: sent {expected!r}, arrived {got!r}")
            elif got is not None and not (place == "header" and name.lower() in IGNORED_HEADERS):
                default = self.document.flat(param.get("schema", {})).get("default")
                if default is None or not self.is_same(param, default, got):
                    self.faults.append(f"{place} {name}: not filled in, arrived {got!r}")
        for name in {name for name, _ in query} - known["query"]:
            self.faults.append(f"query {name!r} is not of the document")
        for name in {name for name, _ in self.arrived.cookies} - known["cookie"]:
            self.faults.append(f"cookie {name!r} is not of the document")
        self.compare_body()

    def received(self, param, query, known):
        """Returns the raw text of a received param, or None if it is missing."""
        place, name = param["in"], param["name"]
        if place == "path":
            return self.arrived.variables.get(name)
        if place == "header":
            return self.arrived.headers.get(name)
        if place == "cookie":
            known["cookie"].add(name)
            return [value for key, value in self.arrived.cookies if key == name] or None
        schema = self.document.flat(param.get("schema", {}))
        if param.get("style") == "deepObject":
            names = {key for key, _ in query if key.startswith(name + "[")}
        elif is_object(schema) and param.get("explode", True) and "content" not in param:
            names = set(schema.get("properties", {}))
            if isinstance(schema.get("additionalProperties"), (dict, bool)) and (place, name) in self.plan.params:
                names |= set(self.plan.params[place, name])
        else:
            names = {name}
        known["query"] |= names
        return [(key, value) for key, value in query if key in names] or None

    def is_same(self, param, expected, got):
        place = param["in"]
        if got is None:
            return expected in ([], {})
        if "content" in param:
            text = got if isinstance(got, str) else got[0][1]
            return same_json(self.document, {}, expected, json.loads(urllib.parse.unquote_plus(text)), "") == []
        if place == "query":
            return self.is_same_query(param, expected, got)
        if place == "path":
            prefix = {"label": ".", "matrix": f";{param['name']}="}.get(param.get("style"), "")
            if not got.startswith(prefix):
                return False
            parts = got[len(prefix) :].split(",") if isinstance(expected, list) else [got[len(prefix) :]]
            return same_texts(listed(expected), [urllib.parse.unquote(part) for part in parts])
        if place == "header":
            parts = [part.strip() for part in got.split(",")] if isinstance(expected, list) else [got]
            return same_texts(listed(expected), parts)
        explode = param.get("explode", True)
        parts = got if explode or not isinstance(expected, list) else got[0].split(",")
        return same_texts(listed(expected), parts)

    def is_same_query(self, param, expected, got):
        values = [value for _, value in got]
        unquoted = [urllib.parse.unquote_plus(value) for value in values]
        style = param.get("style", "form")
        if isinstance(expected, list):
            if param.get("explode", style == "form"):
                return same_texts(expected, unquoted)
            if len(values) != 1:
                return False
            mark = {"form": ",", "spaceDelimited": r"%20|\+", "pipeDelimited": r"%7C|\|"}[style]
            return same_texts(expected, [urllib.parse.unquote_plus(part) for part in re.split(mark, values[0])])
        if isinstance(expected, dict):
            prefix = param["name"] if style == "deepObject" else None
            wanted = [
                (f"{prefix}[{name}]" if prefix else name, element)
                for name, value in expected.items()
                for element in listed(value)
            ]
            arrived = [(re.sub(r"\[\]$", "", name), value) for (name, _), value in zip(got, unquoted)]
            return sorted(name for name, _ in wanted) == sorted(name for name, _ in arrived) and all(
                any(name == key and same_text(element, value) for key, value in arrived) for name, element in wanted
            )
        return same_texts([expected], unquoted)

    def compare_body(self):
        kind, schema, expected = self.plan.body_kind, self.plan.body_schema, self.plan.body
        body = self.arrived.raw_body
        if kind is None:
            if body:
                self.faults.append(f"a body arrived that the document does not have: {body[:80]!r}")
            return
        try:
            if kind == "none":
                if body:
                    self.faults.append(f"no body was filled in, arrived {body[:80]!r}")
            elif kind == "json":
                self.faults += same_json(self.document, schema, expected, json.loads(body), "body")
            elif kind == "form":
                self.compare_form(schema, expected, body.decode())
            elif kind == "multipart":
                self.compare_multipart(schema, expected, body)
            elif body != expected:
                self.faults.append(f"body: sent {expected[:80]!r}, arrived {body[:80]!r}")
        except ValueError as error:
            self.faults.append(f"the body cannot be read: {error}: {body[:80]!r}")

    def compare_form(self, schema, expected, text):
        raw = [pair.partition("=") for pair in text.split("&") if pair]
        pairs = [(urllib.parse.unquote_plus(name), value) for name, _, value in raw]
        for name, value in expected.items():
            param = {"name": name, "in": "query", **self.plan.encoding.get(name, {})}
            got = [(key, text) for key, text in pairs if key == name] or None
            if not self.is_same(param, value, got):
                self.faults.append(f"form {name}: sent {value!r}, arrived {got!r}")
        self.complain_of_others(schema, expected, {name for name, _ in pairs})

    def compare_multipart(self, schema, expected, body):
        head = f"Content-Type: {self.arrived.content_type}\r\n\r\n".encode()
        message = email.message_from_bytes(head + body, policy=email.policy.HTTP)
        parts = [
            (part.get_param("name", header="Content-Disposition"), part)
            for part in (message.iter_parts() if message.is_multipart() else [])
        ]
        for name, value in expected.items():
            got = [part for key, part in parts if key == name]
            wanted = listed(value)
            if len(got) != len(wanted):
                self.faults.append(f"part {name}: sent {len(wanted)} times, arrived {len(got)} times")
            for element, part in zip(wanted, got):
                payload = part.get_payload(decode=True)
                if isinstance(element, dict):
                    same = same_json(self.document, {}, element, json.loads(payload), "") == []
                else:
                    same = same_text(element, payload.decode())
                if not same:
                    self.faults.append(f"part {name}: sent {element!r}, arrived {payload[:80]!r}")
        self.complain_of_others(schema, expected, {name for name, _ in parts})

    def complain_of_others(self, schema, expected, names):
        properties = self.document.flat(schema).get("properties", {})
        for name in names - set(expected):
            if "default" not in self.document.flat(properties.get(name, {})):
                self.faults.append(f"{name!r} was not filled in and is in the body")


def listed(value):
    return value if isinstance(value, list) else [value]


def is_object(schema):
    return schema.get("type") == "object" or "properties" in schema


def same_json(document, schema, expected, got, place):
    """Returns the differences between two values. An additional member with the default of its schema is not a difference."""
    if isinstance(expected, dict) and isinstance(got, dict):
        faults = []
        for name, value in expected.items():
            if name not in got:
                faults.append(f"{place}.{name}: sent {value!r}, did not arrive")
                continue
            members = member_schemas(document, schema, name)
            faults += same_json(document, {"anyOf": members}, value, got[name], f"{place}.{name}")
        for name in set(got) - set(expected):
            defaults = [document.flat(member).get("default") for member in member_schemas(document, schema, name)]
            if got[name] not in [default for default in defaults if default is not None]:
                faults.append(f"{place}.{name}: not filled in, arrived {got[name]!r}")
        return faults
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        items = [part["items"] for part in branches(document, schema) if "items" in part]
        return [
            fault
            for index, pair in enumerate(zip(expected, got))
            for fault in same_json(document, {"anyOf": items}, *pair, f"{place}[{index}]")
        ]
    if isinstance(expected, bool) == isinstance(got, bool) and expected == got:
        return []
    if is_uuid(expected) and isinstance(got, str) and got.lower() == expected.lower():
        return []
    return [f"{place}: sent {expected!r}, arrived {got!r}"]


def branches(document, schema, depth=0):
    """Returns the schema and all of its alternatives in `oneOf` and `anyOf`."""
    schema = document.flat(schema)
    found = [schema]
    if depth < 8:
        for branch in schema.get("oneOf", []) + schema.get("anyOf", []):
            found += branches(document, branch, depth + 1)
    return found


def member_schemas(document, schema, name):
    members = []
    for branch in branches(document, schema):
        if name in branch.get("properties", {}):
            members.append(branch["properties"][name])
        elif isinstance(branch.get("additionalProperties"), dict):
            members.append(branch["additionalProperties"])
    return members
