"""The backend of a service's own app: OpenID Connect with Authlib, and no browser."""

import secrets
from dataclasses import dataclass, field
from hashlib import sha256

from authlib.integrations.flask_client import OAuth
from flask import Flask

from .manager import Manager
from .plain_browser import encoded

DECLARATION = """
organizations:
  - name: Example Inc.
    services:
      - name: {name}
        displayName: App of the {name}
        redirectUris: ["https://{name}.example/callback"]
        signingAlgorithm: ES256
        {terms}
        roles:
          - name: user
            alternatives: [[pin, device]]
"""


@dataclass
class AppSession:
    """What the backend keeps for one login. The app gets the nonce and the challenge."""

    nonce: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(32))

    @property
    def challenge(self) -> str:
        return encoded(sha256(self.verifier.encode()).digest())

    @property
    def for_the_app(self) -> list[str]:
        # One word each: a random value may begin with a hyphen.
        return [f"--nonce={self.nonce}", f"--code-challenge={self.challenge}"]


class AppBackend:
    """A service with an app. `file` is what the operator gives to the app."""

    def __init__(self, manager: Manager, name: str, *terms: str):
        """`terms` are further lines of the service's declaration, such as `inApp: true`."""
        manager.apply(DECLARATION.format(name=name, terms="\n        ".join(terms)))
        service = manager.service(name)
        self.client_id = service["clientId"]
        self.file = manager.folder / f"{name}.json"
        self.file.write_text(manager.command("service", "show", name, "--json"))
        self.client = OAuth(Flask(name)).register(
            "xign",
            client_id=self.client_id,
            client_secret=service["clientSecret"],
            server_metadata_url=f"{manager.issuer}/.well-known/openid-configuration",
            client_kwargs={"scope": "openid"},
        )

    def tokens(self, code: str, session: AppSession | None = None, **parameters: str) -> dict:
        """Redeems a code. Raises `OAuthError` if it is refused."""
        proof = {"code_verifier": session.verifier} if session else {}
        return self.client.fetch_access_token(code=code, **proof, **parameters)

    def claims(self, tokens: dict, session: AppSession | None = None) -> dict:
        """The claims of the ID token, verified: signature, issuer, audience, expiry, and the session's nonce."""
        return self.client.parse_id_token(tokens, nonce=session and session.nonce)
