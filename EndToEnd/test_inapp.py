"""A service's own app logs in directly, and its backend, an independent OpenID Connect client, redeems the code.

The lifetime of the code is tested with the manager's clock (`InApp/DirectLoginTests.swift`).
"""

import itertools
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from authlib.integrations.base_client import OAuthError
from joserfc.errors import InvalidClaimError
from stage.app import App, AppRefusal
from stage.app_backend import AppBackend, AppSession

DECLINED = 1
UNUSABLE = 65
REFUSED = 77

numbers = itertools.count(1)


@pytest.fixture(scope="module")
def canteen(scene) -> AppBackend:
    return AppBackend(scene.manager, "canteen", "inApp: true")


class KotlinApp:
    """A person's app with the Kotlin SDK. It is started for each login, with the service that it then belongs to."""

    def __init__(self, scene, home: Path):
        self.home, self.key_material = home, scene.manager.key_material()
        scene.manager.apply("users:\n  - name: kit\n    memberships: [Example Inc.]\n")
        activation = scene.manager.invite("kit")
        with self.running() as app:
            app.activate(activation.link, activation.pin)

    @contextmanager
    def running(self, *services: Path) -> Iterator[App]:
        app = App(self.home, self.key_material, services=services, language="Kotlin")
        try:
            yield app
        finally:
            app.stop()

    def log_in(self, backend: AppBackend, session: AppSession | None = None) -> str:
        """Logs the person in. Returns the code that the app hands to its backend."""
        with self.running(backend.file) as app:
            app.step("startInApp", service=backend.client_id, **authorization(session))
            assert app.authenticate() == "serviceLogin"
            return app.step("fetchCode")["code"]


def authorization(session: AppSession | None) -> dict[str, str]:
    return {"nonce": session.nonce, "codeChallenge": session.challenge} if session else {}


@pytest.fixture(scope="module")
def kotlin_app(scene, tmp_path_factory) -> KotlinApp:
    return KotlinApp(scene, tmp_path_factory.mktemp("kotlin") / "kit")


@pytest.fixture(params=["xign", "Kotlin"])
def log_in(request, ada) -> Callable[..., str]:
    """Logs a person in to the app of a backend. Returns the code that the app hands to it.

    `xign` stands for an app with the SDK for Swift.
    """
    if request.param == "Kotlin":
        return request.getfixturevalue("kotlin_app").log_in

    def log_in_by_xign(backend: AppBackend, session: AppSession | None = None) -> str:
        login = ada.log_in_to_app(backend.file, *(session.for_the_app if session else []))
        assert login.returncode == 0, login.stderr
        (code,) = login.stdout.splitlines()
        return code

    return log_in_by_xign


def assert_refused(backend: AppBackend, code: str, session: AppSession | None = None, **parameters) -> None:
    with pytest.raises(OAuthError) as refusal:
        backend.tokens(code, session, **parameters)
    assert refusal.value.error == "invalid_grant"


def test_the_backend_learns_who_logged_in_to_the_app(scene, canteen, log_in):
    session = AppSession()
    tokens = canteen.tokens(log_in(canteen, session), session)
    claims = canteen.claims(tokens, session)
    assert claims["iss"] == scene.manager.issuer
    assert claims["aud"] in (canteen.client_id, [canteen.client_id])
    assert claims["roles"] == ["user"]
    assert canteen.client.userinfo(token=tokens)["sub"] == claims["sub"]

    again = AppSession()
    assert canteen.claims(canteen.tokens(log_in(canteen, again), again), again)["sub"] == claims["sub"]


def test_standard_output_holds_the_code_alone(canteen, ada):
    login = ada.log_in_to_app(canteen.file, *AppSession().for_the_app)
    assert len(login.stdout.split()) == 1
    assert "App of the canteen" in login.stderr
    assert login.stdout.strip() not in login.stderr


def test_the_code_is_available_as_json_with_its_circumstances(canteen, ada):
    session = AppSession()
    login = ada.log_in_to_app(canteen.file, canteen.client_id, *session.for_the_app, "--json")
    report = json.loads(login.stdout)
    assert (report["relyingPartyName"], report["role"]) == ("App of the canteen", "user")
    assert "redirectUrl" not in report and "returnUrl" not in report
    assert canteen.claims(canteen.tokens(report["code"], session), session)


