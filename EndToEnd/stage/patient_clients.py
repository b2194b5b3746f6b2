"""Clients that stay for as long as a proxy bears them, while other tests run."""

import time
from concurrent.futures import Executor

from .processes import wait_until
from .secure_scene import SecureScene


class PatientClients:
    """One that sends nothing more, one whose body never ends, and one that holds a login page open."""

    def __init__(self, scene: SecureScene, threads: Executor):
        self.scene = scene
        self.page = scene.login_page()
        self.begun = time.monotonic()
        self.slow_upload = threads.submit(self.upload_slowly)
        self.idle = threads.submit(self.stay_idle)
        self.event = threads.submit(self.hold_page)

    def cancel_login(self, *, after: float) -> bytes:
        """Cancels the login of the page that is held, so many seconds after its beginning. Returns its event."""
        wait_until(lambda: time.monotonic() - self.begun > after)
        self.page.browser.post(f"{self.page.url}/cancel")
        return self.event.result(timeout=10)

    def stay_idle(self) -> bytes:
        """Sends a request, reads its answer, and returns the bytes that follow when the proxy closes: none."""
        with self.scene.tls() as client:
            client.sendall(f"HEAD /health/live HTTP/1.1\r\nHost: localhost:{self.scene.proxy.port}\r\n\r\n".encode())
            with client.makefile("rb") as answer:
                while answer.readline() not in (b"\r\n", b""):
                    pass
                return answer.read()

    def upload_slowly(self) -> bytes:
        """Sends a request with a body that never ends. Returns the first line of the answer; empty for none."""
        with self.scene.tls() as upload:
            host = f"localhost:{self.scene.proxy.port}"
            head = f"POST /openid/token HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000\r\n\r\ngrant_type="
            upload.sendall(head.encode())
            return upload.recv(4096).partition(b"\r\n")[0]

    def hold_page(self) -> bytes:
        """Holds a login page open until its login ends. Returns the event of that; empty if the stream ends before."""
        with self.page.browser.request("GET", f"{self.page.url}/events", stream=True, timeout=40) as events:
            lines = (line for line in events.iter_lines(chunk_size=1) if line.startswith(b"data:"))
            return next((line for line in lines if b'"waiting"' not in line), b"")
