#!/usr/bin/env python3
"""Runs httpbin in gunicorn, until its input ends. Started by `Fuzzing/run httpbin`.

It listens on two free ports of the loopback interface, which are two origins, and prints both URLs on one line.
"""

import io
import os
import signal
import sys
import threading

from gunicorn.app.base import BaseApplication
from httpbin import app


class Server(BaseApplication):
    def load_config(self):
        settings = {
            "bind": ["127.0.0.1:0", "127.0.0.1:0"],
            # Its own worker for chunked bodies, and many threads, because some replies are slow.
            "worker_class": "gthread",
            "threads": 16,
            "keepalive": 30,
            "loglevel": "error",
            # The checks send long request lines.
            "limit_request_line": 0,
            "limit_request_field_size": 0,
            "when_ready": ready,
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def load(self):
        return read_first


def read_first(environ, start_response):
    """Reads the whole body before calling httpbin. If a body was not read, gunicorn closes the connection
    although it announced that it would stay open, and the next request on it is lost."""
    environ["wsgi.input"] = io.BytesIO(environ["wsgi.input"].read())
    environ["wsgi.input_terminated"] = True
    return app(environ, start_response)


def ready(server):
    print(*(f"http://127.0.0.1:{listener.sock.getsockname()[1]}" for listener in server.LISTENERS), flush=True)
    threading.Thread(target=end_with_input, daemon=True).start()


def end_with_input():
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    Server().run()
