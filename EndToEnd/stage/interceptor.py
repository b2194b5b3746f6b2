"""A reverse proxy in front of managers that can run an action in the middle of a device's request."""

import contextlib
import http.client
import socket
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread

from .processes import free_port

DEVICE_API = "/api/device/v1/"


class Moment(Enum):
    """The moment of an action in an exchange. Nothing is forwarded after it."""

    REQUEST = "before the request arrives"
    ANSWER = "before the answer arrives"


@dataclass(frozen=True)
class Recorded:
    """A recorded request of a device, and the manager that was to receive it."""

    path: str
    headers: dict[str, str]
    body: bytes
    manager_port: int

    @property
    def operation(self) -> str:
        return self.path.removeprefix(DEVICE_API)


class Server(ThreadingHTTPServer):
    """A server for many connections at once."""

    # Python's own is 5, and a busy machine resets the connections beyond.
    request_queue_size = 128


class Interceptor:
    """Listens on its own port until `stop`, and forwards requests to the managers in turn."""

    def __init__(self, manager_port: int):
        self.port = free_port()
        self.manager_ports = [manager_port]
        self.plan: dict[tuple[str, Moment], Callable[[], object]] = {}
        self.repeats = False
        """True if every sealed request is replayed at once, as by an eavesdropper."""
        self.recorded: list[Recorded] = []
        self.lock = Lock()
        # A process ends with the thread that started it, so actions run on this permanent thread.
        self.actor = ThreadPoolExecutor(max_workers=1)
        interceptor = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                interceptor.exchange(self)

            def do_POST(self):
                interceptor.exchange(self)

            def log_message(self, *_):
                pass

        self.server = Server(("127.0.0.1", self.port), Handler)
        Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.actor.shutdown()

    def once(self, operation: str, moment: Moment, action: Callable[[], object]) -> None:
        """Runs `action` at this moment of the next call of this operation."""
        self.plan[operation, moment] = action

    def lose_answers(self, operation: str, count: int = 1) -> None:
        """Loses the answers to the next calls of this operation."""
        more = (lambda: self.lose_answers(operation, count - 1)) if count > 1 else (lambda: None)
        self.once(operation, Moment.ANSWER, more)

    def operations(self) -> list[str]:
        """The operations that devices have called, in order."""
        return [request.operation for request in self.recorded]

    def replay(self) -> None:
        """Replays every recorded request, as an eavesdropper would."""
        for request in list(self.recorded):
            self.send_again(request, self.next_manager())

    def send_again(self, request: Recorded, manager_port: int) -> int:
        """Replays a request. Returns the status of the answer."""
        return self.forward(manager_port, "POST", request.path, request.headers, request.body)[0]

    def next_manager(self) -> int:
        with self.lock:
            self.manager_ports.append(self.manager_ports.pop(0))
            return self.manager_ports[-1]

    def exchange(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers.get("Content-Length", 0)))
        headers = dict(request.headers)
        operation = request.path.removeprefix(DEVICE_API) if request.path.startswith(DEVICE_API) else ""
        manager_port = self.next_manager()
        if not operation:
            return self.pass_on(request, manager_port, headers, body)
        self.recorded.append(Recorded(request.path, headers, body, manager_port))
        if self.happens(operation, Moment.REQUEST):
            return self.hang_up(request)
        try:
            status, fields, answer = self.forward(manager_port, request.command, request.path, headers, body)
            if self.repeats:
                self.forward(manager_port, request.command, request.path, headers, body)
        except (OSError, http.client.HTTPException) as error:
            return self.hang_up(request, error)
        if self.happens(operation, Moment.ANSWER):
            return self.hang_up(request)
        with contextlib.suppress(OSError):
            self.begin_answer(request, status, fields)
            request.wfile.write(answer)

    def pass_on(self, request: BaseHTTPRequestHandler, manager_port: int, headers: dict, body: bytes) -> None:
        """Forwards a request that is no device's, and passes its answer on as it arrives: it may be an event stream."""
        connection = http.client.HTTPConnection("127.0.0.1", manager_port, timeout=60)
        try:
            connection.request(request.command, request.path, body or None, headers | {"Connection": "close"})
            answer = connection.getresponse()
            self.begin_answer(request, answer.status, answer.getheaders())
            while part := answer.read1():
                request.wfile.write(part)
                request.wfile.flush()
        except (OSError, http.client.HTTPException) as error:
            self.hang_up(request, error)
        finally:
            connection.close()

    @staticmethod
    def begin_answer(request: BaseHTTPRequestHandler, status: int, fields: list) -> None:
        """Sends the head of an answer. The end of the connection is that of the answer (HTTP/1.0)."""
        request.send_response_only(status)
        for name, value in fields:
            if name.lower() not in ("connection", "transfer-encoding", "content-length"):
                request.send_header(name, value)
        request.end_headers()

    def happens(self, operation: str, moment: Moment) -> bool:
        action = self.plan.pop((operation, moment), None)
        if action:
            self.actor.submit(action).result()
        return action is not None

    @staticmethod
    def forward(manager_port: int, method: str, path: str, headers: dict, body: bytes) -> tuple[int, list, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", manager_port, timeout=60)
        try:
            connection.request(method, path, body or None, headers | {"Connection": "close"})
            answer = connection.getresponse()
            return answer.status, answer.getheaders(), answer.read()
        finally:
            connection.close()

    @staticmethod
    def hang_up(request: BaseHTTPRequestHandler, error: Exception | None = None) -> None:
        if error:
            # Expected while a manager is down. Elsewhere, the report of the failed test shows it.
            print(f"{request.command} {request.path} did not reach the manager: {error!r}", file=sys.stderr)
        request.close_connection = True
        with contextlib.suppress(OSError):
            request.connection.shutdown(socket.SHUT_RDWR)
