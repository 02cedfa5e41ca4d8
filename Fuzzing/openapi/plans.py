"""Chooses the values and the reply for one call of an operation."""

import json

from arrived import IGNORED_HEADERS, text_of
from swift import Misfit, literal
from values import COOKIE, HEADER, JSON, NoValue, PATH, TEXT, WORDS

CONNECTION_HEADERS = {"content-type", "content-length", "content-encoding", "transfer-encoding", "connection"}
REDIRECTS = {300, 301, 302, 303, 305, 306, 307, 308}


def is_json(media):
    media = media.split(";")[0].strip().lower()
    return media == "application/json" or media.endswith("+json")


def text_of_param(param, value):
    if "content" in param:
        return json.dumps(value)
    return ",".join(map(text_of, value)) if isinstance(value, list) else text_of(value)


class Plan:
    """One call. `faults` are the errors before anything is sent."""

    def __init__(self, operation, endpoint, key, status, random):
        self.operation = operation
        self.endpoint = endpoint
        self.key = key
        self.status = status
        self.random = random
        self.faults = []
        self.params = {}
        self.credentials = {"query": [], "cookie": []}
        self.body_kind = None
        self.body_schema = {}
        self.body = None
        self.encoding = {}
        self.reply_headers = []
        self.reply_body = b""
        self.reply = None  # as a JSON value
        self.reply_schema = None
        self.reply_media = None
        self.example_errors = None  # None if the reply is not in the document
        self.arrived = None
        self.complaints = []
        self.stumbled = None
        self.outcome = None

    def __str__(self):
        return f"{self.operation} [{self.operation.id}] {self.key}"

    @property
    def is_success(self):
        return self.status < 400


def statuses(operation):
    """Returns a status for each reply in the document, except for redirects."""
    listed = {int(key) for key in operation.responses if key.isdigit()}
    has_success = any(key[0] == "2" for key in operation.responses)
    for key in operation.responses:
        if key.isdigit():
            status = int(key)
        elif key == "default":
            status = next(code for code in ([500, 502, 599] if has_success else [200]) if code not in listed)
        else:
            first = int(key[0]) * 100
            status = next(code for code in range(first + 18 if first == 400 else first, first + 99) if code not in listed)
        if 200 <= status and status not in REDIRECTS:
            yield key, status


