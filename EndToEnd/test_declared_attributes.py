"""Declared attributes and account names: the operator keeps them, the person confirms them, websites get them."""

import json
import re

import pytest
from stage.authenticator import Authenticator
from stage.declarations import assert_refused
from stage.relying_party import RelyingParty
from stage.scene import Scene

DECLARATION = """
settings:
  attributes:
    - name: costCentre
      label: { en: Cost centre, de: Kostenstelle }
      claim: cost_centre
      scope: hr
    - { name: seats, label: Seats, type: number }
organizations:
  - name: Keeping Ltd.
    services:
      - name: wiki
        displayName: Wiki
        redirectUris: ["https://wiki.example/callback"]
        signingAlgorithm: ES256
        attributes: [{ name: costCentre, required: false }, seats]
        offlineAccess: { days: 30 }
        roles: [{ name: user, alternatives: [[device]] }]
      - name: cloud
        displayName: Cloud
        redirectUris: ["https://cloud.example/callback"]
        signingAlgorithm: ES256
        accountName: preferred_username
        roles: [{ name: user, alternatives: [[device]] }]
"""
BOTH_PLACES = '{"id_token":{"cost_centre":null,"seats":null},"userinfo":{"cost_centre":null,"seats":null}}'


@pytest.fixture(scope="module")
def eve(declared) -> Authenticator:
    """A person without an account name."""
    return person(declared, "eve", attributes={"costCentre": "7", "seats": 1}, accountNames={})


def person(scene: Scene, name: str, **declared: object) -> Authenticator:
    device = scene.person(name)
    user = {"name": name, "memberships": ["Example Inc.", "Keeping Ltd."], **declared}
    scene.manager.apply(json.dumps({"users": [user]}))
    return device


def test_a_device_includes_them_and_a_changed_value_goes_at_the_next_refresh(each_declared):
    scene, manager = each_declared, each_declared.manager
    ada = person(scene, "ada", attributes={"costCentre": "quarry", "seats": 3}, accountNames={"cloud": "ada.l"})
    wiki = RelyingParty.of(manager, "wiki")
    assert "hr" in wiki.metadata["scopes_supported"]
    assert {"cost_centre", "seats"} < set(wiki.metadata["claims_supported"])

    tokens, shown = wiki.tokens(ada, scope="openid")
    assert re.search(r"Seats\b.*\bSeats", shown), shown
    assert "quarry" not in shown
    assert wiki.told(tokens, "seats") == (None, 3)
    assert wiki.told(tokens, "cost_centre") == (None, None)

    tokens, shown = wiki.tokens(ada, "--include", "Cost centre", scope="openid offline_access hr", claims=BOTH_PLACES)
    assert "quarry" not in shown
    assert wiki.told(tokens, "cost_centre") == ("quarry", "quarry")
    assert wiki.told(tokens, "seats") == (3, 3)

    manager.command("user", "attribute", "set", "ada", "costCentre", "granite")
    assert wiki.told(tokens, "cost_centre")[1] is None
    refreshed = wiki.refresh(tokens["refresh_token"]).json()
    assert wiki.told(refreshed, "cost_centre") == (None, None)
    assert wiki.told(refreshed, "seats") == (3, 3)
    tokens, _ = wiki.tokens(ada, "--include", "Cost centre", scope="openid hr")
    assert wiki.told(tokens, "cost_centre") == (None, "granite")

    cloud = RelyingParty.of(manager, "cloud")
    tokens, shown = cloud.tokens(ada, scope="openid")
    assert re.search(r"Account at Cloud\b.*\bada\.l", shown), shown
    assert cloud.told(tokens, "preferred_username") == ("ada.l", "ada.l")
    manager.command("user", "account-name", "set", "ada", "cloud", "ada.lovelace")
    assert cloud.user_info(tokens["access_token"]).status_code == 401
    tokens, _ = cloud.tokens(ada, scope="openid")
    assert cloud.told(tokens, "preferred_username") == ("ada.lovelace", "ada.lovelace")

    log = json.dumps(manager.audit())
    assert "accountNameChanged" in log and "costCentre" in log
    assert not re.search(r"ada\.l|quarry|granite", log)


def test_nobody_without_an_account_name_logs_in_and_the_device_says_whom_to_ask(declared, eve):
    cloud = RelyingParty.of(declared.manager, "cloud")
    _, refused = cloud.begin(eve, scope="openid")
    assert refused.returncode != 0
    assert "Account at Cloud" in refused.stderr and "Ask Keeping Ltd." in refused.stderr
    taken = declared.manager.try_command("user", "account-name", "set", "eve", "cloud", "a" * 65)
    assert taken.returncode == 78
    declared.manager.command("user", "account-name", "set", "eve", "cloud", "eve")
    tokens, _ = cloud.tokens(eve, scope="openid")
    assert cloud.told(tokens, "preferred_username") == ("eve", "eve")
    declared.manager.apply("users:\n  - name: max\n")
    taken = declared.manager.try_command("user", "account-name", "set", "max", "cloud", "EVE")
    assert taken.returncode == 78 and "the user eve" in taken.stderr


def test_the_device_speaks_the_language_that_the_website_asks_for(declared, eve):
    wiki = RelyingParty.of(declared.manager, "wiki")
    _, shown = wiki.tokens(eve, "--include", "Kostenstelle", scope="openid hr", ui_locales="de")
    assert "Kostenstelle" in shown, shown


def test_what_cannot_be_is_refused_with_its_line_and_nothing_changes(declared):
    wrong = DECLARATION.replace("seats]", "seat]")
    sentence = "(organizations[0].services[0].attributes[1]): seat is no attribute; did you mean seats?"
    assert_refused(declared.manager, declared.folder, wrong, sentence, "--attributes")
