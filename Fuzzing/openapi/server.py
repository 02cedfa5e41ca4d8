"""The server on the loopback: it checks each request against the document with openapi-core, records it, and sends the planned reply."""

import http.server
import json
import re
import threading
import urllib.parse
import warnings

from openapi_core import Config, OpenAPI
from openapi_core.datatypes import RequestParameters
from werkzeug.datastructures import Headers, ImmutableMultiDict


class Arrived:
    """A received request, in the form that openapi-core requires."""

    def __init__(self, handler, body):
        self.origin = handler.headers.get("X-Check-Origin", "")
        self.raw_path, _, self.raw_query = handler.path.partition("?")
        self.method = handler.command.lower()
        self.headers = Headers(handler.headers.items())
        self.raw_body = body
        self.variables = {}
        self.path_matches = False
        cookie = self.headers.get("Cookie", "")
        pairs = [pair.partition("=") for pair in cookie.split("; ") if pair]
        self.cookies = [(name, urllib.parse.unquote(value)) for name, _, value in pairs]
        query = urllib.parse.parse_qsl(self.raw_query, keep_blank_values=True)
        # The members that openapi-core requires.
        self.host_url = self.origin
        self.path = self.raw_path
        self.content_type = self.headers.get("Content-Type", "")
        self.body = body or None
        self.parameters = RequestParameters(
            query=ImmutableMultiDict(query), header=self.headers, cookie=ImmutableMultiDict(self.cookies)
        )

    def match(self, operation):
        """Finds the variables of the path for openapi-core, which would end a variable at a `/`."""
        template = re.split(r"(\{[^}]*\})", operation.path)
        for origin, base in operation.bases():
            pattern = "".join(
                "([^/]*)" if part.startswith("{") else re.escape(urllib.parse.quote(part, safe="/:@!$&'()*+,;=-._~"))
                for part in template
            )
            found = re.fullmatch(re.escape(base) + pattern, self.raw_path)
            if found and origin in ("", self.origin):
                names = [part[1:-1] for part in template if part.startswith("{")]
                self.variables = dict(zip(names, found.groups()))
                raw = iter(found.groups())
                self.path = base + "".join(next(raw) if part.startswith("{") else part for part in template)
                self.parameters.path = {
                    name: urllib.parse.unquote(value) for name, value in self.variables.items()
                }
                self.path_matches = True
                return


class Server:
    """`plans` contains the calls by number. The server sets `arrived` and `complaints` of each call."""

    def __init__(self, document, plans):
        warnings.simplefilter("ignore")  # openapi-core warns about each unknown security scheme
        medias = {media for operation in document.operations if operation.body for media in operation.body["content"]}
        readers = {media: json.loads for media in medias if media.endswith("+json")}
        config = Config(spec_validator_cls=None, extra_media_type_deserializers=readers)
        self.openapi = OpenAPI.from_dict(document.root, config=config)
        self.plans = plans
        self.lock = threading.Lock()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                outer.answer(self)

            def log_message(self, *arguments):
                pass

        for method in ("GET", "PUT", "POST", "DELETE", "HEAD", "PATCH"):
            setattr(Handler, f"do_{method}", Handler.handle_any)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, handler):
        arrived = Arrived(handler, read_body(handler))
        plan = self.plans[int(handler.headers["X-Check-Call"])]
        arrived.match(plan.operation)
        with self.lock:
            plan.arrived = arrived
            try:
                errors = self.openapi.iter_request_errors(arrived)
                plan.complaints = [described(error) for error in errors]
                if arrived.path_matches and plan.complaints and plan.complaints[0].startswith("ServerNotFound"):
                    plan.stumbled = plan.complaints.pop()  # it ignores the servers of paths and operations
            except Exception as error:  # it fails for some documents
                plan.stumbled = f"{type(error).__name__}: {error}"
        handler.send_response(plan.status)
        for name, value in plan.reply_headers:
            handler.send_header(name, value)
        if plan.status not in (204, 304):
            handler.send_header("Content-Length", str(len(plan.reply_body)))
        handler.end_headers()
        if handler.command != "HEAD" and plan.status not in (204, 304):
            handler.wfile.write(plan.reply_body)

    def close(self):
        self.server.shutdown()


def read_body(handler):
    if handler.headers.get("Transfer-Encoding", "").lower() == "chunked":
        body = b""
        while True:
            size = int(handler.rfile.readline().split(b";")[0], 16)
            body += handler.rfile.read(size)
            handler.rfile.readline()
            if size == 0:
                return body
    return handler.rfile.read(int(handler.headers.get("Content-Length", 0)))


def described(error):
    """An error of openapi-core, with its causes."""
    texts = [f"{type(error).__name__}: {str(error)[:200]}"]
    for cause in (error.__cause__, *getattr(error.__cause__, "schema_errors", [])):
        if cause is not None:
            texts.append(str(getattr(cause, "message", cause))[:200])
    return " / ".join(dict.fromkeys(texts))