class Planner:
    def __init__(self, document, specs, values, writer, random):
        self.document = document
        self.specs = specs
        self.values = values
        self.writer = writer
        self.random = random

    def plan(self, operation, endpoint, key, status):
        plan = Plan(operation, endpoint, key, status, self.random)
        for scheme in self.specs.auth.values():
            if isinstance(scheme, dict) and scheme.get("in") in plan.credentials:
                plan.credentials[scheme["in"]].append(str(scheme["name"]))
        given = {}
        for param in operation.params:
            if not (param["in"] == "header" and param["name"].lower() in IGNORED_HEADERS):
                self.fill_in(plan, param, given)
        self.fill_in_body(plan, given)
        name = f"{self.specs.client}.{endpoint.name}"
        try:
            plan.expression = self.writer.call(name, [], {}, f"the task {endpoint.name}", given)
        except Misfit as misfit:
            plan.expression = None
            # Values that could not be filled in are already reported.
            plan.faults = plan.faults or [str(misfit)]
        self.answer(plan)
        return plan

    # MARK: Params

    def fill_in(self, plan, param, given):
        place, name = param["in"], param["name"]
        if not param.get("required") and self.random.random() < 0.5:
            return
        if "content" in param:
            schema, where = next(iter(param["content"].values())).get("schema", {}), JSON
        else:
            schema = param.get("schema", {})
            explode = param.get("explode", param.get("style", "form") == "form" and place in ("query", "cookie"))
            is_list = self.document.flat(schema).get("type") == "array"
            where = WORDS if is_list and not explode else {"query": TEXT, "path": PATH, "cookie": COOKIE, "header": HEADER}[place]
        try:
            # Some documents use one schema for both a param and read-only values, which are ignored here.
            value = self.values.valid(schema, where, is_reply=True)
        except NoValue as error:
            if param.get("required"):
                raise NoValue(f"{place} {name}: {error}") from None
            return
        if value is None or value == {}:
            return
        if value == "" and place == "query" and not param.get("required") and not param.get("allowEmptyValue"):
            # In this case, empty text is not a valid value, even if `enum` lists it.
            return
        field = self.field(plan, param)
        try:
            if field is not None:
                if field.type == ("named", "String") and self.is_given_as_text(param, schema, value):
                    given[field.swift] = literal(text_of_param(param, value))
                else:
                    given[field.swift] = self.writer.field(field, value)
            elif isinstance(value, dict) and place == "query":
                for member, element in value.items():
                    self.fill_in_member(plan, member, element, given)
            else:
                raise Misfit("the task has no such param")
            plan.params[place, name] = value
        except Misfit as misfit:
            plan.faults.append(f"{place} {name}: {misfit}")

    def is_given_as_text(self, param, schema, value):
        """Whether its only possible type is the text that is sent, as for JSON, a list in a path, or one of several types."""
        if isinstance(value, str):
            return False
        kinds = self.document.flat(schema).get("type")
        return "content" in param or isinstance(value, (list, dict)) and param["in"] != "query" or not isinstance(kinds, str)

    def field(self, plan, param):
        place, name = param["in"], param["name"]
        if place == "path":
            order = [part.split("}")[0] for part in plan.operation.path.split("{")[1:]]
            variable = plan.endpoint.variables[order.index(name)] if name in order else None
            return next((field for field in plan.endpoint.params if field.key == variable), None)
        names = {name, name.removesuffix("[]")}
        if place == "header":
            names = {name.lower()}
        for field in plan.endpoint.params:
            wire = field.wire.lower() if place == "header" else field.wire
            if field.place == place and wire in names:
                return field
        return None

    def fill_in_member(self, plan, name, value, given):
        field = next((field for field in plan.endpoint.params if field.place == "query" and field.wire == name), None)
        if field is None:
            raise Misfit(f"the task has no such param, nor one for its member {name}")
        given[field.swift] = self.writer.field(field, value)

    # MARK: Bodies

    def fill_in_body(self, plan, given):
        endpoint, body = plan.endpoint, plan.operation.body
        members = [field for field in endpoint.params if field.place == "body"]
        has_body = endpoint.body is not None or members or endpoint.request_object
        if body is None or not body.get("content"):
            return
        if not has_body:
            schemas = [media.get("schema", {}) for media in body["content"].values()]
            if body.get("required") or any(self.document.flat(schema).get("properties") for schema in schemas):
                plan.faults.append(f"the task has no body, and the document has one of {', '.join(body['content'])}")
            plan.body_kind = "none"
            return
        kind, media = self.media(endpoint, body["content"])
        if media is None:
            plan.faults.append(f"the body of the task is {kind}, and the document has {', '.join(body['content'])}")
            return
        content = body["content"][media]
        plan.body_kind = kind
        plan.body_schema = content.get("schema", {})
        plan.encoding = content.get("encoding", {})
        is_optional = endpoint.body is not None and endpoint.body[0] == "optional"
        if is_optional and not body.get("required") and self.random.random() < 0.5:
            plan.body_kind = "none"
            return
        try:
            self.make_body(plan, members, media, given)
        except Misfit as misfit:
            plan.faults.append(f"body: {misfit}")

    def media(self, endpoint, contents):
        """Returns the kind of the task's body, and its media type in the document."""
        if endpoint.body is not None:
            type = endpoint.body[1] if endpoint.body[0] == "optional" else endpoint.body
            if type[1] in ("Data", "File", "String"):
                wanted = (endpoint.content_type or "").split(";")[0]
                found = [media for media in contents if media.split(";")[0] == wanted]
                if found and not is_json(found[0]):
                    return "text" if type[1] == "String" else "bytes", found[0]
                others = [media for media in contents if not is_json(media)]
                if type[1] != "String" or not wanted:
                    return "text" if type[1] == "String" else "bytes", next(iter(others), None)
            kinds = {"application/x-www-form-urlencoded": "form", "multipart/form-data": "multipart"}
            kind = kinds.get((endpoint.content_type or "").split(";")[0], "json")
        else:
            kind = endpoint.request
        matches = {
            "json": is_json,
            "form": lambda media: media.startswith("application/x-www-form-urlencoded"),
            "multipart": lambda media: media.startswith("multipart/"),
        }[kind]
        return kind, next((media for media in contents if matches(media)), None)

    def make_body(self, plan, members, media, given):
        endpoint = plan.endpoint
        if plan.body_kind in ("text", "bytes"):
            plan.body = self.random.choice(["a b&c/ü+%\n", "x" * 5000]).encode()
            text = literal(plan.body.decode())
            type = endpoint.body[1] if endpoint.body[0] == "optional" else endpoint.body
            of_file = f', contentType: "{media}"' if "*" not in media else ""
            given["body"] = {
                "String": text,
                "Data": f"Data({text}.utf8)",
                "File": f"HTTPFile(data: Data({text}.utf8){of_file})",
            }[type[1]]
            return
        value = self.values.valid(plan.body_schema, JSON if plan.body_kind == "json" else TEXT)
        while value is None and endpoint.body is None:  # a body with params cannot be null
            value = self.values.valid(plan.body_schema)
        plan.body = value
        if endpoint.body is not None:
            given["body"] = self.writer.expression(endpoint.body, value)
            return
        if not isinstance(value, dict):
            raise Misfit(f"the params of the task cannot be {value!r}")
        rest = dict(value)
        if endpoint.request_object:
            shape = self.specs.shapes[endpoint.request_object]
            name = f"{self.specs.client}.{shape.name}"
            own = {field.wire for field in members}
            inside = {key: rest.pop(key) for key in list(rest) if key not in own}
            label = self.writer.generated.arguments[f"{self.specs.client}.{endpoint.name}"][0][0]
            given[label] = self.writer.call(name, shape.fields, inside, f"the shape {shape.name}")
        for field in members:
            if field.wire in rest:
                try:
                    given[field.swift] = self.member(plan, field, rest.pop(field.wire))
                except Misfit as misfit:
                    raise Misfit(f"{field.wire}: {misfit}") from None
        if rest:
            raise Misfit(f"the task has no params {', '.join(map(repr, rest))}")

    def member(self, plan, field, value):
        innermost = field.type[1] if field.type[0] == "array" else field.type
        if plan.body_kind == "multipart" and innermost == ("named", "Data"):
            quoted = [f"Data({literal(text)}.utf8)" for text in (value if isinstance(value, list) else [value])]
            return f"[{', '.join(quoted)}]" if isinstance(value, list) else quoted[0]
        if plan.body_kind == "multipart" and field.type == ("named", "String") and isinstance(value, dict):
            return literal(json.dumps(value))
        return self.writer.field(field, value)

    # MARK: Replies

    def answer(self, plan):
        reply = plan.operation.responses[plan.key]
        for name, header in reply.get("headers", {}).items():
            header = self.document.resolved(header)
            if name.lower() not in CONNECTION_HEADERS and (header.get("required") or self.random.random() < 0.5):
                schema = header.get("schema", {})
                value = header.get("example")
                if value is None:
                    value = self.values.valid(schema, HEADER, is_reply=True, from_examples=True)
                parts = value if isinstance(value, list) else [value]
                texts = [json.dumps(part) if isinstance(part, bool) else str(part) for part in parts]
                plan.reply_headers.append((name, ", ".join(texts).encode("latin-1", "replace").decode("latin-1")))
        contents = reply.get("content", {})
        if not contents or plan.status in (204, 304):
            return
        media = next((media for media in contents if is_json(media)), None)
        media = media or next((media for media in contents if media.startswith("text/")), next(iter(contents)))
        plan.reply_media = media
        content = contents[media]
        schema = content.get("schema", {})
        plan.reply_headers.append(("Content-Type", media.replace("*", "plain")))
        if is_json(media):
            plan.reply_schema = schema
            plan.reply = self.example(plan, content, schema)
            plan.reply_body = json.dumps(plan.reply, ensure_ascii=self.random.random() < 0.5).encode()
        elif media.startswith("text/"):
            text = content.get("example", "a b&c/ü+%\n")
            plan.reply_body = (text if isinstance(text, str) else json.dumps(text)).encode()
        else:
            plan.reply_body = self.random.randbytes(2000)

    def example(self, plan, content, schema):
        """Returns the example of the reply in the document, or one that consists of the examples of its schema."""
        own = [content["example"]] if "example" in content else []
        for example in content.get("examples", {}).values():
            example = self.document.resolved(example)
            if "value" in example:
                own.append(example["value"])
        if not own:
            return self.values.valid(schema, JSON, is_reply=True, from_examples=True)
        example = self.random.choice(own)
        if isinstance(example, str) and self.document.flat(schema).get("type") not in ("string", None):
            try:
                example = json.loads(example)  # some documents contain it as a block of text
            except ValueError:
                pass
        plan.example_errors = self.document.errors(schema, example, is_reply=True)
        return example
