"""Overload: the manager limits floods and slow clients, while other people log in."""

import resource
import select
import socket
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
import requests
from stage.authenticator import Authenticator
from stage.login_page import LoginPage
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import run_or_fail, wait_until
from stage.relying_party import RelyingParty, answer
from stage.scene import Scene

PAGES = 10_000
SEALED = "application/vnd.xign.sealed"


class Overload:
    """A scene with an overloaded manager, and a person who logs in."""

    def __init__(self, scene: Scene):
        self.scene = scene
        self.manager = scene.manager
        service = self.manager.service("demo")
        self.website = RelyingParty(
            self.manager.issuer, service["clientId"], service["clientSecret"], f"{scene.website.url}/callback"
        )
        self.ada: Authenticator = scene.person("ada")

    def configure(self, limits: str) -> None:
        """Restarts the manager behind a local proxy, with these lines in the section `limits`."""
        self.manager.stop()
        with (self.manager.data / "manager.yaml").open("a") as configuration:
            configuration.write(f"trustedProxies: [127.0.0.1]\nlimits:\n{limits}")
        self.manager.start()

    def log_in(self) -> None:
        page = PlainLoginPage(PlainBrowser(), self.website.authorization_request())
        run_or_fail(
            *self.ada.command("login", "--scanned", page.process_data, "--yes", "--pin-stdin"),
            input=f"{self.ada.pin}\n",
        )
        tokens = self.website.redeem(answer(page.proceed())["code"])
        assert tokens.status_code == 200, tokens.text

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.manager.port), timeout=30)

    def memory(self) -> int:
        """The manager's resident memory in bytes."""
        status = Path(f"/proc/{self.manager.process.child.pid}/status").read_text()
        return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS:"))

    def open_files(self) -> int:
        return len(list(Path(f"/proc/{self.manager.process.child.pid}/fd").iterdir()))


@pytest.fixture
def overload(tmp_path):
    with Scene(tmp_path) as scene:
        yield Overload(scene)


def begin_logins(overload: Overload, count: int) -> list[tuple[str, str]]:
    """Opens `count` login pages, and returns their paths and cookies.

    The requests are pipelined on one connection, since waiting for each answer would take too long.
    """
    target = overload.website.authorization_request().removeprefix(overload.manager.issuer)
    request = f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    begun = []
    with overload.connect() as connection:
        answers = connection.makefile("rb")
        while len(begun) < count:
            batch = min(50, count - len(begun))
            connection.sendall(request * batch)
            for _ in range(batch):
                assert answers.readline() == b"HTTP/1.1 303 See Other\r\n"
                fields = {}
                while (line := answers.readline()) != b"\r\n":
                    name, value = line.decode().rstrip().split(": ", 1)
                    fields[name.lower()] = value
                begun.append((fields["location"], fields["set-cookie"].split(";")[0]))
    return begun


def open_page(overload: Overload, path: str, cookie: str) -> socket.socket:
    """Opens the event stream of a login page, and returns its connection."""
    stream = overload.connect()
    stream.sendall(f"GET {path}/events HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode())
    return stream


def wait_for(text: bytes, connection: socket.socket) -> None:
    received = b""
    while text not in received:
        more = connection.recv(4096)
        assert more, received
        received += more


def test_ten_thousand_open_login_pages_take_little_memory_and_keep_nobody_from_logging_in(overload):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    count = min(PAGES, hard - 500)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, count + 500), hard))
    overload.log_in()
    pages = begin_logins(overload, count)
    before = overload.memory()

    streams = []
    for start in range(0, count, 100):  # fewer than the limit of queued requests
        some = [open_page(overload, path, cookie) for path, cookie in pages[start : start + 100]]
        for stream in some:
            wait_for(b'{"state":"waiting"}', stream)
        streams += some
    each = (overload.memory() - before) / count
    print(f"{count} open login pages: {each:.0f} bytes each; the manager has {overload.memory() >> 20} MiB")
    assert each < 4096
    overload.log_in()

    for stream in streams:
        stream.close()
    wait_until(lambda: overload.open_files() < 200)
    overload.log_in()


