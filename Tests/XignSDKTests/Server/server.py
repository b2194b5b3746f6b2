"""The local server that the transport tests talk to: answers by path, and prints its port."""

import socket
import threading
import time


def answer(connection: socket.socket) -> None:
    with connection:
        request = connection.recv(65536)
        path = request.split(b" ")[1]
        if path == b"/echo":
            head, _, body = request.partition(b"\r\n\r\n")
            length = next(
                int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")
            )
            while len(body) < length:
                body += connection.recv(65536)
            send(connection, "200 OK", body, "Set-Cookie: a=b; Path=/\r\n")
        elif path == b"/cookies":
            cookie = [line for line in request.split(b"\r\n") if line.lower().startswith(b"cookie:")]
            send(connection, "200 OK", b"cookie" if cookie else b"none")
        elif path == b"/redirect":
            send(connection, "302 Found", b"moved", "Location: /cookies\r\n")
        elif path == b"/challenge":
            send(connection, "401 Unauthorized", b"", 'WWW-Authenticate: Basic realm="x"\r\n')
        elif path == b"/large":
            send(connection, "200 OK", b"x" * 1_000_000)
        elif path == b"/reset":
            connection.send(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")
        elif path == b"/drip":
            connection.send(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
            try:
                for _ in range(600):
                    connection.send(b"x")
                    time.sleep(0.1)
            except OSError:
                pass
        else:
            send(connection, "404 Not Found", b"")


def send(connection: socket.socket, status: str, body: bytes, headers: str = "") -> None:
    head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n{headers}\r\n"
    try:
        connection.sendall(head.encode() + body)
    except OSError:
        pass


with socket.create_server(("127.0.0.1", 0)) as listener:
    print(listener.getsockname()[1], flush=True)
    while True:
        threading.Thread(target=answer, args=(listener.accept()[0],), daemon=True).start()
