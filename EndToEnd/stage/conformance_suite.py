"""The conformance suite of the OpenID Foundation as a relying party, which plays the modules of docs/openid.md."""

import json
import secrets
from base64 import b64encode
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import cycle
from urllib.parse import parse_qsl, quote_plus, urlencode, urljoin

import requests
from joserfc import jws
from joserfc.jwk import KeySet

from .authenticator import Authenticator
from .plain_browser import PlainBrowser, PlainLoginPage, encoded
from .posted_form import PostedForm
from .scene import Scene

CALLBACK = "https://suite.example/callback"
POST_LOGOUT = "https://suite.example/post_logout_redirect"
CALLBACK_WITH_QUERY = f"{CALLBACK}?dummy1=lorem&dummy2=ipsum"

# Each attribute is optional, so that the scope of a request chooses.
ATTRIBUTES = {
    "username": "erika",
    "nickname": "Eri",
    "givenName": "Erika",
    "familyName": "Mustermann",
    "birthdate": "1964-08-12",
    "gender": "female",
    "email": "erika@example.org",
    "phoneNumber": "+4922112345",
    "address": "Heidestraße 17; 51147; Köln; DE",
}


def declared(name: str, **members) -> dict:
    """The declaration of one of the suite's clients."""
    verifiable = {"email", "phoneNumber"}
    return {
        "name": name,
        "displayName": "Conformance suite",
        "redirectUris": [CALLBACK, CALLBACK_WITH_QUERY],
        "attributes": [
            {"name": attribute, "required": False} | ({"verified": False} if attribute in verifiable else {})
            for attribute in ATTRIBUTES
        ],
        "roles": [{"name": "user", "alternatives": [["pin", "device"]]}],
    } | members


# Basic OP sends no challenge, and once no nonce either: `legacy`.
BASIC = {
    "signingAlgorithm": "RS256",
    "pkce": "optional",
    "legacy": True,
    "rememberedLogin": {"minutes": 1440},
    "offlineAccess": {"days": 30},
    "postLogoutRedirectUris": [POST_LOGOUT],
}


@dataclass(frozen=True)
class Request:
    """An authorization request, and the browser that comes with it."""

    client: "Client"
    parameters: dict[str, str]
    browser: PlainBrowser
    sent: dict[str, str]
    """The parameters that the browser brings: those of the request, unless it was pushed."""

    @property
    def url(self) -> str:
        return f"{self.client.metadata['authorization_endpoint']}?{urlencode(self.sent)}"

    def send(self, method: str = "GET") -> requests.Response:
        """Sends the browser to the authorization endpoint."""
        if method == "GET":
            return self.browser.get(self.url)
        # The form is on the website's page: without `Origin` of the manager.
        return self.browser.request(method, self.client.metadata["authorization_endpoint"], data=self.sent)

    def refusal(self, method: str = "GET") -> dict[str, str]:
        """The error that comes back to the website at once."""
        return self.answer(self.send(method))

    def confirmed(
        self, device: Authenticator, *options: str, method: str = "GET", is_remembered: bool = False
    ) -> dict[str, str]:
        """The answer after a person has confirmed the login, and has this browser remember it if they like."""
        response = self.send(method)
        assert response.is_redirect, response.text
        assert not response.headers["Location"].startswith(self.parameters["redirect_uri"]), "no page was shown"
        page = PlainLoginPage(self.browser, urljoin(response.url, response.headers["Location"]))
        if is_remembered:
            assert self.browser.post(f"{page.url}/remember", remember="yes").ok
        login = device.login(page.process_data, *options)
        assert login.returncode == 0, login.stderr
        return self.answer(page.proceed())

    def answer(self, response: requests.Response) -> dict[str, str]:
        """The answer to the redirect URI, after the checks that every module makes."""
        posted = self.parameters.get("response_mode") == "form_post"
        uri, answer = posted_answer(response) if posted else redirected_answer(response)
        expected = self.parameters["redirect_uri"]
        for name, value in parse_qsl(expected.partition("?")[2]):
            assert posted or answer.pop(name) == value, "the query of the redirect URI stays"
        assert uri == (expected if posted else expected.partition("?")[0])
        assert answer.get("state") == self.parameters.get("state")
        assert answer["iss"] == self.client.issuer
        others = {"error", "error_description"} if "error" in answer else {"code"}
        assert answer.keys() <= {"state", "iss"} | others
        assert is_description(answer.get("error_description", ""))
        return answer


