"""Groups: a device shows them, and websites get those that the person has confirmed and still has."""

import base64
import json
import re

import pytest
import requests
from stage.authenticator import Authenticator
from stage.declarations import assert_refused
from stage.manager import Manager
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.relying_party import RelyingParty, answer
from stage.scene import Scene

ORGANIZATION = """
organizations:
  - name: Grouped Ltd.
    groups: [staff, ops, guests]
    services:
      - name: console
        redirectUris: ["https://console.example/callback"]
        signingAlgorithm: ES256
        groups: all
        offlineAccess: { days: 30 }
        roles: [{ name: user, alternatives: [[pin, device]] }]
      - name: wiki
        redirectUris: ["https://wiki.example/callback"]
        signingAlgorithm: ES256
        groups: { names: [staff, guests], required: false }
        roles: [{ name: user, alternatives: [[pin, device]] }]
"""


@pytest.fixture(scope="module")
def grouped(tmp_path_factory):
    with Scene(tmp_path_factory.mktemp("groups")) as scene:
        scene.manager.apply(ORGANIZATION)
        yield scene


def person(scene: Scene, name: str, *groups: str) -> Authenticator:
    device = scene.person(name)
    memberships = ["Example Inc.", "Grouped Ltd."]
    user = {"name": name, "memberships": memberships, "groups": {"Grouped Ltd.": groups}}
    scene.manager.apply(json.dumps({"users": [user]}))
    return device


def client(manager: Manager, name: str) -> RelyingParty:
    service = manager.service(name)
    return RelyingParty(
        manager.issuer, service["clientId"], service["clientSecret"], f"https://{name}.example/callback"
    )


def log_in(party: RelyingParty, device: Authenticator, *options: str, **changes: str) -> tuple[dict, str]:
    """Logs a person in. Returns the tokens, and what the device has shown."""
    page = PlainLoginPage(PlainBrowser(), party.authorization_request(**changes))
    login = device.login(page.process_data, *options)
    assert login.returncode == 0, login.stderr
    tokens = party.redeem(answer(page.proceed())["code"])
    assert tokens.status_code == 200, tokens.text
    return tokens.json(), login.stdout


def refresh(party: RelyingParty, token: str) -> dict:
    form = {"grant_type": "refresh_token", "refresh_token": token}
    response = requests.post(
        party.metadata["token_endpoint"], data=form, auth=(party.client_id, party.client_secret), timeout=10
    )
    assert response.status_code == 200, response.text
    return response.json()


def told(party: RelyingParty, tokens: dict) -> tuple[list | None, list | None]:
    """The groups in the ID token and in user info; None without the claim."""
    payload = tokens["id_token"].split(".")[1]
    claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    return claims.get("groups"), party.user_info(tokens["access_token"]).json().get("groups")


def test_a_lost_group_goes_with_the_next_refresh(tmp_path, database):
    with Scene(tmp_path, database=database) as scene:
        scene.manager.apply(ORGANIZATION)
        ada = person(scene, "ada", "staff", "ops")
        party = client(scene.manager, "console")
        tokens, shown = log_in(party, ada, scope="openid offline_access groups")
        assert re.search(r"Groups\b.*\bops, staff", shown), shown
        assert told(party, tokens) == (["ops", "staff"], ["ops", "staff"])

        scene.manager.command("user", "group", "remove", "ada", "Grouped Ltd.", "ops")
        scene.manager.command("user", "group", "add", "ada", "Grouped Ltd.", "guests")
        assert told(party, tokens)[1] == ["staff"]
        assert told(party, refresh(party, tokens["refresh_token"])) == (["staff"], ["staff"])
        events = [entry for entry in scene.manager.audit() if entry["event"] == "groupsChanged"]
        assert {entry["detail"] for entry in events} == {"given ops, staff", "taken ops", "given guests"}

        tokens, shown = log_in(party, ada, scope="openid groups")
        assert "guests, staff" in shown
        assert told(party, tokens) == (["guests", "staff"], ["guests", "staff"])


def test_optional_groups_are_told_if_the_person_includes_them(grouped):
    party = client(grouped.manager, "wiki")
    eve = person(grouped, "eve", "staff", "ops")
    tokens, _ = log_in(party, eve, scope="openid groups")
    assert told(party, tokens) == (None, None)
    tokens, shown = log_in(party, eve, "--include", "Groups", scope="openid groups")
    assert re.search(r"Groups\b.*\bstaff", shown) and "ops" not in shown, shown
    assert told(party, tokens) == (["staff"], ["staff"])


def test_whoever_is_in_no_group_is_not_asked_and_the_website_learns_it(grouped):
    max_ = person(grouped, "max")
    for name in ("console", "wiki"):
        party = client(grouped.manager, name)
        tokens, shown = log_in(party, max_, scope="openid groups")
        assert "Groups" not in shown
        assert told(party, tokens) == ([], [])
        tokens, _ = log_in(party, max_, scope="openid", claims='{"userinfo":{"groups":null}}')
        assert told(party, tokens) == (None, [])


def test_the_device_speaks_the_language_that_the_website_asks_for(grouped):
    party = client(grouped.manager, "console")
    _, shown = log_in(party, person(grouped, "paul", "guests"), scope="openid groups", ui_locales="de")
    assert re.search(r"Gruppen\b.*\bguests", shown), shown


def test_what_cannot_be_is_refused_with_its_line_and_nothing_changes(grouped):
    wrong = ORGANIZATION.replace("[staff, guests]", "[staff, nobody]")
    sentence = 'line 15 (organizations[0].services[1].groups[1]): Grouped Ltd. has no group "nobody"'
    assert_refused(grouped.manager, grouped.folder, wrong, sentence, "--users")
