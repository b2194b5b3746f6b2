"""`xign` in a network that is in the way: what it says names the cause, and never the password of a proxy."""

import json
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from stage.authenticator import Authenticator
from stage.processes import REPOSITORY, ending_with_parent, run

UNAVAILABLE = 69


@pytest.fixture(scope="module")
def ports() -> Iterator[dict[str, int]]:
    """Proxies that lead nowhere, by their names."""
    program = REPOSITORY / "Tests/XignSDKTests/Server/proxy_server.py"
    server = subprocess.Popen(ending_with_parent(sys.executable, program), stdout=subprocess.PIPE, text=True)
    yield json.loads(server.stdout.readline())
    server.kill()
    server.wait()


@pytest.mark.parametrize(
    ("variable", "scheme", "name", "english", "german"),
    [
        ("https_proxy", "http", "password", "demands a password", "Passwort"),
        ("HTTPS_PROXY", "http", "forbidden", "HTTP status 403", "HTTP-Status 403"),
        ("https_proxy", "http", "login", "asks to log in", "Anmeldung"),
        ("all_proxy", "socks5h", "socks-forbidden", "SOCKS", "SOCKS"),
        ("ALL_PROXY", "http", "nobody", "proxy was not connected to", "Verbindung zum Proxy"),
    ],
)
def test_a_proxy_that_refuses_is_named(tmp_path, ports, variable, scheme, name, english, german):
    proxy = f"{scheme}://ada:secret@127.0.0.1:{ports[name]}"
    grace = Authenticator(tmp_path / "grace", variables={variable: proxy, "no_proxy": "localhost"})
    for locale, words in (("C.UTF-8", english), ("de_DE.UTF-8", german)):
        refused = run(*grace.command("trust", "https://login.example.org"), environment={"LC_ALL": locale})
        assert refused.returncode == UNAVAILABLE
        assert words in refused.stderr
        assert "secret" not in refused.stderr


ANSWERS = {
    "/page": (200, {"Content-Type": "text/html"}, b"<html>Log in</html>", "a web page"),
    "/bare": (200, {}, b"\n<!doctype html>", "a web page"),
    "/login": (511, {"Content-Type": "text/html"}, b"<html>Log in</html>", "asks to log in first"),
    "/redirect": (302, {"Location": "http://portal.example/"}, b"", "may ask to log in first"),
    "/secret": (302, {"Location": "http://portal.example:81/x?token=1"}, b"", "redirects to http://portal.example:81:"),
    "/relative": (302, {"Location": "//portal.example/x?token=1"}, b"", "a redirect"),
    "/restarting": (502, {"Content-Type": "text/html"}, b"<html>Bad Gateway</html>", "does not reach the manager"),
}


class Portal(BaseHTTPRequestHandler):
    """What a network that asks to log in puts in a manager's place."""

    def do_GET(self) -> None:
        status, fields, body, _ = ANSWERS[self.path]
        self.send_response_only(status)
        for name, value in fields.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments) -> None:
        pass


@pytest.fixture(scope="module")
def portal() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Portal)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("path", ANSWERS)
def test_a_network_that_asks_to_log_in_is_no_manager(tmp_path, portal, path):
    refused = run(*Authenticator(tmp_path / "grace").command("trust", portal + path))
    assert refused.returncode == UNAVAILABLE
    assert ANSWERS[path][3] in refused.stderr
    assert "operator" not in refused.stderr
