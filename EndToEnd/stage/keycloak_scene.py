"""A manager, and a Keycloak whose realms log in at it."""

import copy
import json
import secrets
import sqlite3
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import requests
from authlib.integrations.requests_client import OAuth2Session
from authlib.oidc.core import CodeIDToken
from joserfc import jwk, jwt

from .app import App
from .authenticator import Authenticator
from .keycloak import REALM, Keycloak
from .manager import Manager
from .plain_browser import encoded
from .private_authority import PrivateAuthority, TLSProxy
from .processes import free_port

APP = ("app", "the-secret-of-the-app")
REDIRECT_URL = "https://app.example/callback"
LISTED = "https://identity.xignin.dev"
"""The Keycloak in the documentation's listing."""


def realms(undeclared: dict) -> list[dict]:
    """The realm that is shipped, and others that differ from it in one thing. `undeclared` is a manager's service."""
    shipped = json.loads(REALM.read_text())

    hinted = copy.deepcopy(shipped) | {"realm": "hinted"}
    del hinted["authenticationFlows"][0]["authenticationExecutions"][1]["authenticatorConfig"]

    stock = copy.deepcopy(shipped) | {"realm": "stock"}
    for name in ("authenticationFlows", "authenticatorConfig", "browserFlow", "firstBrokerLoginFlow"):
        del stock[name]
    stock["identityProviders"][0]["firstBrokerLoginFlowAlias"] = "first broker login"

    other = copy.deepcopy(shipped) | {"realm": "undeclared"}
    other["identityProviders"][0]["config"] |= {
        "clientId": undeclared["clientId"],
        "clientSecret": undeclared["clientSecret"],
    }
    # The listing's client `account` is in every realm.
    listed = copy.deepcopy(shipped) | {"realm": "SDK-Playground", "clients": []}
    return [shipped, hinted, stock, other, listed]


class KeycloakScene:
    """Both servers run until `close`."""

    def __init__(self, folder: Path, home: Path, *, path: str):
        """`home` is an unpacked Keycloak, and `path` comes before its `/realms`."""
        self.folder = folder
        self.apps: list[App] = []
        with ExitStack() as started:
            self.manager = Manager(folder)
            self.keycloak = Keycloak(home, folder, path=path)
            # The manager posts logouts by https alone.
            authority = PrivateAuthority(folder)
            proxy = TLSProxy(free_port(), authority.server("localhost"), self.keycloak.port)
            started.callback(proxy.stop)
            self.manager.configure(
                f"outgoing: {{ allowedAddresses: [127.0.0.1], certificateAuthorities: {authority.file} }}"
            )
            told = (
                f"https://localhost:{proxy.port}{path}/realms/example/protocol/openid-connect/logout/backchannel-logout"
            )
            names = ("example", "hinted", "stock")
            returns = [f"{self.keycloak.realm(name)}/broker/xign/endpoint" for name in names]
            returns.append(f"{LISTED}{path}/realms/SDK-Playground/broker/xign/endpoint")
            self.manager.apply(
                declaration(returns, [f"{self.keycloak.realm('undeclared')}/broker/xign/endpoint"], told)
            )
            started.callback(self.stop_apps)
            started.callback(self.manager.stop)
            self.manager.start()
            service = self.manager.service("keycloak")
            started.callback(self.keycloak.stop)
            self.keycloak.start(
                realms(self.manager.service("undeclared")),
                environment={
                    "XIGN_ISSUER": self.manager.issuer,
                    "XIGN_CLIENT_ID": service["clientId"],
                    "XIGN_CLIENT_SECRET": service["clientSecret"],
                    "APP_CLIENT_ID": APP[0],
                    "APP_CLIENT_SECRET": APP[1],
                    "APP_REDIRECT_URL": REDIRECT_URL,
                    # Short runs of a server that serves one login at a time.
                    "JAVA_OPTS_KC_HEAP": "-Xms64m -Xmx384m",
                    "JAVA_OPTS_APPEND": "-XX:TieredStopAtLevel=1",
                },
            )
            self.close = started.pop_all().close

    def __enter__(self) -> "KeycloakScene":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def stop_apps(self) -> None:
        for app in self.apps:
            app.stop()

    def add_person(self, name: str) -> None:
        self.manager.apply(
            f"users:\n  - name: {name}\n    memberships: [Example Inc.]\n"
            "    attributes: { givenName: Ada, familyName: Lovelace }\n"
        )

    def person(self, name: str) -> Authenticator:
        """Returns a new person's authenticator, activated."""
        self.add_person(name)
        authenticator = Authenticator(self.folder / name)
        authenticator.trust(self.manager.key_material())
        authenticator.activate(self.manager.invite(name))
        return authenticator

    def app(self, name: str, language: str = "Swift") -> App:
        """Returns a new person's app, activated, for which the listing's Keycloak is this one."""
        self.add_person(name)
        variables = {"LISTED_KEYCLOAK": self.keycloak.origin}
        self.apps.append(App(self.folder / name, self.manager.key_material(), variables=variables, language=language))
        activation = self.manager.invite(name)
        self.apps[-1].activate(activation.link, activation.pin)
        return self.apps[-1]

    def has_delivered_logouts(self) -> bool:
        """True where each logout has reached its website."""
        file = f"file:{self.manager.data / 'manager.sqlite'}?mode=ro"
        with closing(sqlite3.connect(file, uri=True, timeout=10)) as database:
            return database.execute("SELECT count(*) FROM outbox WHERE kind = 'logout'").fetchone() == (0,)

    def service(self, realm: str, **changes) -> dict:
        """The app's service in a realm, as the app knows it."""
        return {
            "url": self.keycloak.origin,
            "redirectUrl": REDIRECT_URL,
            "path": self.keycloak.authorization_path(realm),
            "clientId": APP[0],
            "realm": realm,
            "scopes": ["profile"],
        } | changes


