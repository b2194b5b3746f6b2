"""Pages that test the authenticator's modules in a browser, in front of a manager."""

import contextlib
import json
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from .browser import Browser
from .interceptor import Interceptor, Moment
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

    def lose_answers(self, operation: str, count: int) -> None:
        """Loses the next answers of an operation. A device sends each request twice."""
        self.lose(operation, Moment.ANSWER, count)

    def lose_requests(self, operation: str, count: int) -> None:
        """Loses the next requests of an operation."""
        self.lose(operation, Moment.REQUEST, count)

    def lose(self, operation: str, moment: Moment, count: int) -> None:
        if count > 0:
            self.once(operation, moment, lambda: self.lose(operation, moment, count - 1))

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


class ProtocolError(Exception):
    """A step of the authenticator's client threw an error. `code` is its code."""

    def __init__(self, answer: dict):
        super().__init__(answer["code"])
        self.code = answer["code"]
        self.status = answer.get("status")
        self.lockout = answer.get("lockout")


class ProtocolPage:
    """A tab with the empty page, in which a test drives the authenticator's client (`driver.js`)."""

    def __init__(self, browser: Browser, pages: ProtocolPages):
        self.browser = browser
        self.pages = pages
        self.load()

    def load(self) -> None:
        """Loads the page anew: everything in memory is lost."""
        self.browser.open(self.pages.url)
        self.browser.evaluate("import('/checks/driver.js').then(({ begin }) => begin())")

    def step(self, name: str, **values):
        """Performs a step, and returns its outcome. Raises `ProtocolError`."""
        answer = json.loads(self.browser.evaluate(f"perform({json.dumps(name)}, {json.dumps(values)})"))
        if "code" in answer:
            raise ProtocolError(answer)
        return answer.get("value")

    def failure(self, name: str, **values) -> str:
        """Performs a step that must fail, and returns the code of its error."""
        try:
            value = self.step(name, **values)
        except ProtocolError as error:
            return error.code
        raise AssertionError(f"{name} did not fail: {value}")
