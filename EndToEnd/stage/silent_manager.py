"""A server that answers nothing, in a manager's place behind a proxy."""

import socket
from threading import Thread

from .processes import free_port


class SilentManager:
    """A server that reads each request and closes the connection without an answer."""

    def __init__(self):
        self.requests: list[bytes] = []
        self.listener = socket.create_server(("127.0.0.1", free_port()))
        self.port = self.listener.getsockname()[1]
        Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            with client:
                self.requests.append(client.recv(65536).partition(b"\r\n")[0])

    def stop(self) -> None:
        self.listener.close()
