"""Proxies that ask oauth2-proxy who a browser is, as docs/integrate/forward-auth.md configures them.

oauth2-proxy itself is played: with the settings of the page it answers and redirects as here.
"""

import secrets
import sys
from abc import ABC, abstractmethod
from functools import cached_property
from hashlib import sha256
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import requests

from .conformance_suite import Client
from .guide import guide, replaced
from .guide_program import environment_of
from .plain_browser import encoded
from .processes import Process, free_port

COOKIE = "_oauth2_proxy"


class Server:
    """A server on loopback, in a thread, until `stop`."""

    def __init__(self, handle):
        """`handle` takes a request's handler, and answers by its `answer`."""

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                handle(self)

            def answer(self, status: int, headers: dict[str, str], body: str = "") -> None:
                self.send_response(status)
                for name, value in (headers | {"Content-Length": str(len(body))}).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"127.0.0.1:{self.server.server_port}"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class HeaderServer(Server):
    """An app that answers with the headers that it gets, one a line, in the form of CGI."""

    def __init__(self):
        super().__init__(self.show)

    @staticmethod
    def show(request: BaseHTTPRequestHandler) -> None:
        """Ignores case, and the difference of `-` and `_`, as CGI and WSGI do."""
        lines = [f"{name.lower().replace('-', '_')}={value}\n" for name, value in request.headers.items()]
        request.answer(200, {}, "".join(lines))

    @staticmethod
    def told(response: requests.Response, prefix: str) -> dict[str, list[str]]:
        """The values of each header with a prefix in an answer. An empty header tells nothing."""
        assert response.status_code == 200
        found: dict[str, list[str]] = {}
        for name, _, value in (line.partition("=") for line in response.text.splitlines()):
            if name.startswith(prefix) and value:
                found.setdefault(name.removeprefix(prefix), []).append(value)
        return found


class OAuth2Proxy:
    """oauth2-proxy with `reverse_proxy`, `set_xauthrequest`, `skip_provider_button` and the upstream `static://202`."""

    def __init__(self, client: Client, scope: str):
        self.client, self.scope = client, scope
        self.begun: dict[str, tuple[str, str, str]] = {}
        """Nonce, verifier and way back of each login, by its state."""
        self.sessions: dict[str, dict[str, str]] = {}
        """The headers of each session, by its cookie."""
        self.server = Server(self.handle)

    def handle(self, request: BaseHTTPRequestHandler) -> None:
        address = urlsplit(request.path)
        query = {name: values[0] for name, values in parse_qs(address.query).items()}
        cookies = SimpleCookie(request.headers.get("Cookie", ""))
        session = self.sessions.get(cookies[COOKIE].value) if COOKIE in cookies else None
        if address.path == "/oauth2/start":
            request.answer(302, {"Location": self.begin(query["rd"])})
        elif address.path == "/oauth2/callback":
            cookie, back = self.finish(query["code"], query["state"])
            request.answer(302, {"Location": back, "Set-Cookie": f"{COOKIE}={cookie}; Path=/; HttpOnly"})
        elif session:
            request.answer(202, session)
        elif address.path == "/oauth2/auth":
            request.answer(401, {})
        else:
            request.answer(302, {"Location": self.begin(request.headers["X-Forwarded-Uri"])})

    def begin(self, back: str) -> str:
        state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
        self.begun[state] = (nonce, verifier, back)
        challenge = encoded(sha256(verifier.encode()).digest())
        changes = {"scope": self.scope, "code_challenge": challenge, "code_challenge_method": "S256"}
        return self.client.request(state=state, nonce=nonce, **changes).url

    def finish(self, code: str, state: str) -> tuple[str, str]:
        nonce, verifier, back = self.begun.pop(state)
        tokens = self.client.tokens(code, code_verifier=verifier)
        claims = self.client.verified(tokens, self.client.request(nonce=nonce))
        user = self.client.user_info(tokens["access_token"])
        headers = {"X-Auth-Request-User": claims["sub"], "X-Auth-Request-Email": user["email"]}
        headers["X-Auth-Request-Preferred-Username"] = claims["preferred_username"]
        # A header without a value is left out.
        if claims["groups"]:
            headers["X-Auth-Request-Groups"] = ",".join(claims["groups"])
        cookie = secrets.token_urlsafe(32)
        self.sessions[cookie] = headers
        return cookie, back

    def stop(self) -> None:
        self.server.stop()


class Proxy(ABC):
    """A proxy in front of a `HeaderServer`."""

    name: str
    file: str
    """The name of the listing."""

    def __init__(self, folder: Path):
        folder.mkdir(mode=0o755)
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"

    @cached_property
    def service(self) -> str:
        return f"forward-auth-{self.name}"

    def declaration(self) -> str:
        page = guide("forward-auth")
        members = page.members.replace("website: https://app.example.org/\n", "").replace(page.origin, self.url)
        return page.declaration(self.service, members)

    def start(self, issuer: str, client_id: str, client_secret: str) -> None:
        page = guide("forward-auth")
        client = Client(issuer, client_id, client_secret, f"{self.url}/oauth2/callback", algorithm="ES256")
        self.oauth2_proxy = OAuth2Proxy(client, page.scope)
        self.app = HeaderServer()
        values = {"127.0.0.1:4180": self.oauth2_proxy.server.address, "127.0.0.1:8000": self.app.address}
        self.write(replaced(page.listings()[self.file], values | self.values()))
        self.process = Process(self.command(), self.folder / f"{self.name}.log")
        self.process.wait_until(self.is_ready)

    def values(self) -> dict[str, str]:
        return {}

    def write(self, listing: str) -> None:
        (self.folder / self.file).write_text(listing)

    @abstractmethod
    def command(self) -> list: ...

    def is_ready(self) -> bool:
        try:
            return requests.get(self.url, allow_redirects=False, timeout=5).status_code == 302
        except requests.RequestException:
            return False

    def stop(self) -> None:
        self.process.stop()
        self.oauth2_proxy.stop()
        self.app.stop()


class Caddy(Proxy):
    name, file = "caddy", "Caddyfile"

    def values(self) -> dict[str, str]:
        return {"app.example.org {": f"http://127.0.0.1:{self.port} {{"}

    def write(self, listing: str) -> None:
        super().write(f"{{\n    admin off\n    auto_https off\n    persist_config off\n}}\n{listing}")

    def command(self) -> list:
        return [Path(sys.executable).with_name("caddy"), "run", "--config", self.folder / self.file]


class Traefik(Proxy):
    name, file = "traefik", "traefik.yaml"

    def values(self) -> dict[str, str]:
        return {"app.example.org": "127.0.0.1"}

    def command(self) -> list:
        options = {
            "providers.file.filename": self.folder / self.file,
            "entrypoints.web.address": f"127.0.0.1:{self.port}",
            "global.checknewversion": "false",
            "global.sendanonymoususage": "false",
        }
        return [environment_of("jupyterhub") / "traefik", *(f"--{name}={value}" for name, value in options.items())]


class Nginx(Proxy):
    name, file = "nginx", "nginx.conf"

    def write(self, listing: str) -> None:
        temporary = "".join(
            f"{name}_temp_path {self.folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        super().write(
            f"pid {self.folder}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}"
            f"server {{\nlisten 127.0.0.1:{self.port};\n{listing}}}\n}}\n"
        )

    def command(self) -> list:
        return ["/usr/sbin/nginx", "-c", self.folder / self.file, "-g", "daemon off;"]


def forged(name: str, value: str) -> dict[str, str]:
    """A header as a browser's user writes it, in both spellings."""
    return {name: value, name.replace("-", "_"): value}
