"""The specs of a document: the parts of endpoints and shapes that are needed to fill in a task."""

import pathlib
import re
import urllib.parse

from document import without_variable_names, with_text_keys
from ruamel.yaml import YAML


def load_spec(path):
    """Reads a spec, in which single values are text, except whole numbers."""
    yaml = YAML(typ="safe")
    for kind in ("bool", "null", "float", "timestamp"):
        yaml.constructor.add_constructor(f"tag:yaml.org,2002:{kind}", lambda constructor, node: node.value)
    yaml.constructor.add_constructor(
        "tag:yaml.org,2002:int",
        lambda constructor, node: int(node.value) if re.fullmatch(r"0|-?[1-9][0-9]*", node.value) else node.value,
    )
    return with_text_keys(yaml.load(pathlib.Path(path)))


def parsed_type(written):
    """`[String: Int]?` as nested tuples: ("optional", ("dictionary", ("named", "Int")))."""
    if isinstance(written, list):  # `[Post]` without quotes is a list of one in YAML
        return ("array", parsed_type(written[0]))
    text = written.strip()
    if text.endswith("?"):
        return ("optional", parsed_type(text[:-1]))
    if text.startswith("["):
        inner = text[1:-1]
        key = re.match(r"\s*String\s*:", inner)
        return ("dictionary", parsed_type(inner[key.end() :])) if key else ("array", parsed_type(inner))
    return ("named", text)


def wire_name(name, separator):
    if separator == "keep":
        return name
    glue = {"underscore": "_", "hyphen": "-", "dot": "."}.get(separator, separator)
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "\0", name)
    return words.replace("\0", glue).lower()


class Field:
    """A field of a shape, or a param."""

    def __init__(self, key, written, separator):
        keys = written if isinstance(written, dict) else {"type": written}
        self.key = key
        self.type = parsed_type(keys["type"])
        self.is_optional = keys.get("optional") == "true" or self.type[0] == "optional"
        if self.type[0] == "optional":
            self.type = self.type[1]
        self.is_nullable = keys.get("nullable") == "true"
        self.wire = str(keys.get("wireName", wire_name(key, separator)))
        self.swift = keys.get("swiftName", key)
        self.format = keys.get("format")
        self.default = keys.get("default")
        self.only = keys.get("only")
        self.is_ignored = keys.get("ignored") == "true"
        self.place = keys.get("in")
        self.is_inline = keys.get("inline") == "true"


class Shape:
    def __init__(self, name, keys, separator):
        self.name = keys.get("swiftName", name)
        separator = keys.get("separator", separator)
        self.fields = [Field(key, field, separator) for key, field in keys.get("fields", {}).items()]
        cases = keys.get("enum")
        self.enum = None if cases is None else list(cases.values()) if isinstance(cases, dict) else cases
        self.is_closed = keys.get("closed") == "true"
        self.discriminator = keys.get("discriminator")
        listed = keys.get("oneOf")
        self.alternatives = None
        if listed is not None:
            pairs = listed.items() if isinstance(listed, dict) else [(str(type), type) for type in listed]
            self.alternatives = [alternative(value, keys) for value, keys in pairs]


def alternative(name, keys):
    """Returns the values of the discriminator for an alternative, and its type."""
    if not isinstance(keys, dict):
        return [str(name)], parsed_type(keys)
    values = keys.get("value", name)
    return [str(value) for value in (values if isinstance(values, list) else [values])], parsed_type(keys["type"])


class Endpoint:
    def __init__(self, name, keys, defaults, base_path):
        self.name = keys.get("swiftName", name)
        self.method = keys.get("method", "GET")
        separator = keys.get("separator", defaults.get("separator", "underscore"))
        self.request = keys.get("encoding", defaults.get("encoding", "form"))
        self.body = parsed_type(keys["body"]) if "body" in keys else None
        self.content_type = keys.get("contentType")
        self.request_object = keys.get("requestObject")
        self.params = [Field(key, param, separator) for key, param in keys.get("params", {}).items()]
        response = keys.get("response")
        headers = response.get("headers", {}) if isinstance(response, dict) else {}
        self.reply_headers = {Field(key, header, "hyphen").wire.lower() for key, header in headers.items()}
        path = urllib.parse.unquote(keys["uri"].split("?")[0])
        whole = re.match(r"https?://[^/]*", path)
        self.path = path[whole.end() :] if whole else base_path + "/" + path.removeprefix("/")
        if whole and not self.path.startswith("/"):
            self.path = "/" + self.path
        self.variables = re.findall(r"\{([^}]*)\}", path)
        for param in self.params:
            if param.place is None:
                param.place = self.usual_place(param)

    def usual_place(self, param):
        if param.key in self.variables:
            return "path"
        has_no_body = self.method in ("GET", "HEAD", "DELETE") or self.body is not None
        return "query" if has_no_body else "body"

    @property
    def route(self):
        return (self.method, without_variable_names(self.path))


class Specs:
    """All specs in a folder, which form one client."""

    def __init__(self, folder):
        files = [load_spec(path) for path in sorted(pathlib.Path(folder).rglob("*.nettask.yaml"))]
        if not files:
            raise SystemExit("the import wrote no spec")
        self.client = next(file["client"] for file in files if "client" in file)
        self.auth = {}
        self.base_url = None
        defaults = {}
        for file in files:
            self.auth.update(file.get("auth", {}))
            defaults.update(file.get("defaults", {}))
            if "baseURL" in file:
                base = file["baseURL"]
                self.base_url = next(iter(base.values())) if isinstance(base, dict) else base
        base_path = urllib.parse.urlsplit(self.base_url or "").path.rstrip("/")
        separator = defaults.get("separator", "underscore")
        self.shapes = {
            name: Shape(name, keys, separator) for file in files for name, keys in file.get("shapes", {}).items()
        }
        self.endpoints = [
            Endpoint(name, keys, defaults, base_path)
            for file in files
            for name, keys in file.get("endpoints", {}).items()
        ]
        self.base_path = base_path
