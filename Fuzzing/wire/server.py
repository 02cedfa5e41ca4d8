"""The server on the loopback: it reads forms like Rack, and applies patches by RFC 7396."""

import copy
import http.server
import json
import re
import threading
import urllib.parse

# The resource that is patched.
DEPLOYMENT = {
    "metadata": {"name": "web", "labels": {"app": "web", "tier": "front"}},
    "spec": {"replicas": 2, "paused": True, "strategy": {"type": "RollingUpdate", "maxSurge": 1}},
}


def store(params, name, value):
    """Stores a value at the place in its name, by the rules of Rack::QueryParser."""
    key, after = re.match(r"[\[\]]*([^\[\]]+)\]*(.*)", name, re.DOTALL).groups()
    if not after:
        params[key] = value
    elif after == "[]":
        of_kind(list, params, key).append(value)
    elif child := re.match(r"\[\]\[([^\[\]]+)\]$", after) or re.match(r"\[\](.+)$", after):
        elements = of_kind(list, params, key)
        if not elements or has(elements[-1], child[1]):
            elements.append({})
        store(elements[-1], child[1], value)
    else:
        store(of_kind(dict, params, key), after, value)


def of_kind(kind, params, key):
    if not isinstance(params.setdefault(key, kind()), kind):
        raise TypeError(f"expected {kind.__name__} for param `{key}`")
    return params[key]


def has(params, name):
    for key in filter(None, re.split(r"[\[\]]+", name)):
        if not isinstance(params, dict) or key not in params:
            return False
        params = params[key]
    return True


def lists(value):
    """A hash with the keys 0, 1, … is a list, as in Rails' nested attributes and in Stripe's API."""
    if isinstance(value, list):
        return [lists(element) for element in value]
    if not isinstance(value, dict):
        return value
    members = {key: lists(member) for key, member in value.items()}
    is_numbered = members and list(members) == [str(index) for index in range(len(members))]
    return list(members.values()) if is_numbered else members


def nested(text):
    params = {}
    for name, value in urllib.parse.parse_qsl(text, keep_blank_values=True, strict_parsing=bool(text)):
        store(params, name, value)
    return lists(params)


def merged(target, patch):
    """RFC 7396, section 2."""
    if not isinstance(patch, dict):
        return patch
    target = target if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            target.pop(name, None)
        else:
            target[name] = merged(target.get(name), value)
    return target


def understood(method, content_type, body):
    """The result of a body: the params of a form, or the deployment after a patch."""
    if method == "GET":
        return None
    if content_type == "application/x-www-form-urlencoded":
        return nested(body.decode())
    if content_type.startswith("application/merge-patch+json"):
        return merged(copy.deepcopy(DEPLOYMENT), json.loads(body))
    raise TypeError(f"a body of {content_type!r} has an unsupported content type")


class Server:
    """`arrived` are the requests in their order: method, path, query and what was read from the body."""

    def __init__(self):
        self.arrived = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                outer.answer(self)

            def log_message(self, *arguments):
                pass

        for method in ("GET", "POST", "PATCH"):
            setattr(Handler, f"do_{method}", Handler.handle_any)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, handler):
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        path, _, query = handler.path.partition("?")
        status, found = 200, None
        try:
            found = understood(handler.command, handler.headers.get("Content-Type", ""), body)
            self.arrived.append((handler.command, path, nested(query), found))
        except (TypeError, ValueError) as error:
            status, found = 400, {"error": str(error)}
            self.arrived.append((handler.command, path, query, f"{error}: {body!r}"))
        reply = json.dumps(found or {}).encode()
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(reply)))
        handler.end_headers()
        handler.wfile.write(reply)
