#!/usr/bin/env python3
"""A server that limits requests in six ways. It runs until its input ends.

    Fuzzing/run limits [EXTRA]

starts it and calls `limits-check`, which uses the same rate: LIMIT requests in any PER seconds. The server listens on a free port of
the loopback interface and prints the URL. The path selects the kind of limit. A request beyond the limit receives the status 429.
A reply starts within 30 ms, and ends within another 30 ms.
"""

import collections
import http.server
import random
import sys
import threading
import time

LIMIT, PER = 10, 0.1


class FixedWindow:
    def __init__(self):
        self.window, self.count = None, 0

    def accepts(self, now):
        window = int(now / PER)
        self.count = self.count + 1 if window == self.window else 1
        self.window = window
        return self.count <= LIMIT


class SlidingWindow:
    def __init__(self):
        self.accepted = collections.deque()

    def accepts(self, now):
        while self.accepted and self.accepted[0] <= now - PER:
            self.accepted.popleft()
        if len(self.accepted) >= LIMIT:
            return False
        self.accepted.append(now)
        return True


class TokenBucket:
    def __init__(self):
        self.tokens, self.filled = LIMIT, time.monotonic()

    def accepts(self, now):
        self.tokens = min(LIMIT, self.tokens + (now - self.filled) * LIMIT / PER)
        self.filled = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class LeakyBucket:
    """The generic cell rate algorithm, with a burst of LIMIT."""

    def __init__(self):
        self.arrival = 0

    def accepts(self, now):
        interval = PER / LIMIT
        if self.arrival - now > (LIMIT - 1) * interval:
            return False
        self.arrival = max(self.arrival, now) + interval
        return True


class Concurrency:
    def __init__(self):
        self.count = 0

    def accepts(self, now):
        if self.count >= LIMIT:
            return False
        self.count += 1
        return True

    def leave(self):
        self.count -= 1


limits = {
    "fixed-window": FixedWindow(),
    "sliding-window": SlidingWindow(),
    "token-bucket": TokenBucket(),
    "leaky-bucket": LeakyBucket(),
    "concurrency": Concurrency(),
    "key-a": SlidingWindow(),
    "key-b": SlidingWindow(),
}
lock = threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        name = self.path.strip("/")
        limit = limits[name]
        with lock:
            accepts = limit.accepts(time.monotonic())
        time.sleep(random.uniform(0, 0.03))
        if accepts and name == "concurrency":
            with lock:
                limit.leave()
        self.send_response(200 if accepts else 429)
        if not accepts and name.startswith("key-"):
            self.send_header("Retry-After", "1")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"o")
        self.wfile.flush()
        time.sleep(random.uniform(0, 0.03))
        self.wfile.write(b"k")

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
sys.stdin.read()
