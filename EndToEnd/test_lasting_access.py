"""Lasting access: a website comes back without the person, until the moment that the person has signed."""

import base64
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests
from stage.authenticator import Authenticator
from stage.manager import Manager
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import wait_until
from stage.relying_party import RelyingParty, answer

SERVICES = """
organizations:
  - name: Lasting Ltd.
    services:
      - name: backend
        redirectUris: ["https://backend.example/callback"]
        signingAlgorithm: ES256
        offlineAccess: { days: 30, idleDays: 7 }
        roles: [{ name: user, alternatives: [[pin, device]] }]
      - name: page
        redirectUris: ["https://page.example/callback"]
        signingAlgorithm: ES256
        confidential: false
        offlineAccess: { days: 30 }
        roles: [{ name: user, alternatives: [[pin, device]] }]
"""


@pytest.fixture(scope="module", autouse=True)
def services(scene):
    scene.manager.apply(SERVICES)
    # A manager hears within a second of what another process has changed.
    wait_until(lambda: "refresh_token" in client(scene.manager, "backend").metadata["grant_types_supported"])


def person(scene, name: str) -> Authenticator:
    device = scene.person(name)
    scene.manager.apply(f"users:\n  - name: {name}\n    memberships: [Example Inc., Lasting Ltd.]\n")
    return device


def client(manager: Manager, name: str) -> RelyingParty:
    service = manager.service(name)
    return RelyingParty(
        manager.issuer, service["clientId"], service.get("clientSecret") or "", f"https://{name}.example/callback"
    )


def post(party: RelyingParty, endpoint: str, **form: str) -> requests.Response:
    """Sends a form as the party's server or page does."""
    auth = (party.client_id, party.client_secret) if party.client_secret else None
    if auth is None:
        form["client_id"] = party.client_id
    return requests.post(party.metadata[endpoint], data=form, auth=auth, timeout=10)


def refresh(party: RelyingParty, token: str, **form: str) -> requests.Response:
    return post(party, "token_endpoint", grant_type="refresh_token", refresh_token=token, **form)


def log_in(party: RelyingParty, device: Authenticator) -> tuple[dict, str]:
    """Logs a person in with a lasting access. Returns the tokens, and what the device has shown."""
    page = PlainLoginPage(PlainBrowser(), party.authorization_request(scope="openid offline_access"))
    login = device.login(page.process_data)
    assert login.returncode == 0, login.stderr
    form = {"redirect_uri": party.redirect_uri, "code_verifier": party.verifier, "code": answer(page.proceed())["code"]}
    tokens = post(party, "token_endpoint", grant_type="authorization_code", **form)
    assert tokens.status_code == 200, tokens.text
    return tokens.json(), login.stdout


def claims(tokens: dict) -> dict:
    payload = tokens["id_token"].split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


def test_a_website_comes_back_with_the_login_that_the_person_has_confirmed(scene):
    party = client(scene.manager, "backend")
    assert "refresh_token" in party.metadata["grant_types_supported"]
    assert "offline_access" in party.metadata["scopes_supported"]
    tokens, shown = log_in(party, person(scene, "lastingly"))
    assert "Lasting access:" in shown and "without asking you again" in shown
    assert tokens["scope"] == "openid offline_access"
    refreshed = refresh(party, tokens["refresh_token"])
    assert refreshed.status_code == 200, refreshed.text
    first, second = claims(tokens), claims(refreshed.json())
    for name in ("iss", "sub", "aud", "auth_time", "sid", "acr", "amr", "roles"):
        assert first[name] == second[name]
    assert "nonce" not in second
    assert party.user_info(refreshed.json()["access_token"]).json() == {"sub": first["sub"]}
    # A confidential client keeps its token.
    assert refresh(party, tokens["refresh_token"]).status_code == 200
    assert refresh(party, tokens["refresh_token"], scope="openid email").json()["error"] == "invalid_scope"


def test_of_a_page_a_token_that_is_used_by_many_at_once_ends_the_access(scene):
    party = client(scene.manager, "page")
    tokens, _ = log_in(party, person(scene, "rotated"))
    with ThreadPoolExecutor(20) as threads:
        answers = list(threads.map(lambda _: refresh(party, tokens["refresh_token"]), range(20)))
    winners = [answer.json() for answer in answers if answer.status_code == 200]
    assert len(winners) == 1
    refused = refresh(party, winners[0]["refresh_token"])
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")
    assert party.user_info(winners[0]["access_token"]).status_code == 401


def test_a_website_gives_its_tokens_back(scene):
    party = client(scene.manager, "backend")
    tokens, _ = log_in(party, person(scene, "given-back"))
    other = client(scene.manager, "page")
    foreign = post(other, "revocation_endpoint", token=tokens["refresh_token"])
    assert (foreign.status_code, foreign.json()["error"]) == (400, "invalid_grant")
    assert post(party, "revocation_endpoint", token="unknown", token_type_hint="any").status_code == 200
    assert post(party, "revocation_endpoint", token=tokens["refresh_token"]).status_code == 200
    assert refresh(party, tokens["refresh_token"]).json()["error"] == "invalid_grant"
    assert party.user_info(tokens["access_token"]).status_code == 401


def test_an_operator_ends_the_access_with_the_account(scene):
    party = client(scene.manager, "backend")
    tokens, _ = log_in(party, person(scene, "switched-off"))
    scene.manager.apply("users:\n  - name: switched-off\n    memberships: [Example Inc.]\n    active: false\n")
    scene.manager.apply(
        "users:\n  - name: switched-off\n    memberships: [Example Inc., Lasting Ltd.]\n    active: true\n"
    )
    assert refresh(party, tokens["refresh_token"]).json()["error"] == "invalid_grant"


def test_where_the_operator_gives_no_lasting_access_the_scope_is_ignored(scene, relying_party):
    device = scene.person("not-lasting")
    page = PlainLoginPage(PlainBrowser(), relying_party.authorization_request(scope="openid offline_access"))
    login = device.login(page.process_data)
    assert login.returncode == 0, login.stderr
    assert "Lasting access" not in login.stdout
    tokens = relying_party.redeem(answer(page.proceed())["code"]).json()
    assert "refresh_token" not in tokens
    assert tokens["scope"] == "openid"
    assert refresh(relying_party, "x").json()["error"] == "unauthorized_client"
