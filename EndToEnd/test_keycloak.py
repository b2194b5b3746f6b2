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
from authlib.integrations.base_client import OAuthError
from stage.app import App, AppRefusal
from stage.keycloak import unpacked
from stage.keycloak_scene import APP, REDIRECT_URL, Backend, KeycloakScene
from stage.manager import Manager
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import run
from stage.relying_party import answer

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


@pytest.fixture
def app(scene):
    """A new person's app: with the SDK for Swift at one Keycloak, for Kotlin at the other.

    The SDK for Swift meets the other one in `xign`. An app is stopped at once, since the Kotlin SDK's takes memory.
    """
    app = scene.app(next(names), "Kotlin" if scene.keycloak.path else "Swift")
    yield app
    app.stop()


def backend(scene, realm: str) -> Backend:
    return Backend(scene.keycloak.realm(realm))


def log_in(scene, app: App, realm: str, **changes) -> dict:
    """Logs in to the app through a realm. Returns the claims that the app's backend has verified."""
    server = backend(scene, realm)
    app.step("startInApp", keycloak=scene.service(realm, **changes), **server.authorization)
    assert app.authenticate() == "serviceLogin"
    return server.claims(app.step("fetchCode")["code"])


def refused_start(scene, app: App, realm: str, **changes) -> AppRefusal:
    """Begins a login through a realm that the SDK must refuse."""
    with pytest.raises(AppRefusal) as refusal:
        app.step("startInApp", keycloak=scene.service(realm, **changes), **backend(scene, realm).authorization)
    return refusal.value


@needs_keycloak
class TestRealm:
    def test_a_person_gets_one_user_however_often_they_log_in(self, scene, app):
        first = log_in(scene, app, "example")
        assert (first["given_name"], first["family_name"]) == ("Ada", "Lovelace")
        assert log_in(scene, app, "example")["sub"] == first["sub"]
        other = log_in(scene, scene.app(next(names)), "example")
        assert other["sub"] != first["sub"], "another person with the same names"

    def test_the_alias_leads_to_the_manager_where_the_realm_has_no_default(self, scene, app):
        assert log_in(scene, app, "hinted", identityProvider="xign")["given_name"] == "Ada"

    def test_the_terminal_prints_the_code_for_the_backend(self, scene):
        device, server, service = scene.person(next(names)), backend(scene, "example"), scene.service("example")
        login = run(
            *device.command("inapp", "keycloak", "--url", service["url"], "--redirect-url", REDIRECT_URL),
            *("--client", APP[0], "--realm", "example", "--path", service["path"], "--scope", "profile"),
            *("--nonce", server.nonce, "--code-challenge", server.authorization["codeChallenge"]),
            *("--yes", "--pin-stdin"),
            input=f"{device.pin}\n",
        )
        assert login.returncode == 0, login.stderr
        assert server.claims(login.stdout.strip())["given_name"] == "Ada"

    def test_a_browser_logs_in_at_a_website_of_the_realm(self, scene):
        device = scene.person(next(names))
        website, browser = backend(scene, "example"), PlainBrowser()
        page = PlainLoginPage(browser, authorization_request(scene, website))
        assert device.login(page.process_data).returncode == 0
        redirect = followed(browser, page.proceed(), until=REDIRECT_URL)
        assert website.claims(answer(redirect)["code"])["given_name"] == "Ada"


def log_in_by_browser(scene, website: Backend, browser: PlainBrowser, *, is_remembered: bool = False) -> dict:
    """Logs a new person in at a website of the realm. Returns the tokens."""
    device = scene.person(next(names))
    page = PlainLoginPage(browser, authorization_request(scene, website))
    if is_remembered:
        assert browser.post(f"{page.url}/remember", remember="yes").ok
    assert device.login(page.process_data).returncode == 0
    return website.redeem(answer(followed(browser, page.proceed(), until=REDIRECT_URL))["code"])


def authorization_request(scene, website: Backend) -> str:
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
    return f"{scene.keycloak.origin}{scene.keycloak.authorization_path('example')}?{urlencode(parameters)}"


def followed(browser: PlainBrowser, response: requests.Response, *, until: str) -> requests.Response:
    """Follows redirects as far as one to this address."""
    while not response.headers["Location"].startswith(until):
        response = browser.get(response.headers["Location"])
        assert response.is_redirect, response.text
    return response


def is_logged_in(tokens: dict, website: Backend) -> bool:
    """True as long as the Keycloak has the session of a login."""
    address = f"{website.realm}/protocol/openid-connect/token"
    form = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    return requests.post(address, data=form, auth=APP, timeout=10).status_code == 200


