"""Clients that stay for as long as a proxy bears them, while other tests run."""

from concurrent.futures import Executor

from .secure_scene import SecureScene


class PatientClients:
    """One that sends nothing more, one whose body never ends, and one that holds a login page open."""

    def __init__(self, scene: SecureScene, threads: Executor):
        self.scene = scene
        self.slow_upload = threads.submit(self.upload_slowly)
        self.idle = threads.submit(self.stay_idle)
        self.heartbeats = threads.submit(self.hold_page)

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

    def hold_page(self) -> int:
        """Holds a login page open. Returns the number of heartbeats until its stream ends; with two, it goes."""
        page, number = self.scene.login_page("held"), 0
        with page.browser.request("GET", f"{page.url}/events", stream=True, timeout=40) as events:
            for line in events.iter_lines(chunk_size=1):
                number += line == b":"
                if number == 2:
                    break
        return number
