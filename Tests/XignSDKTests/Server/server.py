"""The local server of the transport tests. It answers by path, and prints its port."""

import json
import socket
import struct
import threading
import time
import zlib

MEBIBYTE = 1 << 20

# The sizes of the bodies received at /kept.
kept: list[int] = []


def answer(connection: socket.socket) -> None:
    with connection:
        path, head, body = request(connection)
        if path == "/echo":
            send(connection, "200 OK", body, "Set-Cookie: a=b; Path=/\r\n")
        elif path == "/cookies":
            cookie = [line for line in head.split(b"\r\n") if line.lower().startswith(b"cookie:")]
            send(connection, "200 OK", b"cookie" if cookie else b"none")
        elif path == "/redirect":
            send(connection, "302 Found", b"moved", "Location: /cookies\r\n")
        elif path == "/challenge":
            send(connection, "401 Unauthorized", b"", 'WWW-Authenticate: Basic realm="x"\r\n')
        elif path == "/large":
            send(connection, "200 OK", b"x" * 1_000_000)
        elif path == "/gzip":
            send(connection, "200 OK", gzip(512 << 10), "Content-Encoding: gzip\r\n")
        elif path == "/large-gzip":
            send(connection, "200 OK", gzip(3 * MEBIBYTE), "Content-Encoding: gzip\r\n")
        elif path == "/gzip-transfer":
            write(connection, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n" + gzip(512 << 10))
        elif path == "/endless":
            write(connection, b"HTTP/1.1 200 OK\r\n\r\n")
            while write(connection, b"x" * 65536):
                pass
        elif path == "/endless-chunks":
            write(connection, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            while write(connection, b"10000\r\n" + b"x" * 65536 + b"\r\n"):
                pass
        elif path == "/endless-head":
            write(connection, b"HTTP/1.1 200 OK\r\n")
            while write(connection, b"X-Field: " + b"x" * 1000 + b"\r\n"):
                pass
        elif path == "/endless-interim":
            while write(connection, b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"):
                pass
        elif path == "/interim-and-trailer":
            write(
                connection,
                b"HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\nHTTP/1.1 200 OK\r\nX-A: 1\r\nx-a:2\r\n"
                b"Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Late: 1\r\n\r\n",
            )
        elif path == "/reset":
            write(connection, b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")
        elif path == "/no-http":
            write(connection, b"SSH-2.0-OpenSSH_9.2\r\n")
        elif path == "/drip":
            write(connection, b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
            for _ in range(600):
                if not write(connection, b"x"):
                    break
                time.sleep(0.1)
        elif path == "/kept":
            # Answers, receives a second request, and closes the connection without answering that one.
            kept.append(len(body))
            send(connection, "200 OK", b"", connection_header="keep-alive")
            kept.append(len(request(connection)[2]))
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        elif path == "/kept-bodies":
            send(connection, "200 OK", json.dumps(kept).encode())
        else:
            send(connection, "404 Not Found", b"")


def request(connection: socket.socket) -> tuple[str, bytes, bytes]:
    """Reads one request, and returns its path, head and body."""
    data = b""
    while b"\r\n\r\n" not in data and (more := connection.recv(65536)):
        data += more
    head, _, body = data.partition(b"\r\n\r\n")
    lengths = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")]
    length = int(lengths[0].split(b":")[1]) if lengths else 0
    while len(body) < length and (more := connection.recv(65536)):
        body += more
    return (head.split(b" ") + [b"", b""])[1].decode(), head, body


def gzip(size: int) -> bytes:
    """Returns about `size` bytes that expand a thousandfold. The checksum at their end is wrong."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, 31)
    first = compressor.compress(bytes(MEBIBYTE)) + compressor.flush(zlib.Z_FULL_FLUSH)
    block = compressor.compress(bytes(MEBIBYTE)) + compressor.flush(zlib.Z_FULL_FLUSH)
    return first + block * (size // len(block)) + compressor.flush()


def send(
    connection: socket.socket, status: str, body: bytes, headers: str = "", connection_header: str = "close"
) -> None:
    head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nConnection: {connection_header}\r\n{headers}\r\n"
    write(connection, head.encode() + body)


def write(connection: socket.socket, data: bytes) -> bool:
    """Writes all data. Returns False if the client has closed the connection."""
    try:
        connection.sendall(data)
    except OSError:
        return False
    return True


with socket.create_server(("127.0.0.1", 0)) as listener:
    print(listener.getsockname()[1], flush=True)
    while True:
        threading.Thread(target=answer, args=(listener.accept()[0],), daemon=True).start()
