"""A website of a client whose pages a test controls, for a real browser."""

import json
import threading
from base64 import urlsafe_b64encode
from hashlib import sha256
from urllib.parse import urlencode

from flask import Flask, redirect, request
from werkzeug.serving import make_server

from .processes import free_port

VERIFIER = "a verifier that only this website knows, of 43 or more".replace(" ", "-").replace(",", "")

# Logs in by scripts alone, as a page without a server does. Its requests have the fields of tracing libraries.
SINGLE_PAGE = """<!doctype html><title>Single page</title><h1 id="subject"></h1>
<script type="module">
const tracing = { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "sentry-trace": "4bf92f-00f0",
  baggage: "page=login", "X-Requested-With": "XMLHttpRequest", "Cache-Control": "no-cache" };
const fetch = (address, request = {}) =>
  window.fetch(address, { ...request, headers: { ...tracing, ...request.headers } });
const client = CLIENT;
const answer = new URLSearchParams(location.search);
const metadata = await (await fetch(`${client.issuer}/.well-known/openid-configuration`)).json();
const form = new URLSearchParams({ grant_type: "authorization_code", client_id: client.id, code: answer.get("code"),
  redirect_uri: client.redirectUri, code_verifier: client.verifier });
const keys = await (await fetch(metadata.jwks_uri)).json();
const tokens = await (await fetch(metadata.token_endpoint, { method: "POST", body: form })).json();
const user = await (await fetch(metadata.userinfo_endpoint, {
  headers: { Authorization: `Bearer ${tokens.access_token}` } })).json();
document.querySelector("#subject").textContent = keys.keys.length ? user.sub : "";
</script>"""

# Opens the login in a window of its own, whose last page tells its opener the code.
OPENER = """<!doctype html><title>Opener</title><button>Log in</button><h1 id="code"></h1>
<script type="module">
addEventListener("message", (event) => { document.querySelector("#code").textContent = event.data; });
document.querySelector("button").addEventListener("click", () => open("/login", "login", "width=500,height=700"));
</script>"""

OPENED = """<!doctype html><title>Opened</title><h1 id="opener"></h1>
<script type="module">
document.querySelector("#opener").textContent = opener ? "opened" : "alone";
opener?.postMessage(new URLSearchParams(location.search).get("code"), location.origin);
</script>"""


class ClientPages:
    """A website at a port of its own. `callback` is the page at the redirect URI; `posted` has the forms that came
    there, each with the origin that the browser named."""

    def __init__(self):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.redirect_uri = f"{self.url}/callback"
        self.callback = "<!doctype html><title>Callback</title><h1 id=done>Done</h1>"
        self.posted: list[tuple[str | None, dict[str, str]]] = []
        self.request = ""
        self.client: dict[str, str] = {}
        pages = Flask("client")
        pages.get("/", endpoint="opener")(lambda: OPENER)
        pages.get("/login", endpoint="login")(lambda: redirect(self.request))
        pages.get("/callback", endpoint="callback")(self.show)
        pages.post("/callback", endpoint="posted")(self.post)
        self.server = make_server("127.0.0.1", self.port, pages, threaded=True)
        threading.Thread(target=self.server.serve_forever, args=[0.02], daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()

    def show(self) -> str:
        return self.callback.replace("CLIENT", json.dumps(self.client))

    def post(self) -> str:
        self.posted.append((request.headers.get("Origin"), request.form.to_dict()))
        return self.callback

    def register(self, scene, name: str, **members) -> None:
        """Declares the website as a service, and prepares its requests."""
        self.manager = scene.manager
        service = {
            "name": name,
            "redirectUris": [self.redirect_uri],
            "signingAlgorithm": "ES256",
            "roles": [{"name": "user", "alternatives": [["pin", "device"]]}],
        } | members
        organization = {"name": "Example Inc.", "website": "https://example.org", "services": [service]}
        self.manager.apply(json.dumps({"organizations": [organization]}))
        self.client = {
            "issuer": self.manager.issuer,
            "id": self.manager.service(name)["clientId"],
            "redirectUri": self.redirect_uri,
            "verifier": VERIFIER,
        }
        self.request = self.authorization_request()

    def authorization_request(self, **changes: str) -> str:
        challenge = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
        parameters = {
            "response_type": "code",
            "client_id": self.client["id"],
            "redirect_uri": self.redirect_uri,
            "scope": "openid",
            "state": "the state",
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        } | changes
        return f"{self.manager.issuer}/openid/authenticate?{urlencode(parameters)}"
