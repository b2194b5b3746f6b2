"""The pages of errors, of the end of a login and of the manager's own address, for everybody."""

import re
import sqlite3
from contextlib import closing, contextmanager

import pytest
import requests
from stage.accessibility import assert_for_everybody
from stage.browser import Browser
from stage.login_page import LoginPage
from stage.scene import Scene
from stage.tree import assert_tree

LANGUAGES = ["en", "de"]
OPERATOR = """
settings:
  operator:
    name: Example Inc.
    help: https://example.org/help
    imprint: https://example.org/imprint
    privacy: https://example.org/privacy
    app: { name: Example Login, appStore: "https://apps.apple.com/app/id1", other: "https://example.org/app" }
"""
STRICT = (
    "surfaces: []",
    "limits:",
    "  exempt: []",
    "  logins: {perMinute: 1, burst: 3}",
    "  requests: {perMinute: 1, burst: 400}",
)


@pytest.fixture
def browser(reset_browser) -> Browser:
    return reset_browser


@pytest.fixture(scope="module")
def strict(tmp_path_factory):
    """A scene whose logins expire after five seconds, and whose manager accepts three at once from each network. It
    serves nothing but logins, and its pages name the operator."""
    with Scene(tmp_path_factory.mktemp("strict"), settings=OPERATOR, configuration=STRICT) as scene:
        scene.manager.apply(scene.website.declaration().replace("pkce:", "sessionSeconds: 5\n        pkce:"))
        yield scene


def assert_refusal(browser: Browser, name: str, language: str, names: dict[str, str] | None = None) -> None:
    """Checks a page of an error. `names` are texts that differ in each run, as for `assert_tree`."""
    assert_for_everybody(browser, language)
    ids = {code.text: "ID" for code in browser.find_all("code")}
    assert_tree(browser, f"refusal-{name}", language, ids | (names or {}))


def test_an_expired_login_and_one_too_many_are_for_everybody(strict, browser):
    for language in LANGUAGES:
        browser.ask_for_language(language)
        browser.open(f"{strict.website.url}/login")
        page = LoginPage(browser, strict.manager.issuer)
        assert {"Example Inc.", "Example Login"} <= set(re.findall(r"Example \w+\.?", browser.text))
        page.wait_for_state("expired")
        assert_for_everybody(browser, language)
    browser.open(f"{strict.website.url}/login")
    for language in LANGUAGES:
        browser.ask_for_language(language)
        browser.open(f"{strict.website.url}/login")
        assert_for_everybody(browser, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_managers_own_address_is_for_everybody(strict, browser, language):
    browser.ask_for_language(language)
    browser.open(f"{strict.manager.issuer}/")
    assert_for_everybody(browser, language)
    assert_tree(browser, "home", language, {})


# MARK: Refusals

REFUSALS = {
    "not-found": lambda issuer, party: f"{issuer}/nowhere",
    "method": lambda issuer, party: f"{issuer}/language",
    "other-browser": lambda issuer, party: f"{issuer}/login/{'A' * 22}",
    "redirect-uri": lambda issuer, party: party.authorization_request(redirect_uri="https://elsewhere.example/"),
    "unknown-website": lambda issuer, party: party.authorization_request(client_id="unknown"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_refused_is_told_to_everybody(scene, relying_party, browser, language):
    browser.ask_for_language(language)
    for name, address in REFUSALS.items():
        browser.open(address(scene.manager.issuer, relying_party))
        assert_refusal(browser, name, language, {scene.website.host: "website.example"})


@contextmanager
def database_in_use(scene: Scene):
    """Holds the lock of the database, so that the manager cannot write."""
    with closing(sqlite3.connect(scene.manager.data / "manager.sqlite", timeout=10, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        yield


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_manager_without_its_database_is_told_to_everybody(scene, relying_party, browser, language):
    browser.ask_for_language(language)
    with database_in_use(scene):
        browser.open(relying_party.authorization_request())
    assert_refusal(browser, "unavailable", language)


def test_the_request_id_of_a_refusal_can_be_copied(scene, relying_party, browser):
    permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"]
    browser.devtools("Browser.grantPermissions", origin=scene.manager.issuer, permissions=permissions)
    browser.open(relying_party.authorization_request(client_id="unknown"))
    browser.wait_for("button", lambda button: button.text == "Copy").click()
    browser.wait_for("button", lambda button: button.text == "Copied")
    assert browser.evaluate("navigator.clipboard.readText()") == browser.find("code").text


# The last test with this scene: its manager answers no more requests of this network.
def test_a_network_with_too_many_requests_is_told_so(strict, browser):
    # The browser keeps the style sheet of an earlier page.
    browser.open(f"{strict.manager.issuer}/nowhere")
    for language in LANGUAGES:
        browser.ask_for_language(language)
        # One more request is allowed each minute.
        while requests.get(f"{strict.manager.issuer}/nowhere", timeout=10).status_code != 429:
            pass
        browser.open(f"{strict.manager.issuer}/nowhere")
        assert_refusal(browser, "too-many-requests", language)
