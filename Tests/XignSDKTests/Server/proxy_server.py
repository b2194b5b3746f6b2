"""Proxies that lead nowhere, each on a port of its own. It prints the ports by name, as JSON."""

import contextlib
import json
import signal
import socket
import threading
from collections.abc import Callable


def http(status: str, fields: str = "", body: str = "") -> Callable[[socket.socket], None]:
    """A proxy that answers CONNECT so."""

    def answer(connection: socket.socket) -> None:
        connection.recv(4096)
        head = f"HTTP/1.1 {status}\r\n{fields}Content-Length: {len(body)}\r\n\r\n"
        connection.sendall((head + body).encode())

    return answer


def raw(*answers: bytes) -> Callable[[socket.socket], None]:
    """A proxy that sends these bytes, each part after something has arrived."""

    def answer(connection: socket.socket) -> None:
        for part in answers:
            connection.recv(4096)
            connection.sendall(part)

    return answer


PROXIES = {
    "password": http("407 Proxy Authentication Required", 'Proxy-Authenticate: Basic realm="x"\r\n'),
    "forbidden": http("403 Forbidden", "Content-Type: text/html\r\n", "<html>No.</html>"),
    "login": http("511 Network Authentication Required"),
    "redirect": http("302 Found", "Location: http://portal.example/?token=secret\r\n"),
    "closed": raw(b""),
    "malformed": raw(b"SSH-2.0-OpenSSH_9.2\r\n\r\n"),
    "html": raw(b"<html>Log in</html>"),
    "page": http("200 OK", "Content-Type: text/html\r\n", "<html>Log in</html>"),
    "socks-password": raw(b"\x05\xff"),
    "socks-rejected": raw(b"\x05\x02", b"\x01\x01"),
    "socks-forbidden": raw(b"\x05\x00", b"\x05\x02\x00\x01" + bytes(6)),
    "socks-refused": raw(b"\x05\x00", b"\x05\x05\x00\x01" + bytes(6)),
    "socks-closed": raw(b""),
    "socks-malformed": raw(b"HTTP/1.1 400 Bad Request\r\n\r\n"),
    "socks-open": raw(b"\x05\x00", b"\x05\x00\x00\x01" + bytes(6), b""),
    "socks4": raw(b"\x00\x5b" + bytes(6)),
}


def serve(listener: socket.socket, answer: Callable[[socket.socket], None]) -> None:
    while True:
        connection, _ = listener.accept()
        with connection, contextlib.suppress(OSError):
            connection.settimeout(10)
            answer(connection)
            # What is not read would reset the connection, and with it the answer.
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(4096):
                pass


ports = {}
for name, answer in PROXIES.items():
    listener = socket.create_server(("127.0.0.1", 0))
    ports[name] = listener.getsockname()[1]
    threading.Thread(target=serve, args=(listener, answer), daemon=True).start()
closed = socket.create_server(("127.0.0.1", 0))
ports["nobody"] = closed.getsockname()[1]
closed.close()
print(json.dumps(ports), flush=True)
signal.pause()  # The threads serve until the test ends this process.
