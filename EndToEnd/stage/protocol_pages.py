"""Pages that test the authenticator's modules in a browser, in front of a manager."""

import contextlib
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from .browser import Browser
from .interceptor import Interceptor
from .processes import REPOSITORY, free_port

VECTORS = REPOSITORY / "Tests/XignProtocolTests/Vectors"
FOLDERS = {
    "protocol": REPOSITORY / "Manager/Sources/XignWebAssets/Authenticator/protocol",
    "checks": REPOSITORY / "EndToEnd/authenticator",
    "vectors": VECTORS,
}
TYPES = {".js": "text/javascript", ".json": "application/json"}

# As on the authenticator's page.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)


class ProtocolPages(Interceptor):
    """Serves modules and an empty page. Everything else is forwarded, if there is a manager."""

    def __init__(self, manager_port: int | None = None):
        super().__init__(manager_port or free_port())

    @property
    def url(self) -> str:
        """The empty page, at an App-Link origin of a manager that has this port."""
        return f"http://localhost:{self.port}/checks/"

    def exchange(self, request: BaseHTTPRequestHandler) -> None:
        folder, _, name = request.path.removeprefix("/").partition("/")
        if folder not in FOLDERS:
            return super().exchange(request)
        file = FOLDERS[folder] / Path(name or "empty.html").name
        content = (
            file.read_bytes()
            if file.is_file()
            else b'<!doctype html><title>Checks</title><link rel="icon" href="data:,">'
        )
        with contextlib.suppress(OSError):
            request.send_response_only(200 if file.is_file() or not name else 404)
            request.send_header("Content-Type", TYPES.get(file.suffix, "text/html; charset=utf-8"))
            request.send_header("Content-Length", str(len(content)))
            request.send_header("Content-Security-Policy", POLICY)
            request.send_header("Cache-Control", "no-store")
            request.end_headers()
            request.wfile.write(content)


def report(browser: Browser, expression: str) -> dict:
    """Evaluates an expression in the empty page, and returns the report of its checks."""
    browser.evaluate(expression)
    return browser.evaluate("report")
