"""The page of the authenticator alone, without a manager: its snapshot, with a client that a test has scripted."""

import base64
import json
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs

from .browser import Browser

ROOT = Path(__file__).parents[2]
ASSETS = ROOT / "Manager/Sources/XignWebAssets"
SNAPSHOTS = ROOT / "Manager/Tests/XignPagesTests/Snapshots"
SCRIPTED = Path(__file__).parents[1] / "authenticator/scripted-client.js"
STYLES = ["tokens", "base", "components", "authenticator"]
MANAGER = "https://login.example.org"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
PERSONALIZATION, CODE_OF_LOGIN, LINK_OF_LOGIN, CODE_OF_ACT, LINK_OF_ACT = 1, 2, 3, 4, 5


class Handler(BaseHTTPRequestHandler):
    language = "en"
    opened = "byPerson"
    # The module that is lost on the way.
    lost: str | None = None

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        found = self.content(path)
        self.send_response(200 if found else 404)
        if found:
            kind, body = found
            self.send_header("Content-Type", kind)
            self.send_header("Content-Security-Policy", POLICY)
            # As the manager does: the browser keeps what a new address would have.
            self.send_header("Cache-Control", "no-store" if path == "/a" else "max-age=3600, immutable")
            self.end_headers()
            self.wfile.write(body)
        else:
            self.end_headers()

    def content(self, path: str) -> tuple[str, bytes] | None:
        if self.lost and path.endswith(self.lost):
            return None
        if path == "/a":
            asked = parse_qs(self.path.partition("?")[2]).get("language", [self.language])
            page = (SNAPSHOTS / asked[0] / "AuthenticatorPage.html").read_text()
            return "text/html; charset=utf-8", page.replace("byPerson", self.opened).encode()
        if path.endswith(".css"):
            return "text/css", b"\n".join((ASSETS / f"Assets/{name}.css").read_bytes() for name in STYLES)
        if path.endswith("/protocol/client.js"):
            return "text/javascript", SCRIPTED.read_bytes()
        if module := re.fullmatch(r"/assets/authenticator\.HASH/((?:page|protocol)/[a-z0-9-]+\.js)", path):
            return "text/javascript", (ASSETS / "Authenticator" / module[1]).read_bytes()
        if path == "/assets/late.HASH.js":
            return "text/javascript", (ASSETS / "Assets/late.js").read_bytes()
        if path.endswith(".svg"):
            return "image/svg+xml", (ASSETS / "Assets/icon.svg").read_bytes()
        return None

    def log_message(self, *arguments) -> None:
        pass


class Steps:
    """A browser at the page."""

    def __init__(self, browser: Browser, language: str):
        self.browser = browser
        self.handler = type("ThisHandler", (Handler,), {"language": language})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self.handler)
        Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/a"
        self.script: str | None = None

    def close(self) -> None:
        self.forget()
        self.server.shutdown()
        self.server.server_close()

    def forget(self) -> None:
        if self.script:
            self.browser.devtools("Page.removeScriptToEvaluateOnNewDocument", identifier=self.script)
        self.script = None

    def open(self, kind: int | None, opened: str = "byPerson", origin: str = MANAGER, **scene) -> None:
        """Opens the page, with a link of this kind."""
        self.forget()
        self.handler.opened = opened
        scene.setdefault("activations", [[]])
        source = f"window.scene = {json.dumps(scene)};"
        self.script = self.browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=source)["identifier"]
        # An address that differs behind the # alone would not load the page anew. A picture of the same origin
        # costs less than `about:blank`, which the browser shows in a process of its own.
        self.browser.open(self.address.removesuffix("a") + "icon.svg")
        self.browser.open(self.address + ("" if kind is None else f"#{pid(kind, origin)}"))

    def expect(self, step: str) -> None:
        self.browser.wait(lambda _: self.step == step and not self.is_busy, f"{step} does not appear")
        # The browser is asked whether it keeps the keys once the step is there.
        self.browser.wait(lambda _: not self.browser.find_all(".keeping:empty"), "The page does not say what is kept")
        text = self.browser.evaluate("document.querySelector('main').innerText")
        assert "undefined" not in text and "[object" not in text, text

    @property
    def step(self) -> str | None:
        return self.browser.evaluate("document.querySelector('main')?.dataset.step ?? null")

    @property
    def is_busy(self) -> bool:
        return self.browser.evaluate("document.querySelector('main')?.hasAttribute('aria-busy') ?? false")

    @property
    def error(self) -> str:
        """The texts of the errors that are shown."""
        return self.browser.evaluate(
            "Array.from(document.querySelectorAll('.error:not(:empty)'), (error) => error.innerText).join('\\n')"
        )

    def press(self, act: str) -> None:
        self.browser.click(f"[data-act={act}]")

    def fill(self, **values: str) -> None:
        for name, value in values.items():
            field = self.browser.find(f"[id='{name.replace('_', '-')}']")
            field.clear()
            field.send_keys(value)

    def fill_named(self, values: dict[str, str]) -> None:
        for name, value in values.items():
            field = self.browser.find(f"[name='{name}']")
            field.clear()
            field.send_keys(value)

    def send(self, **values: str) -> None:
        self.fill(**values)
        self.browser.click("form button.primary")
        self.browser.wait(lambda _: not self.is_busy, "The page stays busy")


def pid(kind: int, origin: str = MANAGER) -> str:
    data = bytes([1, kind]) + bytes(range(16)) + bytes(range(16, 32)) + origin.encode()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
