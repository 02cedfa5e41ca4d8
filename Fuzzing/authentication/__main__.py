"""Sends calls of Okta, Adyen and Stripe with each of their kinds of credentials, by generated Swift and by `nettask call`, and
compares what a server on the loopback receives with the documentation of these services.

    authentication NETTASK FOLDER

NETTASK is the command, built with the trait Tools. FOLDER is the folder of `corpus-fetch`.
"""

import base64
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE.parent / ".build" / "authentication"
# Shared with the check `openapi`, to build the runtime once.
PACKAGE = HERE.parent / ".build" / "openapi" / "package"

# The client, its document, and the operations that are called.
DOCUMENTS = [
    ("Okta", "okta+okta-management-openapi-spec+dist+2026.03.0+management-oneOfInheritance.yaml", ["listUsers"]),
    ("Adyen", "Adyen+adyen-openapi+json+CheckoutService-v72.json", ["post-paymentMethods", "get-storedPaymentMethods"]),
    ("Stripe", "stripe+openapi+openapi+spec3.json", ["GetBalance"]),
]

BALANCE = {"object": "balance", "available": [], "pending": [], "livemode": False}
TOKEN = {"token_type": "Bearer", "expires_in": 3600, "access_token": "eyJraWQ", "scope": "okta.users.read"}
REPLIES = {
    "/oauth2/v1/token": TOKEN,
    "/api/v1/users": [],
    "/v72/paymentMethods": {},
    "/v72/storedPaymentMethods": {},
    "/v1/balance": BALANCE,
}
# A request may have no others of these.
CREDENTIALS = ("Authorization", "X-API-Key", "Cookie")


def basic(user, password):
    return {"Authorization": "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()}


class Call:
    """A request that the server must receive: its origin and path, its credentials, and the form of a request for a token."""

    def __init__(self, target, credentials, form=None):
        self.origin, self.path = target
        self.expected = (self.path, credentials, form)


OKTA, ADYEN, STRIPE = "https://subdomain.okta.com", "https://checkout-test.adyen.com", "https://api.stripe.com"
USERS, LOGIN = (OKTA, "/api/v1/users"), (OKTA, "/oauth2/v1/token")
METHODS, STORED, BALANCES = (ADYEN, "/v72/paymentMethods"), (ADYEN, "/v72/storedPaymentMethods"), (STRIPE, "/v1/balance")

# https://developer.okta.com/docs/reference/core-okta-api/#authentication
SSWS = {"Authorization": "SSWS 00QCjAl4MlV"}
BEARER = {"Authorization": "Bearer eyJraWQ"}
# https://developer.okta.com/docs/api/openapi/okta-oauth/guides/client-auth: `client_secret_basic`
CODE = {"grant_type": "authorization_code", "code": "P5I7mdxxdv13", "redirect_uri": "app://login", "code_verifier": "M25iVXpK"}
REFRESH = {"grant_type": "refresh_token", "refresh_token": "MIOf-U1zQbyf"}
CLIENT = basic("0oabucvy", "s3cret")
# https://docs.adyen.com/development-resources/api-authentication
USER = basic("ws@Company.Test", "p:w ä")
KEY = {"X-API-Key": "AQEyhmfx"}
# https://docs.stripe.com/api/authentication: the key is the name of the user, and the password is empty.
SECRET_KEY = basic("sk_test_4eC39", "")
BEARER_KEY = {"Authorization": "Bearer sk_test_4eC39"}

# In the order of Calls.swift.
CALLS = [
    Call(USERS, SSWS),
    Call(LOGIN, CLIENT, CODE),
    Call(USERS, BEARER),
    Call(METHODS, USER),
    Call(STORED, KEY),
    Call(BALANCES, SECRET_KEY),
    Call(BALANCES, BEARER_KEY),
]

# Arguments and variables of `nettask call`, with the requests that follow.
COMMANDS = [
    ("Okta", "ListUsers", {"API_TOKEN": "SSWS 00QCjAl4MlV"}, [Call(USERS, SSWS)]),
    (
        "Okta",
        "ListUsers",
        {"OAUTH2_CLIENT_ID": "0oabucvy", "OAUTH2_CLIENT_SECRET": "s3cret", "OAUTH2_REFRESH_TOKEN": "MIOf-U1zQbyf"},
        [Call(LOGIN, CLIENT, REFRESH), Call(USERS, BEARER)],
    ),
    ("Okta", "ListUsers", {"OAUTH2": "eyJraWQ"}, [Call(USERS, BEARER)]),
    ("Adyen", "GetStoredPaymentMethods", {"BASIC_AUTH": "ws@Company.Test:p:w ä"}, [Call(STORED, USER)]),
    ("Adyen", "GetStoredPaymentMethods", {"API_KEY_AUTH": "AQEyhmfx"}, [Call(STORED, KEY)]),
    ("Stripe", "GetBalance", {"BASIC_AUTH": "sk_test_4eC39:"}, [Call(BALANCES, SECRET_KEY)]),
    ("Stripe", "GetBalance", {"BEARER_AUTH": "sk_test_4eC39"}, [Call(BALANCES, BEARER_KEY)]),
]


class Server:
    """`arrived` are the requests in their order, as `Call.expected`, and `origins` their origins."""

    def __init__(self):
        self.arrived, self.origins = [], []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                outer.answer(self)

            do_POST = do_GET

            def log_message(self, *arguments):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def answer(self, handler):
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0))).decode()
        path = handler.path.split("?")[0]
        is_form = handler.headers.get("Content-Type") == "application/x-www-form-urlencoded"
        credentials = {name: handler.headers[name] for name in CREDENTIALS if name in handler.headers}
        self.arrived.append((path, credentials, dict(urllib.parse.parse_qsl(body)) if is_form else None))
        self.origins.append(handler.headers.get("X-Check-Origin"))
        reply = json.dumps(REPLIES.get(path)).encode()
        handler.send_response(200 if path in REPLIES else 404)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(reply)))
        handler.end_headers()
        handler.wfile.write(reply)

    def judge(self, way, calls, has_origins=False):
        """Compares the requests since the last comparison with calls. Returns how many differ."""
        expected = [call.expected for call in calls]
        pairs = zip(expected + [None] * len(self.arrived), self.arrived + [None] * len(expected))
        different = [(wanted, arrived) for wanted, arrived in pairs if wanted != arrived]
        if has_origins:
            origins = [call.origin for call in calls]
            different += [pair for pair in zip(origins, self.origins) if pair[0] != pair[1]]
        for wanted, arrived in different:
            print(f"{way}: the server received\n    {arrived}\nexpected\n    {wanted}")
        self.arrived.clear()
        self.origins.clear()
        return len(different)


