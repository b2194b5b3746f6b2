"""Groups: a device shows them, and websites get those that the person has confirmed and still has."""

import json
import re

import pytest
from stage.authenticator import Authenticator
from stage.declarations import assert_refused
from stage.relying_party import RelyingParty
from stage.scene import Scene

DECLARATION = """
organizations:
  - name: Grouped Ltd.
    groups: [staff, ops, guests]
    services:
      - name: console
        redirectUris: ["https://console.example/callback"]
        signingAlgorithm: ES256
        groups: all
        offlineAccess: { days: 30 }
        roles: [{ name: user, alternatives: [[device]] }]
      - name: wiki
        redirectUris: ["https://wiki.example/callback"]
        signingAlgorithm: ES256
        groups: { names: [staff, guests], required: false }
        roles: [{ name: user, alternatives: [[device]] }]
"""


@pytest.fixture(scope="module")
def eve(declared) -> Authenticator:
    return person(declared, "eve", "staff", "ops")


def person(scene: Scene, name: str, *groups: str) -> Authenticator:
    device = scene.person(name)
    memberships = ["Example Inc.", "Grouped Ltd."]
    user = {"name": name, "memberships": memberships, "groups": {"Grouped Ltd.": groups}}
    scene.manager.apply(json.dumps({"users": [user]}))
    return device


def test_a_lost_group_goes_with_the_next_refresh(each_declared):
    scene = each_declared
    ada = person(scene, "ada", "staff", "ops")
    party = RelyingParty.of(scene.manager, "console")
    tokens, shown = party.tokens(ada, scope="openid offline_access groups")
    assert re.search(r"Groups\b.*\bops, staff", shown), shown
    assert party.told(tokens, "groups") == (["ops", "staff"], ["ops", "staff"])

    scene.manager.command("user", "group", "remove", "ada", "Grouped Ltd.", "ops")
    scene.manager.command("user", "group", "add", "ada", "Grouped Ltd.", "guests")
    assert party.told(tokens, "groups")[1] == ["staff"]
    refreshed = party.refresh(tokens["refresh_token"])
    assert refreshed.status_code == 200, refreshed.text
    assert party.told(refreshed.json(), "groups") == (["staff"], ["staff"])
    events = [entry for entry in scene.manager.audit() if entry["event"] == "groupsChanged" and entry["user"] == "ada"]
    assert {entry["detail"] for entry in events} == {"given ops, staff", "taken ops", "given guests"}

    tokens, shown = party.tokens(ada, scope="openid groups")
    assert "guests, staff" in shown
    assert party.told(tokens, "groups") == (["guests", "staff"], ["guests", "staff"])


def test_optional_groups_are_told_if_the_person_includes_them(declared, eve):
    party = RelyingParty.of(declared.manager, "wiki")
    tokens, _ = party.tokens(eve, scope="openid groups")
    assert party.told(tokens, "groups") == (None, None)
    tokens, shown = party.tokens(eve, "--include", "Groups", scope="openid groups")
    assert re.search(r"Groups\b.*\bstaff", shown) and "ops" not in shown, shown
    assert party.told(tokens, "groups") == (["staff"], ["staff"])


def test_whoever_is_in_no_group_is_not_asked_and_the_website_learns_it(declared):
    max_ = person(declared, "max")
    required, optional = (RelyingParty.of(declared.manager, name) for name in ("console", "wiki"))
    for party in (required, optional):
        tokens, shown = party.tokens(max_, scope="openid groups")
        assert "Groups" not in shown
        assert party.told(tokens, "groups") == ([], [])
    tokens, _ = optional.tokens(max_, scope="openid", claims='{"userinfo":{"groups":null}}')
    assert optional.told(tokens, "groups") == (None, [])


def test_the_device_speaks_the_language_that_the_website_asks_for(declared, eve):
    party = RelyingParty.of(declared.manager, "console")
    _, shown = party.tokens(eve, scope="openid groups", ui_locales="de")
    assert re.search(r"Gruppen\b.*\bops, staff", shown), shown


def test_what_cannot_be_is_refused_with_its_line_and_nothing_changes(declared):
    wrong = DECLARATION.replace("[staff, guests]", "[staff, nobody]")
    sentence = 'line 15 (organizations[0].services[1].groups[1]): Grouped Ltd. has no group "nobody"'
    assert_refused(declared.manager, declared.folder, wrong, sentence, "--users")