@dataclass
class Client:
    """One of the suite's registered clients. Its requests have no PKCE unless a module adds it."""

    issuer: str
    client_id: str
    secret: str
    redirect_uri: str = CALLBACK
    response_mode: str | None = None
    algorithm: str = BASIC["signingAlgorithm"]
    """The declared algorithm of its ID tokens."""
    metadata: dict = field(init=False)

    def __post_init__(self):
        self.metadata = requests.get(f"{self.issuer}/.well-known/openid-configuration", timeout=10).json()

    def request(self, browser: PlainBrowser | None = None, **changes: str | None) -> Request:
        """A valid request with a fresh state and nonce, and with changes; `None` removes a parameter."""
        parameters = {
            "response_type": "code",
            "response_mode": self.response_mode,
            "client_id": self.client_id,
            "redirect_uri": self.redirect_uri,
            "scope": "openid",
            "state": secrets.token_urlsafe(8),
            "nonce": secrets.token_urlsafe(8),
        } | changes
        present = {name: value for name, value in parameters.items() if value is not None}
        return Request(self, present, browser or PlainBrowser(), present)

    def pushed(self, request: Request, *, headers: dict | None = None, **changes: str) -> Request:
        """Pushes a request (RFC 9126, section 2.1), by `client_secret_basic` unless `headers` says otherwise."""
        response = requests.post(
            self.metadata["pushed_authorization_request_endpoint"],
            data=request.parameters | changes,
            headers=self.basic if headers is None else headers,
            timeout=10,
        )
        assert response.status_code == 201, response.text
        return replace(request, sent={"client_id": self.client_id, "request_uri": response.json()["request_uri"]})

    @property
    def basic(self) -> dict[str, str]:
        """`client_secret_basic`, with both parts form-encoded."""
        pair = f"{quote_plus(self.client_id)}:{quote_plus(self.secret)}"
        return {"Authorization": f"Basic {b64encode(pair.encode()).decode()}"}

    def redeem(self, code: str, *, headers: dict | None = None, **changes: str) -> requests.Response:
        """Exchanges a code at the token endpoint, by `client_secret_basic` unless `headers` says otherwise."""
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": self.redirect_uri} | changes
        headers = self.basic if headers is None else headers
        return requests.post(self.metadata["token_endpoint"], data=form, headers=headers, timeout=10)

    def refresh(self, token: str, **changes: str) -> requests.Response:
        form = {"grant_type": "refresh_token", "refresh_token": token} | changes
        return requests.post(self.metadata["token_endpoint"], data=form, headers=self.basic, timeout=10)

    def tokens(self, code: str, **changes) -> dict:
        """The token response, after the checks that every module makes."""
        return checked_tokens(self.redeem(code, **changes))

    def log_in(self, device: Authenticator, *options: str, **changes: str | None) -> tuple[dict, dict]:
        """Logs a person in. Returns the token response and the claims of the ID token."""
        request = self.request(**changes)
        tokens = self.tokens(request.confirmed(device, *options)["code"])
        return tokens, self.verified(tokens, request)

    def verified(self, tokens: dict, request: Request, *, is_refreshed: bool = False) -> dict:
        """The claims of an ID token, after the checks of OpenID Connect Core, sections 3.1.3.7 and 12.2."""
        keys = KeySet.import_key_set(requests.get(self.metadata["jwks_uri"], timeout=10).json())
        assert self.algorithm in self.metadata["id_token_signing_alg_values_supported"]
        token = jws.deserialize_compact(tokens["id_token"], keys, algorithms=[self.algorithm])
        assert token.headers()["kid"]
        claims = json.loads(token.payload)
        assert (claims["iss"], claims["aud"]) == (self.issuer, self.client_id)
        assert claims["exp"] > claims["iat"] >= claims["auth_time"]
        nonce = request.parameters.get("nonce")
        assert claims.get("nonce", nonce if is_refreshed else None) == nonce
        assert claims["at_hash"] == encoded(sha256(tokens["access_token"].encode()).digest()[:16])
        assert 0 < len(claims["sub"]) <= 255
        return claims

    def user_info(self, access_token: str) -> dict:
        """The claims at the user info endpoint."""
        response = requests.get(
            self.metadata["userinfo_endpoint"], headers={"Authorization": f"Bearer {access_token}"}, timeout=10
        )
        return checked_user_info(response)