@needs_keycloak
class TestLogout:
    def test_one_at_a_website_of_the_realm_ends_the_login_at_the_manager_and_comes_back(self, scene):
        website, browser = backend(scene, "example"), PlainBrowser()
        tokens = log_in_by_browser(scene, website, browser, is_remembered=True)
        parameters = {"id_token_hint": tokens["id_token"], "post_logout_redirect_uri": REDIRECT_URL, "state": "bye"}
        response = browser.get(f"{website.realm}/protocol/openid-connect/logout?{urlencode(parameters)}")
        back = followed(browser, response, until=REDIRECT_URL)
        assert back.headers["Location"] == f"{REDIRECT_URL}?state=bye"
        assert not is_logged_in(tokens, website)
        # The manager asks for the device again.
        assert PlainLoginPage(browser, authorization_request(scene, website)).session

    def test_one_at_the_manager_ends_the_session_of_the_keycloak(self, scene):
        website, browser = backend(scene, "example"), PlainBrowser()
        tokens = log_in_by_browser(scene, website, browser, is_remembered=True)
        assert is_logged_in(tokens, website)
        page = browser.post(f"{scene.manager.issuer}/openid/logout/confirmed")
        assert "<li><bdi>The Keycloak</bdi></li>" in page.text
        # A refresh beside the logout can bring the session back to Keycloak's cache, so it is tried once, afterwards.
        scene.manager.process.wait_until(scene.has_delivered_logouts)
        assert not is_logged_in(tokens, website)


@needs_keycloak
class TestCode:
    def test_it_works_once(self, scene, app):
        server = backend(scene, "example")
        app.step("startInApp", keycloak=scene.service("example"), **server.authorization)
        app.authenticate()
        code = app.step("fetchCode")["code"]
        server.redeem(code)
        with pytest.raises(OAuthError, match="invalid_grant"):
            server.redeem(code)

    def test_it_needs_the_backends_verifier(self, scene, app):
        server = backend(scene, "example")
        app.step("startInApp", keycloak=scene.service("example"), **server.authorization)
        app.authenticate()
        with pytest.raises(OAuthError, match="invalid_grant"):
            server.redeem(app.step("fetchCode")["code"], verifier="v" * 43)

    def test_it_belongs_to_the_apps_client(self, scene, app):
        server = backend(scene, "example")
        app.step("startInApp", keycloak=scene.service("example"), **server.authorization)
        app.authenticate()
        code = app.step("fetchCode")["code"]
        with pytest.raises(OAuthError, match="invalid_grant"):
            # Every realm has this public client.
            server.redeem(code, client=("account", None))


@needs_keycloak
class TestWrongTurn:
    def test_a_login_form_since_nothing_chose_the_manager(self, scene, app):
        refusal = refused_start(scene, app, "stock")
        assert refusal.code == "keycloakInteractionRequired"
        assert "Identity Provider Redirector" in str(refusal)

    def test_an_error_page_where_there_is_neither_a_default_nor_a_form(self, scene, app):
        assert refused_start(scene, app, "hinted").code == "keycloakMisconfigured"

    def test_the_profile_page_of_the_stock_first_login(self, scene, app):
        server = backend(scene, "stock")
        app.step("startInApp", keycloak=scene.service("stock", identityProvider="xign"), **server.authorization)
        assert app.authenticate() == "serviceLogin"
        with pytest.raises(AppRefusal) as refusal:
            app.step("fetchCode")
        assert refusal.value.code == "keycloakInteractionRequired"
        assert "Create User If Unique" in str(refusal.value)

    def test_an_oauth_error_in_the_redirect(self, scene, app):
        refusal = refused_start(scene, app, "example", scopes=["nothing"])
        assert refusal.code == "keycloakRefused"
        assert "invalid_scope" in str(refusal)

    def test_a_client_that_demands_a_challenge_gets_none(self, scene, app):
        with pytest.raises(AppRefusal) as refusal:
            app.step("startInApp", keycloak=scene.service("example"))
        assert refusal.value.code == "keycloakRefused"

    def test_a_service_that_is_not_declared_for_apps(self, scene, app):
        refusal = refused_start(scene, app, "undeclared")
        assert refusal.code == "keycloakMisconfigured"
        assert "inApp: true" in str(refusal)

    def test_a_realm_that_does_not_exist(self, scene, app):
        refusal = refused_start(scene, app, "nowhere")
        assert refusal.code == "keycloakMisconfigured"
        assert "/auth/realms/..." in str(refusal)


@needs_keycloak
def test_the_listing_logs_in_through_the_keycloak_that_it_names(scene, app):
    # The listing's address goes to this Keycloak, which knows by the proxy's header fields how it is called there.
    if scene.keycloak.path:
        # As the listing says, the path is another one before Keycloak 18.
        assert app.refusal("inAppByListing", trigger="keycloak", pin=app.pin) == "keycloakMisconfigured"
        return
    for named in (app, scene.app(next(names), "Kotlin")):
        assert_redeemed(scene, named.step("inAppByListing", trigger="keycloak", pin=named.pin)["code"])


def assert_redeemed(scene, code: str) -> None:
    """Redeems a code of the listing's client."""
    proxy = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "identity.xignin.dev", "X-Forwarded-Port": "443"}
    redirect_url = "https://identity.xignin.dev/realms/SDK-Playground/account/login-redirect"
    tokens = requests.post(
        f"{scene.keycloak.realm('SDK-Playground')}/protocol/openid-connect/token",
        data={
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": redirect_url,
            # The client of the listing is public.
            "client_id": "account",
        },
        headers=proxy,
        timeout=10,
    )
    assert tokens.status_code == 200, tokens.text


@pytest.mark.parametrize("language", ["Swift", "Kotlin"])
def test_the_listing_logs_in_directly_at_the_service_that_it_names(tmp_path, language):
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
    app = App(tmp_path / "ada", manager.key_material(), services=[configuration], language=language)
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