def test_a_declined_login_gives_no_code(canteen, newcomer):
    login = newcomer.log_in_to_app(canteen.file, *AppSession().for_the_app, "--decline")
    assert (login.returncode, login.stdout) == (0, "")
    wrong = newcomer.log_in_to_app(canteen.file, *AppSession().for_the_app, pin="111222")
    assert wrong.returncode != 0 and wrong.stdout == ""


def test_a_code_is_redeemed_once_and_its_second_use_revokes_the_tokens(canteen, log_in):
    session = AppSession()
    code = log_in(canteen, session)
    tokens = canteen.tokens(code, session)
    assert canteen.client.get(canteen.client.load_server_metadata()["userinfo_endpoint"], token=tokens).ok
    assert_refused(canteen, code, session)
    endpoint = canteen.client.load_server_metadata()["userinfo_endpoint"]
    assert canteen.client.get(endpoint, token=tokens).status_code == 401


def test_a_code_is_worth_nothing_to_another_client(scene, canteen, log_in):
    thief = AppBackend(scene.manager, "thief", "inApp: true")
    session = AppSession()
    code = log_in(canteen, session)
    assert_refused(thief, code, session)
    # It is used up: somebody has it who should not.
    assert_refused(canteen, code, session)


def test_a_code_is_worth_nothing_with_another_sessions_verifier_or_without_one(canteen, log_in):
    for injected_into in (AppSession(), None):
        session = AppSession()
        code = log_in(canteen, session)
        assert_refused(canteen, code, injected_into)
        assert_refused(canteen, code, session)


def test_a_code_of_an_app_is_not_redeemed_with_a_redirect_uri(canteen, log_in):
    session = AppSession()
    code = log_in(canteen, session)
    assert_refused(canteen, code, session, redirect_uri="https://canteen.example/callback")


def test_without_a_challenge_the_nonce_shows_the_backend_an_injected_code(scene, ada):
    backend = AppBackend(scene.manager, "museum", "inApp: true", "pkce: optional")
    session, other = AppSession(), AppSession()
    login = ada.log_in_to_app(backend.file, f"--nonce={session.nonce}")
    tokens = backend.tokens(login.stdout.strip())
    with pytest.raises(InvalidClaimError):
        backend.claims(tokens, other)
    assert backend.claims(tokens, session)


def test_the_file_for_the_app_contains_no_secret(scene, canteen):
    secret = scene.manager.service("canteen")["clientSecret"]
    assert secret not in canteen.file.read_text()
    assert not any("secret" in name.lower() for name in json.loads(canteen.file.read_text()))


def test_a_service_that_lets_no_app_in_says_how_to_change_that(scene, ada):
    closed = AppBackend(scene.manager, "closed", "inApp: false")
    login = ada.log_in_to_app(closed.file, *AppSession().for_the_app)
    assert (login.returncode, login.stdout) == (REFUSED, "")
    assert "inApp: true" in login.stderr


def test_only_a_legacy_service_takes_a_login_without_nonce_and_challenge(scene, canteen, ada):
    refused = ada.log_in_to_app(canteen.file)
    assert (refused.returncode, refused.stdout) == (UNUSABLE, "")
    assert "--code-challenge" in refused.stderr

    legacy = AppBackend(scene.manager, "oldtimer", "inApp: true", "legacy: true")
    login = ada.log_in_to_app(legacy.file)
    assert login.returncode == 0, login.stderr
    assert "nonce" not in legacy.claims(legacy.tokens(login.stdout.strip()))


def test_the_kotlin_sdk_says_why_it_logs_in_to_no_app(scene, canteen, kotlin_app):
    closed = AppBackend(scene.manager, "shut", "inApp: false")
    with kotlin_app.running(canteen.file, closed.file) as app:
        values = authorization(AppSession())
        with pytest.raises(AppRefusal, match="inApp: true") as refusal:
            app.step("startInApp", service=closed.client_id, **values)
        assert refusal.value.code == "notAllowed"
        assert app.refusal("startInApp", service=canteen.client_id) == "requestRejected"