def declaration(returns: list[str], undeclared_returns: list[str], told: str) -> str:
    """The services of the Keycloak. The second one is not declared for InApp-Authentication. `told` is the address that
    gets logout tokens."""

    def service(name: str, addresses: list[str], in_app: bool) -> dict:
        return {
            "name": name,
            "displayName": "The Keycloak",
            "redirectUris": addresses,
            "signingAlgorithm": "ES256",
            "inApp": in_app,
            "rememberedLogin": {"minutes": 60, "idleMinutes": 30},
            "postLogoutRedirectUris": [f"{address}/logout_response" for address in addresses],
            "backChannelLogoutUri": told,
            "attributes": ["givenName", "familyName"],
            "roles": [{"name": "user", "alternatives": [["pin", "device"]]}],
        }

    services = [service("keycloak", returns, True), service("undeclared", undeclared_returns, False)]
    # JSON is YAML.
    return json.dumps(
        {"organizations": [{"name": "Example Inc.", "website": "https://example.org", "services": services}]}
    )


@dataclass
class Backend:
    """The backend of the app, which redeems one code at a realm."""

    realm: str
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    nonce: str = field(default_factory=lambda: secrets.token_urlsafe(16))

    @property
    def authorization(self) -> dict[str, str]:
        """The values for the app's request."""
        return {"nonce": self.nonce, "codeChallenge": encoded(sha256(self.verifier.encode()).digest())}

    def redeem(self, code: str, *, verifier: str | None = None, client: tuple[str, str | None] = APP) -> dict:
        """Exchanges the code for tokens. Raises Authlib's error for a refusal."""
        method = "client_secret_basic" if client[1] else "none"
        session = OAuth2Session(*client, redirect_uri=REDIRECT_URL, token_endpoint_auth_method=method)
        return session.fetch_token(
            f"{self.realm}/protocol/openid-connect/token", code=code, code_verifier=verifier or self.verifier
        )

    def claims(self, code: str) -> dict:
        """Redeems the code, and verifies the ID token."""
        keys = jwk.KeySet.import_key_set(requests.get(f"{self.realm}/protocol/openid-connect/certs", timeout=10).json())
        token = jwt.decode(self.redeem(code)["id_token"], keys, algorithms=["RS256"])
        expected = {"iss": {"value": self.realm}, "aud": {"value": APP[0]}}
        claims = CodeIDToken(token.claims, token.header, expected, {"nonce": self.nonce, "client_id": APP[0]})
        claims.validate()
        return dict(claims)
