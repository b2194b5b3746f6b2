"""Logins through a real Keycloak, which logs in at the manager: the realm of deploy/keycloak."""

import itertools
import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import pytest
import requests
from stage.app import App
from stage.keycloak import unpacked
from stage.keycloak_scene import APP, REDIRECT_URL, Backend, KeycloakScene
from stage.manager import Manager
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.relying_party import answer

# The first test with a scene pays for its start: about a minute for the Keycloak on two cores.
pytestmark = pytest.mark.timeout(300)
needs_keycloak = pytest.mark.skipif(
    not os.environ.get("KEYCLOAK_HOME"), reason="KEYCLOAK_HOME names no folder with a Keycloak, or with its archive"
)
names = (f"ada{number}" for number in itertools.count(1))


@pytest.fixture(scope="module")
def home():
    # 420 MB, which pytest would keep for three runs.
    with tempfile.TemporaryDirectory(prefix="xign-keycloak-") as folder:
        yield unpacked(Path(folder))


@pytest.fixture(scope="module", params=["", "/auth"], ids=["since Keycloak 18", "before Keycloak 18"])
def scene(request, home, tmp_path_factory):
    with KeycloakScene(tmp_path_factory.mktemp("realms"), home, path=request.param) as scene:
        yield scene


def backend(scene, realm: str) -> Backend:
    return Backend(scene.keycloak.realm(realm))


@needs_keycloak
class TestRealm:
    def test_a_browser_logs_in_at_a_website_of_the_realm(self, scene):
        device = scene.person(next(names))
        website, browser = backend(scene, "example"), PlainBrowser()
        parameters = {
            "response_type": "code",
            "client_id": APP[0],
            "redirect_uri": REDIRECT_URL,
            "scope": "openid profile",
            "state": "of-the-browser",
            "nonce": website.nonce,
            "code_challenge": website.authorization["codeChallenge"],
            "code_challenge_method": "S256",
        }
        address = f"{scene.keycloak.origin}{scene.keycloak.authorization_path('example')}?{urlencode(parameters)}"
        page = PlainLoginPage(browser, address)
        assert device.login(page.process_data).returncode == 0
        redirect = page.proceed()
        while not redirect.headers["Location"].startswith(REDIRECT_URL):
            redirect = browser.get(redirect.headers["Location"])
        assert website.claims(answer(redirect)["code"])["given_name"] == "Ada"


def test_the_listing_logs_in_directly_at_the_service_that_it_names(tmp_path):
    client = "0a6e73d6-30bc-4864-b88e-b274582313c5"
    manager = Manager(tmp_path)
    # The listing has neither nonce nor challenge.
    manager.apply(
        "organizations:\n  - name: Example Inc.\n    website: https://example.org\n    services:\n"
        "      - { name: app, displayName: The app, redirectUris: [https://app.example/callback], legacy: true,\n"
        "          pkce: optional, signingAlgorithm: ES256, inApp: true,\n"
        "          roles: [{ name: user, alternatives: [[pin, device]] }] }\n"
        "users:\n  - name: ada\n    memberships: [Example Inc.]\n"
    )
    secret = manager.service("app")["clientSecret"]
    # A manager chooses client ids itself: this service gets the listing's before anybody uses it.
    with closing(sqlite3.connect(manager.data / "manager.sqlite")) as database, database:
        database.execute("UPDATE service SET id = ?", [client])
        database.execute("UPDATE role SET service_id = ?", [client])
    configuration = tmp_path / "app.json"
    configuration.write_text(manager.command("service", "show", "app", "--json"))
    manager.start()
    app = App(tmp_path / "ada", manager.key_material(), services=[configuration])
    try:
        activation = manager.invite("ada")
        app.activate(activation.link, activation.pin)
        code = app.step("inAppByListing", trigger="direct", pin=app.pin)["code"]
        tokens = requests.post(
            f"{manager.issuer}/openid/token",
            data={"grant_type": "authorization_code", "code": code},
            auth=(client, secret),
            timeout=10,
        )
    finally:
        app.stop()
        manager.stop()
    assert tokens.status_code == 200, tokens.text
