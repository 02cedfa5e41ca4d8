"""The parts of an OpenAPI document that the check needs. The document is one file, and is read without the code of NetTask."""

import pathlib
import re
import urllib.parse

import openapi_schema_validator as schemas
import referencing
import referencing.jsonschema
from ruamel.yaml import YAML

METHODS = ["get", "put", "post", "delete", "head", "patch"]


def load_yaml(path):
    """Reads YAML 1.2. Values that look like dates are text, as in JSON."""
    yaml = YAML(typ="safe")
    yaml.allow_duplicate_keys = True
    tag = "tag:yaml.org,2002:timestamp"
    yaml.constructor.add_constructor(tag, lambda constructor, node: constructor.construct_scalar(node))
    return with_text_keys(yaml.load(pathlib.Path(path)))


def with_text_keys(value):
    if isinstance(value, dict):
        return {str(key): with_text_keys(member) for key, member in value.items()}
    if isinstance(value, list):
        return [with_text_keys(element) for element in value]
    return value


def without_variable_names(path):
    return re.sub(r"\{[^}]*\}", "{}", path)


class Operation:
    def __init__(self, document, method, path, item, node):
        self.method = method.upper()
        self.path = path
        self.id = node.get("operationId", "")
        own = [document.resolved(param) for param in node.get("parameters", [])]
        names = {(param["in"], param["name"]) for param in own}
        shared = [document.resolved(param) for param in item.get("parameters", [])]
        self.params = [param for param in shared if (param["in"], param["name"]) not in names] + own
        self.body = document.resolved(node["requestBody"]) if "requestBody" in node else None
        self.responses = {key: document.resolved(reply) for key, reply in node.get("responses", {}).items()}
        self.security = node.get("security", document.root.get("security", []))
        self.servers = node.get("servers") or item.get("servers") or document.root.get("servers") or [{"url": "/"}]

    def __str__(self):
        return f"{self.method} {self.path}"

    @property
    def template(self):
        """Returns the path with the characters that the styles of its params add: `;matrix={matrix}`, `.{label}`."""
        template = self.path
        for param in self.params:
            mark = {"label": ".", "matrix": f";{param['name']}="}.get(param.get("style")) if param["in"] == "path" else None
            if mark:
                template = template.replace("{" + param["name"] + "}", mark + "{" + param["name"] + "}")
        return template

    def bases(self):
        """Returns the origins and paths of its servers."""
        for server in self.servers:
            variables = server.get("variables", {})
            url = re.sub(r"\{([^}]*)\}", lambda found: str(variables[found[1]]["default"]), server["url"])
            parts = urllib.parse.urlsplit(url)
            yield (f"{parts.scheme}://{parts.netloc}" if parts.netloc else "", parts.path.rstrip("/"))


class Document:
    def __init__(self, path):
        self.root = load_yaml(path)
        self.is_3_0 = self.root["openapi"].startswith("3.0")
        # Fragments are validated by themselves, so that their references name the document.
        absolute = with_absolute_references(self.root)
        dialect = referencing.jsonschema.DRAFT4 if self.is_3_0 else referencing.jsonschema.DRAFT202012
        resource = referencing.Resource(contents=absolute, specification=dialect)
        self.registry = referencing.Registry().with_resource("urn:document", resource)
        self.operations = [
            Operation(self, method, path, item, item[method])
            for path, item in ((path, self.resolved(item)) for path, item in self.root["paths"].items() if path[0] == "/")
            for method in METHODS
            if method in item
        ]

    def resolved(self, node):
        """Returns the node, or the target of its reference merged with the keys beside the reference."""
        seen = set()
        while isinstance(node, dict) and isinstance(node.get("$ref"), str):
            reference = node["$ref"]
            if reference in seen or not reference.startswith("#/"):
                raise ValueError(f"cannot follow {reference}")
            seen.add(reference)
            target = self.root
            for part in reference[2:].split("/"):
                target = target[part.replace("~1", "/").replace("~0", "~")]
            beside = {} if self.is_3_0 else {key: value for key, value in node.items() if key != "$ref"}
            node = {**target, **beside} if isinstance(target, dict) else target
        return node

    def flat(self, schema, depth=0):
        """Returns the schema with resolved references and a merged `allOf`."""
        schema = self.resolved(schema)
        if not isinstance(schema, dict) or "allOf" not in schema or depth > 20:
            return schema if isinstance(schema, dict) else {}
        merged = {key: value for key, value in schema.items() if key != "allOf"}
        for part in schema["allOf"]:
            part = self.flat(part, depth + 1)
            for key, value in part.items():
                if key == "properties":
                    mine = merged.get("properties", {})
                    both = {name: {"allOf": [mine[name], value[name]]} for name in mine if name in value}
                    merged["properties"] = {**mine, **value, **both}
                elif key == "required":
                    merged["required"] = list(dict.fromkeys(merged.get("required", []) + value))
                elif key == "enum" and "enum" in merged:
                    merged["enum"] = [case for case in merged["enum"] if case in value]
                elif key in ("oneOf", "anyOf") and key in merged:
                    pass  # One of the two suffices for the selection, because the result is validated.
                else:
                    merged.setdefault(key, value)
        return merged

    def errors(self, schema, value, is_reply):
        """Returns the reasons why a value violates a schema, as at most three short messages."""
        if self.is_3_0:
            kind = schemas.OAS30ReadValidator if is_reply else schemas.OAS30WriteValidator
            checker = schemas.oas30_format_checker
        else:
            kind, checker = schemas.OAS31Validator, schemas.oas31_format_checker
        validator = kind(with_absolute_references(schema), registry=self.registry, format_checker=checker)
        found = []
        for error in validator.iter_errors(value):
            found.append(f"{'/'.join(map(str, error.absolute_path)) or 'all of it'}: {error.message[:160]}")
            if len(found) == 3:
                break
        return found


def with_absolute_references(node):
    if isinstance(node, dict):
        return {
            key: "urn:document" + value
            if key == "$ref" and isinstance(value, str) and value.startswith("#")
            else with_absolute_references(value)
            for key, value in node.items()
        }
    if isinstance(node, list):
        return [with_absolute_references(element) for element in node]
    return node
