"""A service's own app logs in directly, and its backend, an independent OpenID Connect client, redeems the code.

The lifetime of the code is tested with the manager's clock (`InApp/DirectLoginTests.swift`).
"""

import itertools
import json

import pytest
from authlib.integrations.base_client import OAuthError
from joserfc.errors import InvalidClaimError
from stage.app_backend import AppBackend, AppSession

DECLINED = 1
UNUSABLE = 65
REFUSED = 77

numbers = itertools.count(1)


@pytest.fixture(scope="module")
def canteen(scene) -> AppBackend:
    return AppBackend(scene.manager, "canteen", "inApp: true")


def log_in(person, backend: AppBackend, session: AppSession | None = None, *options) -> str:
    """Logs a person in to the app. Returns the code that the app hands to its backend."""
    login = person.log_in_to_app(backend.file, *(session.for_the_app if session else []), *options)
    assert login.returncode == 0, login.stderr
    (code,) = login.stdout.splitlines()
    return code


def assert_refused(backend: AppBackend, code: str, session: AppSession | None = None, **parameters) -> None:
    with pytest.raises(OAuthError) as refusal:
        backend.tokens(code, session, **parameters)
    assert refusal.value.error == "invalid_grant"


def test_the_backend_learns_who_logged_in_to_the_app(scene, canteen, ada):
    session = AppSession()
    tokens = canteen.tokens(log_in(ada, canteen, session), session)
    claims = canteen.claims(tokens, session)
    assert claims["iss"] == scene.manager.issuer
    assert claims["aud"] in (canteen.client_id, [canteen.client_id])
    assert claims["roles"] == ["user"]
    assert canteen.client.userinfo(token=tokens)["sub"] == claims["sub"]

    again = AppSession()
    assert canteen.claims(canteen.tokens(log_in(ada, canteen, again), again), again)["sub"] == claims["sub"]


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


def test_a_code_is_redeemed_once_and_its_second_use_revokes_the_tokens(canteen, ada):
    session = AppSession()
    code = log_in(ada, canteen, session)
    tokens = canteen.tokens(code, session)
    assert canteen.client.get(canteen.client.load_server_metadata()["userinfo_endpoint"], token=tokens).ok
    assert_refused(canteen, code, session)
    endpoint = canteen.client.load_server_metadata()["userinfo_endpoint"]
    assert canteen.client.get(endpoint, token=tokens).status_code == 401


def test_a_code_is_worth_nothing_to_another_client(scene, canteen, ada):
    thief = AppBackend(scene.manager, "thief", "inApp: true")
    session = AppSession()
    code = log_in(ada, canteen, session)
    assert_refused(thief, code, session)
    # It is used up: somebody has it who should not.
    assert_refused(canteen, code, session)


def test_a_code_is_worth_nothing_with_another_sessions_verifier_or_without_one(canteen, ada):
    for injected_into in (AppSession(), None):
        session = AppSession()
        code = log_in(ada, canteen, session)
        assert_refused(canteen, code, injected_into)
        assert_refused(canteen, code, session)


def test_a_code_of_an_app_is_not_redeemed_with_a_redirect_uri(canteen, ada):
    session = AppSession()
    code = log_in(ada, canteen, session)
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
    tokens = legacy.tokens(log_in(ada, legacy))
    assert "nonce" not in legacy.claims(tokens)
