#!/usr/bin/env python3
"""Sends streams as fast as the client reads them, until its input ends. Started by `Fuzzing/run slow-streams`.

It listens on a free port of the loopback interface, and prints its URL. `slow-streams` uses the same sizes and texts of elements.

    /events/KEY/COUNT   server-sent events with ids from 1 to COUNT
    /lines/KEY/COUNT    the same as lines of JSON
    /requests/KEY       the number of requests for the streams of this key
"""
import collections
import http.server
import sys
import threading

PATTERN = "0123456789abcdef" * 65_536
requests = collections.Counter()
lock = threading.Lock()


def size(number):
    """Returns the size of an element. Most are small; one in 50 has 20 KB, one in 500 has 200 KB, and one in 2,000 has 1 MB."""
    if number % 2_000 == 0:
        return 1_000_000
    if number % 500 == 0:
        return 200_000
    if number % 50 == 0:
        return 20_000
    return number * 7_919 % 2_000


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        kind, key, *rest = self.path.strip("/").split("/")
        if kind == "requests":
            with lock:
                body = str(requests[key]).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            return
        with lock:
            requests[key] += 1
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream" if kind == "events" else "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            self.stream(kind, int(rest[0]))
        except OSError:  # The client has closed the connection.
            self.close_connection = True

    def stream(self, kind, count):
        buffer = bytearray()
        for number in range(1, count + 1):
            json = f'{{"number":{number},"text":"{PATTERN[:size(number)]}"}}'
            text = f"id: {number}\ndata: {json}\n\n" if kind == "events" else f"{json}\n"
            buffer += text.encode()
            if len(buffer) > 30_000 or number == count:
                self.wfile.write(f"{len(buffer):x}\r\n".encode() + buffer + b"\r\n")
                buffer.clear()
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    sys.stdin.read()
