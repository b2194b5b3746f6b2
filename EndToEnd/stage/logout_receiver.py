"""A website's server that gets logout tokens by https."""

import json
import socket
import ssl
import time
from base64 import urlsafe_b64decode
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Thread
from urllib.parse import parse_qs

Answer = Callable[[BaseHTTPRequestHandler], None]


def status(code: int, **fields: str) -> Answer:
    """An answer without a body."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(code)
        for name, value in fields.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


def refusal(**members: str) -> Answer:
    """400, with a reason."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        body = json.dumps(members).encode()
        handler.send_response(400)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def huge(handler: BaseHTTPRequestHandler) -> None:
    """A header that never ends."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        handler.wfile.write(b"X-Padding: " + b"a" * 1000 + b"\r\n")


def endless_body(handler: BaseHTTPRequestHandler, code: int = 200) -> None:
    """A body that never ends."""
    handler.send_response(code)
    handler.end_headers()
    while True:
        handler.wfile.write(b"a" * 65536)


def endless_refusal(handler: BaseHTTPRequestHandler) -> None:
    endless_body(handler, 400)


def slow(handler: BaseHTTPRequestHandler) -> None:
    """One byte of the header in a second: each pause is short, and the whole takes longer than the manager waits."""
    for byte in b"HTTP/1.1 200 OK\r\nX-Slow: 1\r\n" * 10:
        handler.wfile.write(bytes([byte]))
        handler.wfile.flush()
        time.sleep(1)


class LogoutReceiver:
    """The receiver at https://`host`:`port`/logout. It keeps what it gets, and answers as a test says."""

    def __init__(self, context: ssl.SSLContext, port: int, host: str = "localhost"):
        self.url = f"https://{host}:{port}/logout"
        self.answers: list[Answer] = []
        """The next answers. After them, all is well."""
        self.tokens: list[str] = []
        self.connections = 0
        self.changed = Condition()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                with receiver.changed:
                    answer = receiver.answers.pop(0) if receiver.answers else status(200)
                    form = parse_qs(body, strict_parsing=True)
                    assert list(form) == ["logout_token"]
                    assert self.headers["Content-Type"] == "application/x-www-form-urlencoded"
                    receiver.tokens += form["logout_token"]
                    receiver.changed.notify_all()
                self.close_connection = True
                answer(self)

            def log_message(self, *_) -> None:
                pass

        class TLSServer(ThreadingHTTPServer):
            daemon_threads = True

            def get_request(self):
                client, address = super().get_request()
                with receiver.changed:
                    receiver.connections += 1
                    receiver.changed.notify_all()
                client.settimeout(30)
                return context.wrap_socket(client, server_side=True, do_handshake_on_connect=False), address

            def handle_error(self, *_) -> None:
                pass  # a client that went away

        self.server = TLSServer(("127.0.0.1", port), Handler)
        Thread(target=self.server.serve_forever, daemon=True).start()

    def wait_for(self, count: int, seconds: float = 20) -> list[dict]:
        """Waits for so many tokens, and returns the claims of all that came."""
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.tokens) >= count, seconds), f"{len(self.tokens)} came"
            return [claims(token) for token in self.tokens]

    def wait_for_session(self, session: str, seconds: float = 20) -> list[dict]:
        """Waits until the end of a session is told, whatever else came before, and returns the claims of all tokens."""
        with self.changed:
            assert self.changed.wait_for(lambda: session in [claims(token)["sid"] for token in self.tokens], seconds), (
                f"{len(self.tokens)} came, none for {session}"
            )
            return [claims(token) for token in self.tokens]

    def stop(self) -> None:
        self.server.shutdown()
        self.server.socket.close()


def part(token: str, number: int) -> dict:
    text = token.split(".")[number]
    return json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))


def claims(token: str) -> dict:
    return part(token, 1)


def header(token: str) -> dict:
    return part(token, 0)


class LoopbackName:
    """A port of this machine at which nothing may arrive."""

    def __init__(self, port: int):
        self.listener = socket.create_server(("127.0.0.1", port))
        self.listener.settimeout(0.2)

    def was_connected(self) -> bool:
        try:
            self.listener.accept()
        except TimeoutError:
            return False
        return True

    def stop(self) -> None:
        self.listener.close()