def run(*command, **options):
    result = subprocess.run([str(part) for part in command], text=True, capture_output=True, **options)
    if result.returncode:
        raise SystemExit(f"{' '.join(map(str, command[:4]))} … failed:\n{(result.stdout + result.stderr)[-3000:]}")
    return result.stdout


def write_package(nettask, documents):
    swift, driver = PACKAGE / "Sources" / "Imported", PACKAGE / "Sources" / "driver"
    shutil.rmtree(FOLDER, ignore_errors=True)
    shutil.rmtree(driver, ignore_errors=True)
    for folder in (FOLDER, swift, driver):
        folder.mkdir(parents=True, exist_ok=True)
    for client, document, operations in DOCUMENTS:
        chosen = [argument for operation in operations for argument in ("--operation", operation)]
        run(nettask, "import", documents / document, "--client", client, "--output", FOLDER / client, *chosen)
    run(nettask, "generate", FOLDER, "--output", swift, "--access", "public", "--prune")
    shutil.copy(HERE.parent / "openapi" / "package" / "Package.swift", PACKAGE)
    shutil.copy(HERE.parent / "openapi" / "package" / "Driver.swift", driver)
    shutil.copy(HERE / "Calls.swift", driver / "Main.swift")


def main(nettask, documents):
    write_package(nettask, pathlib.Path(documents))
    server, failed = Server(), 0
    for client, endpoint, variables, calls in COMMANDS:
        base_path = "/v72" if client == "Adyen" else ""
        url = ["--base-url", f"http://127.0.0.1:{server.port}{base_path}"]
        environment = {**os.environ, **{f"NETTASK_{name}": value for name, value in variables.items()}}
        run(nettask, "call", FOLDER / client, endpoint, *url, env=environment, timeout=60)
        failed += server.judge(f"{client}.{endpoint} by nettask call, with {', '.join(variables)}", calls)
    run("swift", "build", "--package-path", PACKAGE, "--product", "driver")
    lines = run(PACKAGE / ".build" / "debug" / "driver", server.port, timeout=600).splitlines()
    failed += server.judge("generated Swift", CALLS, has_origins=True)
    for line in map(json.loads, lines):
        if line["end"] != "response":
            failed += 1
            print(f"call {line['call']}: {line.get('error')}")
    count = len(CALLS) + sum(len(calls) for *_, calls in COMMANDS)
    print(f"{count} requests, {failed} failures")
    raise SystemExit(1 if failed else 0)


if len(sys.argv) != 3:
    raise SystemExit(__doc__)
main(*sys.argv[1:])