def redirected_answer(response: requests.Response) -> tuple[str, dict[str, str]]:
    uri, _, query = response.headers["Location"].partition("?")
    return uri, dict(parse_qsl(query, strict_parsing=True))


def posted_answer(response: requests.Response) -> tuple[str, dict[str, str]]:
    """The form that a browser posts (OAuth 2.0 Form Post Response Mode 1.0, section 2)."""
    assert response.status_code == 200, response.headers
    form = PostedForm.of(response)
    return form.action, form.fields


def including(*attributes: str) -> list[str]:
    """The options with which a person sends optional attributes."""
    return [argument for attribute in attributes for argument in ("--include", attribute)]


def is_description(text: str) -> bool:
    """True for the characters that an `error_description` may have (RFC 6749, sections 4.1.2.1 and 5.2)."""
    return all(" " <= character <= "~" and character not in '"\\' for character in text)


def checked_tokens(response: requests.Response, token_type: str = "Bearer") -> dict:
    assert response.status_code == 200, response.text
    assert response.headers["Content-Type"].partition(";")[0] == "application/json"
    assert (response.headers["Cache-Control"], response.headers["Pragma"]) == ("no-store", "no-cache")
    tokens = response.json()
    assert tokens["token_type"] == token_type
    assert tokens["expires_in"] > 0
    assert len(tokens["access_token"]) >= 22
    return tokens


def checked_error(response: requests.Response) -> tuple[int, str]:
    """Status and code of an error of the token endpoint (RFC 6749, section 5.2)."""
    assert response.headers["Content-Type"].partition(";")[0] == "application/json"
    error = response.json()
    assert error.keys() <= {"error", "error_description", "error_uri"}
    assert is_description(error.get("error_description", ""))
    return response.status_code, error["error"]


def checked_user_info(response: requests.Response) -> dict:
    assert response.status_code == 200, response.text
    assert response.headers["Content-Type"].partition(";")[0] == "application/json"
    assert response.headers["Date"]
    return response.json()


class ConformanceSuite:
    """A manager at which the suite's clients are registered, and the person who logs in."""

    def __init__(self, scene: Scene):
        self.scene = scene
        self.manager = scene.manager
        self.declare(declared("suite", **BASIC), declared("suite2", **BASIC))
        self.people = cycle([self.new_person(name) for name in ("erika", "max")])

    def new_person(self, name: str) -> Authenticator:
        person = self.scene.person(name)
        self.apply({"users": [{"name": name, "attributes": ATTRIBUTES | {"username": name}}]})
        return person

    @property
    def person(self) -> Authenticator:
        """The person of the next module. They take turns: one device may not log in so often."""
        return next(self.people)

    def declare(self, *services: dict) -> None:
        self.apply({"organizations": [{"name": "Example Inc.", "services": services}]})

    def apply(self, declaration: dict) -> None:
        self.manager.apply(json.dumps(declaration, ensure_ascii=False))

    def client(self, name: str = "suite", **changes) -> Client:
        service = self.manager.service(name)
        return Client(self.manager.issuer, service["clientId"], service["clientSecret"], **changes)
