"""Six websites of one organization that share a login, each with a server of its own."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qsl, urlencode, urlsplit

from .authenticator import Authenticator
from .browser import Browser
from .login_page import LoginPage
from .logout_receiver import LogoutReceiver, claims
from .plain_browser import PlainBrowser, PlainLoginPage
from .private_authority import PrivateAuthority
from .processes import free_port
from .relying_party import RelyingParty, answer
from .scene import Scene

NAMES = ("shop", "wiki", "mail", "chat", "files", "board")
ORGANIZATION = "Shared Ltd."
TERMS = {"minutes": 600, "idleMinutes": 120}
PERMISSION = "Stay logged in at the websites of this organization"
PAGE = "<!doctype html><html lang=en><title>{name}</title><main><h1>{name}</h1><p id={id}>{text}</p></main>"


def roles(*factors: str) -> list[dict]:
    """The only role, which asks for these factors. To stretch a PIN costs ten times the rest of a login."""
    return [{"name": "user", "alternatives": [factors]}]


class SharedWebsite:
    """A website at `localhost`, which is another site than the manager's address. `told` gets its logouts."""

    def __init__(self, name: str, told: LogoutReceiver | None):
        self.name, self.told = name, told
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.tokens: list[dict] = []
        """The answers of the token endpoint, oldest first."""
        self.client: RelyingParty | None = None
        website = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                address = urlsplit(self.path)
                website.answer(self, address.path, dict(parse_qsl(address.query)))

            def log_message(self, *_) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.server.daemon_threads = True
        Thread(target=self.server.serve_forever, daemon=True).start()

    def declaration(self, **members) -> dict:
        told = {"backChannelLogoutUri": self.told.url} if self.told else {}
        return {
            "name": self.name,
            "displayName": self.name.title(),
            "redirectUris": [f"{self.url}/callback"],
            "postLogoutRedirectUris": [f"{self.url}/bye"],
            "signingAlgorithm": "ES256",
            "sharedLogin": True,
            "roles": roles("device"),
            **told,
            **members,
        }

    @property
    def id_token(self) -> dict:
        """The claims of the last ID token."""
        return claims(self.tokens[-1]["id_token"])

    # MARK: Pages

    def answer(self, handler: BaseHTTPRequestHandler, path: str, query: dict[str, str]) -> None:
        if path == "/login":
            return self.redirect(handler, self.client.authorization_request(**query))
        if path == "/logout":
            hint = {"id_token_hint": self.tokens[-1]["id_token"], "post_logout_redirect_uri": f"{self.url}/bye"}
            return self.redirect(handler, f"{self.client.metadata['end_session_endpoint']}?{urlencode(hint)}")
        if path == "/callback" and "code" in query:
            response = self.client.redeem(query["code"])
            if response.status_code == 200:
                self.tokens.append(response.json())
                return self.show(handler, "subject", self.id_token["sub"])
        return self.show(handler, "bye" if path == "/bye" else "error", query.get("error", ""))

    def redirect(self, handler: BaseHTTPRequestHandler, address: str) -> None:
        handler.send_response(303)
        handler.send_header("Location", address)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    def show(self, handler: BaseHTTPRequestHandler, id: str, text: str) -> None:
        body = PAGE.format(name=self.name, id=id, text=text).encode()
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    # MARK: Logins in a browser

    def open_login(self, browser: Browser, parameters: str = "") -> None:
        browser.open(f"{self.url}/login{parameters}")

    def assert_silent(self, browser: Browser, parameters: str = "") -> None:
        """Logs in without a page of the manager that waits."""
        before = len(self.tokens)
        self.open_login(browser, parameters)
        browser.wait_for_site(f"{self.url}/callback")
        browser.wait_for("#subject")
        assert len(self.tokens) == before + 1

    # MARK: Logins without pictures

    def confirm(self, device: Authenticator, browser: PlainBrowser | None = None, *options: str, **changes) -> str:
        """Logs a person in with the device. Returns what it has shown."""
        page = PlainLoginPage(browser or PlainBrowser(), self.client.authorization_request(**changes))
        login = device.login(page.process_data, *options)
        assert login.returncode == 0, login.stderr
        self.redeem(answer(page.proceed())["code"])
        return login.stdout

    def ask(self, browser: PlainBrowser, **changes) -> str | None:
        """Asks for a login without a page. Returns the error; None where a code came, which is redeemed."""
        result = answer(browser.get(self.client.authorization_request(**({"prompt": "none"} | changes))))
        if "code" in result:
            self.redeem(result["code"])
        return result.get("error")

    def redeem(self, code: str) -> None:
        response = self.client.redeem(code)
        assert response.status_code == 200, response.text
        self.tokens.append(response.json())

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        if self.told:
            self.told.stop()


