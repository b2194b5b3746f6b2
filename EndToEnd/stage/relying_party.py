"""A relying party whose requests a test controls."""

import base64
import json
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from subprocess import CompletedProcess
from typing import Self
from urllib.parse import parse_qs, urlencode, urlsplit

import requests

from .authenticator import Authenticator
from .manager import Manager
from .plain_browser import PlainBrowser, PlainLoginPage, encoded


@dataclass
class RelyingParty:
    """An OpenID Connect client with the example website's registration and changeable parameters."""

    issuer: str
    client_id: str
    client_secret: str
    redirect_uri: str
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    state: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    nonce: str = field(default_factory=lambda: secrets.token_urlsafe(16))

    @classmethod
    def of(cls, manager: Manager, name: str) -> Self:
        """The client of a declared service whose website no program serves."""
        service = manager.service(name)
        return cls(manager.issuer, service["clientId"], service["clientSecret"], f"https://{name}.example/callback")

    def __post_init__(self):
        self.metadata = requests.get(f"{self.issuer}/.well-known/openid-configuration", timeout=10).json()

    def authorization_request(self, **changes: str | None) -> str:
        """The URL of a valid authorization request with changes; `None` removes a parameter."""
        parameters = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.redirect_uri,
            "scope": "openid",
            "state": self.state,
            "nonce": self.nonce,
            "code_challenge": encoded(sha256(self.verifier.encode()).digest()),
            "code_challenge_method": "S256",
        } | changes
        present = {name: value for name, value in parameters.items() if value is not None}
        return f"{self.metadata['authorization_endpoint']}?{urlencode(present)}"

    def redeem(self, code: str, *, secret: str | None = None, **changes: str) -> requests.Response:
        """Exchanges the code for tokens."""
        parameters = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.redirect_uri,
            "code_verifier": self.verifier,
        } | changes
        return requests.post(
            self.metadata["token_endpoint"],
            data=parameters,
            auth=(self.client_id, secret or self.client_secret),
            timeout=10,
        )

    def begin(self, device: Authenticator, *options: str, **changes: str) -> tuple[PlainLoginPage, CompletedProcess]:
        """Lets a device confirm a login. Returns the page, and how the device has ended."""
        page = PlainLoginPage(PlainBrowser(), self.authorization_request(**changes))
        return page, device.login(page.process_data, *options)

    def tokens(self, device: Authenticator, *options: str, **changes: str) -> tuple[dict, str]:
        """Logs a person in. Returns the tokens, and what the device has shown."""
        page, login = self.begin(device, *options, **changes)
        assert login.returncode == 0, login.stderr
        tokens = self.redeem(answer(page.proceed())["code"])
        assert tokens.status_code == 200, tokens.text
        return tokens.json(), login.stdout

    def log_in(self, device: Authenticator) -> str:
        """Logs a person in with their device, and returns the access token."""
        return self.tokens(device)[0]["access_token"]

    def refresh(self, token: str) -> requests.Response:
        form = {"grant_type": "refresh_token", "refresh_token": token}
        return requests.post(
            self.metadata["token_endpoint"], data=form, auth=(self.client_id, self.client_secret), timeout=10
        )

    def told(self, tokens: dict, claim: str) -> tuple[object, object]:
        """The claim in the ID token and in user info; None without it."""
        payload = tokens["id_token"].split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
        return claims.get(claim), self.user_info(tokens["access_token"]).json().get(claim)

    def user_info(self, access_token: str) -> requests.Response:
        return requests.get(
            self.metadata["userinfo_endpoint"], headers={"Authorization": f"Bearer {access_token}"}, timeout=10
        )


def answer(response: requests.Response) -> dict[str, str]:
    """The parameters with which a redirect sends the browser back to the website."""
    return {name: values[0] for name, values in parse_qs(urlsplit(response.headers["Location"]).query).items()}