def test_one_network_that_floods_is_told_to_wait_and_others_log_in(overload):
    overload.configure("  deviceRequests: {perMinute: 60, burst: 100}\n  logins: {perMinute: 60, burst: 5}\n")
    before = overload.memory()
    answers: list[requests.Response] = []
    is_over = threading.Event()

    def flood() -> None:
        with requests.Session() as connection:
            connection.headers["X-Forwarded-For"] = "203.0.113.7"
            while not is_over.is_set():
                answers.append(
                    connection.post(
                        f"{overload.manager.issuer}/api/device/v1/start",
                        data=b"garbage" * 1000,
                        headers={"Content-Type": SEALED},
                        timeout=10,
                    )
                )

    flooding = [threading.Thread(target=flood) for _ in range(4)]
    for thread in flooding:
        thread.start()
    try:
        wait_until(lambda: len(answers) > 300)
        overload.log_in()
    finally:
        is_over.set()
        for thread in flooding:
            thread.join()

    refused = [response for response in answers if response.status_code == 429]
    assert len(refused) > len(answers) / 2
    assert all(response.headers["Retry-After"] == "1" for response in refused)
    assert {response.status_code for response in answers} == {400, 429}
    assert overload.memory() - before < 32 << 20
    assert "tooManyRequests" in overload.manager.process.log.read_text()


def test_six_hundred_connections_of_one_network_keep_nobody_else_from_logging_in(overload):
    fast = "{perMinute: 6000000, burst: 1000000}"
    overload.configure(f"  requests: {fast}\n  logins: {fast}\n  loginsPerService: {fast}\n")
    target = overload.website.authorization_request().removeprefix(overload.manager.issuer)
    request = f"GET {target} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n".encode()
    connections = [overload.connect() for _ in range(600)]
    statuses: Counter[bytes] = Counter()
    is_over = threading.Event()

    def flood(some: list[socket.socket]) -> None:
        """Sends a request on every connection, and repeats after all answers."""
        while not is_over.is_set():
            for connection in some:
                connection.sendall(request)
            for connection in some:
                statuses[connection.recv(65536)[9:12]] += 1

    flooding = [threading.Thread(target=flood, args=[connections[start::4]]) for start in range(4)]
    for thread in flooding:
        thread.start()
    try:
        wait_until(lambda: statuses.total() > 1200)
        begun = time.monotonic()
        for _ in range(10):
            overload.log_in()
        print(f"{(time.monotonic() - begun) / 10:.2f} s a login, beside {dict(statuses)}")
    finally:
        is_over.set()
        for thread in flooding:
            thread.join()
        for connection in connections:
            connection.close()
    assert statuses[b"503"] > 0, "the flood had more than its share"
    assert '"limit":"queuedRequests"' in overload.manager.process.log.read_text()


def test_a_page_whose_event_stream_is_refused_learns_the_outcome(overload, browser, tmp_path):
    overload.configure("  eventStreamsPerNetwork: 1\n  exempt: []\n")
    path, cookie = begin_logins(overload, 1)[0]
    with open_page(overload, path, cookie) as taken:
        wait_for(b'{"state":"waiting"}', taken)
        browser.open(f"{overload.scene.website.url}/login")
        page = LoginPage(browser, overload.manager.issuer)
        assert overload.ada.login(page.picture(tmp_path / "login.png")).returncode == 0
        browser.wait_for("#subject")
    assert '"limit":"eventStreamsPerNetwork"' in overload.manager.process.log.read_text()


def test_more_connections_than_allowed_are_refused_and_the_manager_recovers(overload):
    overload.configure("  connections: 100\n")
    # The manager may have connections of the scene's own beside these, some of which end in the meantime.
    connections = [overload.connect() for _ in range(120)]
    refused, _, _ = select.select(connections, [], [], 60)
    assert refused
    for surplus in refused:
        refusal = surplus.recv(4096)
        assert refusal.startswith(b"HTTP/1.1 503 ") and b"\r\nRetry-After: 1\r\n" in refusal
        assert surplus.recv(1) == b""
    for connection in connections:
        connection.close()
    wait_until(overload.manager.is_ready)
    overload.log_in()


def test_clients_that_send_a_byte_a_second_are_cut_off_and_delay_nobody(overload):
    slow = [overload.connect() for _ in range(500)]
    is_over = threading.Event()

    def trickle() -> None:
        """Sends an endless request, one byte per second, on every open connection."""
        for byte in b"POST /openid/token HTTP/1.1\r\nHost: localhost\r\n" + b"a" * 1000:
            for connection in slow:
                try:
                    connection.send(bytes([byte]))
                except OSError:
                    pass
            if is_over.wait(1):
                return

    trickling = threading.Thread(target=trickle)
    trickling.start()
    try:
        wait_until(lambda: overload.open_files() > 500)
        overload.log_in()
        # Ten seconds for the head of a request, and two to read the refusal.
        wait_until(lambda: overload.open_files() < 100)
        assert slow[0].recv(4096).startswith(b"HTTP/1.1 408 ")
    finally:
        is_over.set()
        trickling.join()
        for connection in slow:
            connection.close()
