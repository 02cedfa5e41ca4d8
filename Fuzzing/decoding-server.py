#!/usr/bin/env python3
"""Reports the values that parsers read from each request, until its input ends.

    Fuzzing/run servers [COUNT [SEED]]

starts it and calls `server-check`, which knows the expected values. It listens on a free port of the loopback interface
and prints the URL. It uses the server of Werkzeug. Each reply is JSON with a list of lines for each parser. The lines have
the format of `server-check`, with text and bytes in hexadecimal.

- standard: Python's own urllib, json and email. Numbers in JSON are kept as they are written.
- werkzeug: the values in an application of Werkzeug, with orjson for JSON, because Werkzeug would use Python's own parser.
- yarl: only queries and forms. Werkzeug uses urllib for these; yarl has its own decoder.

In names in multipart bodies, `"` is sent as `%22`, as in browsers. Werkzeug decodes it, and the standard library does not,
so this script decodes it. Names do not contain a backslash, because parsers treat it differently.
"""

import email.message
import email.parser
import io
import json
import sys
import threading
from urllib.parse import parse_qsl, unquote_to_bytes

import orjson
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.wrappers import Request, Response
from yarl import URL

from canonical import Number, canonical

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
JSON = "application/json"


def line(kind, *values):
    return " ".join([kind, *(value.hex() if isinstance(value, bytes) else value.encode().hex() for value in values)])


# The standard library


def standard(environ, body):
    path, _, query = environ["REQUEST_URI"].partition("?")
    lines = [line("method", environ["REQUEST_METHOD"]), line("path", unquote_to_bytes(path))]
    if "HTTP_X_TRACE" in environ:
        lines.append(line("header", environ["HTTP_X_TRACE"].encode("latin-1")))
    lines += [line("query", *pair) for pair in strict_pairs(query)]
    content_type = environ.get("CONTENT_TYPE", "")
    if environ["REQUEST_METHOD"] == "GET":
        return lines
    if content_type == FORM:
        lines += [line("form", *pair) for pair in strict_pairs(body.decode("ascii"))]
    elif content_type.startswith(MULTIPART):
        lines += standard_parts(content_type, body)
    elif content_type.startswith(JSON):
        tree = json.loads(body.decode(), parse_int=Number, parse_float=Number, parse_constant=no_number)
        lines.append("json " + canonical(tree))
    else:
        lines.append(line("bytes", body))
    return lines


def strict_pairs(text):
    return parse_qsl(text, keep_blank_values=True, strict_parsing=bool(text), errors="strict")


def no_number(text):
    raise ValueError(f"{text} is not JSON")


def standard_parts(content_type, body):
    parser = email.parser.BytesFeedParser()
    parser.feed(f"Content-Type: {content_type}\r\n\r\n".encode())
    parser.feed(body)
    message = parser.close()
    # Without parts there is no text before the last boundary, which is a defect in mail.
    if body == f"--{message.get_boundary()}--\r\n".encode():
        return []
    if message.defects or message.preamble or message.epilogue:
        raise ValueError(f"{message.defects}, before {message.preamble!r}, behind {message.epilogue!r}")
    return [standard_part(part) for part in message.get_payload()]


def standard_part(part):
    if part.defects:
        raise ValueError(f"a part with {part.defects}")
    headers = {name: value.encode("ascii", "surrogateescape").decode() for name, value in part.raw_items()}
    # Decoded again, because headers of mail are ASCII.
    disposition = email.message.Message()
    disposition["Content-Disposition"] = headers.pop("Content-Disposition")
    params = dict(disposition.get_params(header="content-disposition"))
    params.pop("form-data")
    name = params.pop("name").replace("%22", '"')
    data = part.get_payload(decode=True)
    file_name = params.pop("filename", None)
    content_type = headers.pop("Content-Type", None)
    if params or headers:
        raise ValueError(f"{params} and {headers} in a part")
    if file_name is None:
        return line("field", name, data)
    return line("file", name, file_name.replace("%22", '"'), content_type, data)


# Werkzeug


class Loads:
    """Uses orjson instead of Python's json, so that numbers that are not finite are errors."""

    loads = staticmethod(orjson.loads)


class StrictRequest(Request):
    json_module = Loads
    max_form_memory_size = None
    max_form_parts = None


def werkzeug(environ, body):
    request = StrictRequest({**environ, "wsgi.input": io.BytesIO(body)})
    lines = [line("method", request.method), line("path", request.path)]
    if "X-Trace" in request.headers:
        lines.append(line("header", request.headers["X-Trace"].encode("latin-1")))
    lines += [line("query", *pair) for pair in request.args.items(multi=True)]
    if request.method == "GET":
        return lines
    if request.mimetype == FORM:
        lines += [line("form", *pair) for pair in request.form.items(multi=True)]
    elif request.mimetype == MULTIPART:
        lines += [line("field", *pair) for pair in request.form.items(multi=True)]
        for name, file in request.files.items(multi=True):
            lines.append(line("file", name, file.filename, file.content_type, file.read()))
    elif request.mimetype == JSON:
        lines.append("json " + canonical(request.get_json()))
    else:
        lines.append(line("bytes", request.get_data()))
    return lines


# yarl


def yarl(environ, body):
    query = environ["REQUEST_URI"].partition("?")[2]
    lines = [line("query", *pair) for pair in yarl_pairs(query)]
    if environ.get("CONTENT_TYPE") == FORM:
        lines += [line("form", *pair) for pair in yarl_pairs(body.decode("ascii"))]
    return lines


def yarl_pairs(text):
    return URL(f"http://h/?{text}", encoded=True).query.items()


# The server


@Request.application
def application(request):
    body = request.get_data(parse_form_data=False)
    views = {}
    for parser in (standard, werkzeug, yarl):
        try:
            views[parser.__name__] = parser(request.environ, body)
        except Exception as error:
            views[parser.__name__] = [f"{type(error).__name__}: {error}"]
    return Response(json.dumps(views), mimetype=JSON)


class QuietHandler(WSGIRequestHandler):
    def log_request(self, *_):
        pass


def main():
    # Bodies are nested up to the depth that can be sent.
    sys.setrecursionlimit(10_000)
    server = make_server("127.0.0.1", 0, application, threaded=True, request_handler=QuietHandler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
