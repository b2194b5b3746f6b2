"""A scene over TLS: a manager behind the reverse proxy of an operator, with an authority of its own."""

import socket
import ssl
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlencode

from .authenticator import Authenticator
from .manager import Manager
from .plain_browser import PlainBrowser, PlainLoginPage
from .private_authority import PrivateAuthority
from .processes import free_port
from .reverse_proxy import LOCAL_NAMES, ReverseProxy
from .scene import Scene
from .website import Website

# Networks from which the console can be reached: an address of this host, and one that a client can only invent.
CONSOLE_NETWORKS = "console: {networks: [127.0.0.2, 203.0.113.7]}"


class SecureScene(Scene):
    """A manager, a proxy and a website. The website, people's browsers and devices trust the authority."""

    def __init__(self, folder: Path, proxy: type[ReverseProxy], changes: dict[str, str] | None = None):
        """`changes` are further ones of the proxy's file."""
        self.folder = folder
        with ExitStack() as started:
            self.authority = PrivateAuthority(folder)
            listening_port = free_port()
            self.proxy = proxy(folder / "proxy", listening_port, self.authority.certificate(*LOCAL_NAMES))
            self.proxy.change(changes or {})
            self.manager = Manager(
                folder,
                issuer=f"https://localhost:{self.proxy.port}",
                listening_port=listening_port,
                app_links=f"https://app.localhost:{self.proxy.port}",
            )
            self.console = f"https://console.localhost:{self.proxy.port}"
            self.manager.configure(
                "trustedProxies: [127.0.0.1]",
                "surfaces: [account, console]",
                f"accountOrigin: https://account.localhost:{self.proxy.port}",
                f"consoleOrigin: {self.console}",
                CONSOLE_NETWORKS,
            )
            self.website = Website(folder)
            self.manager.apply(self.website.declaration())
            started.callback(self.manager.stop)
            self.manager.start()
            self.proxy.start()
            started.callback(self.proxy.stop)
            service = self.manager.service("demo")
            started.callback(self.website.stop)
            self.website.start(
                self.manager.issuer, service["clientId"], service["clientSecret"], authority=self.authority.file
            )
            self.close = started.pop_all().close

    def person(self, name: str, *options: str) -> Authenticator:
        self.manager.apply(f"users:\n  - name: {name}\n    memberships: [Example Inc.]\n")
        device = Authenticator(self.folder / name, variables={"XIGN_CA_FILE": str(self.authority.file)})
        device.trust(self.manager.key_material())
        device.activate(self.manager.invite(name), *options)
        return device

    def plain_browser(self) -> PlainBrowser:
        """A browser that trusts the authority."""
        return PlainBrowser(authority=self.authority.file)

    def login_page(self, state: str = "state") -> PlainLoginPage:
        client = self.manager.service("demo")["clientId"]
        redirect = f"{self.website.url}/callback"
        request = {"response_type": "code", "client_id": client, "redirect_uri": redirect, "scope": "openid"}
        challenge = {"code_challenge": "A" * 43, "code_challenge_method": "S256", "nonce": "nonce", "state": state}
        address = f"{self.manager.issuer}/openid/authenticate?{urlencode(request | challenge)}"
        return PlainLoginPage(self.plain_browser(), address)

    @contextmanager
    def tls(self, name: str = "localhost"):
        """A connection to the proxy, which trusts the authority."""
        context = ssl.create_default_context(cafile=self.authority.file)
        with (
            socket.create_connection(("127.0.0.1", self.proxy.port), timeout=40) as connection,
            context.wrap_socket(connection, server_hostname=name) as secured,
        ):
            yield secured