class SharedWebsites:
    """A scene with the six websites. The last one is told of no logout."""

    def __init__(self, folder, *, database: str | None = None, names: tuple[str, ...] = NAMES):
        authority = PrivateAuthority(folder)
        context = authority.server("localhost")
        untold = names[-1]
        self.websites = {
            name: SharedWebsite(name, None if name == untold else LogoutReceiver(context, free_port()))
            for name in names
        }
        outgoing = ("outgoing:", "  allowedAddresses: [127.0.0.1]", f"  certificateAuthorities: {authority.file}")
        self.scene = Scene(folder, database=database, configuration=("surfaces: [account]", *outgoing))
        try:
            self.declare()
        except BaseException:
            self.close()
            raise
        self.manager = self.scene.manager
        for website in self:
            service = self.manager.service(website.name)
            website.client = RelyingParty(
                self.manager.issuer, service["clientId"], service["clientSecret"], f"{website.url}/callback"
            )

    def __iter__(self):
        return iter(self.websites.values())

    def __getitem__(self, name: str) -> SharedWebsite:
        return self.websites[name]

    def __enter__(self) -> "SharedWebsites":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def declare(self, terms: dict | None = TERMS, **members: dict) -> None:
        """Declares the organization anew. `members` are further ones of a website, by its name."""
        organization = {
            "name": ORGANIZATION,
            "groups": ["ops", "staff"],
            "services": [website.declaration(**members.get(website.name, {})) for website in self],
        } | ({"sharedLogin": terms} if terms else {})
        self.scene.manager.apply(json.dumps({"organizations": [organization]}))

    def person(self, name: str) -> Authenticator:
        device = self.scene.person(name, "--alias", "phone")
        user = {"name": name, "memberships": ["Example Inc.", ORGANIZATION], "groups": {ORGANIZATION: ["staff"]}}
        self.manager.apply(json.dumps({"users": [user]}))
        return device

    def begin(self, device: Authenticator, browser: PlainBrowser, *others: str) -> None:
        """Begins a shared login at the first website, by a device that has confirmed the others before."""
        first, *_ = self
        for name in others:
            self[name].confirm(device)
        first.confirm(device, browser, "--include", PERMISSION)

    def confirm(self, website: SharedWebsite, device: Authenticator, browser: Browser, *options: str) -> str:
        """Confirms the login page that the browser shows, and waits for the website. Returns what the device shows."""
        page = LoginPage(browser, self.manager.issuer)
        login = device.login(page.picture(self.scene.new_picture()), *options)
        assert login.returncode == 0, login.stderr
        browser.wait_for_site(website.url)
        browser.wait_for("#subject")
        return login.stdout

    def assert_asks(self, website: SharedWebsite, browser: Browser) -> None:
        """Opens a login, for which the manager wants the device."""
        website.open_login(browser)
        LoginPage(browser, self.manager.issuer).wait_for_state("waiting")

    def close(self) -> None:
        self.scene.close()
        for website in self:
            website.stop()
