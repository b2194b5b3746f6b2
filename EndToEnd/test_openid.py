"""OpenID Connect over HTTP: the guarantees for websites, and the limits for attackers."""

import pytest
import requests
from stage.authenticator import Authenticator
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.relying_party import RelyingParty, answer


def log_in(relying_party: RelyingParty, person: Authenticator) -> str:
    """Logs a person in. Returns the code with which the browser returns."""
    page = PlainLoginPage(PlainBrowser(), relying_party.authorization_request())
    login = person.login(page.process_data)
    assert login.returncode == 0, login.stderr
    result = answer(page.proceed())
    assert result["state"] == relying_party.state
    assert result["iss"] == relying_party.issuer
    return result["code"]


def test_discovery_names_this_manager_and_only_what_it_does(relying_party):
    metadata = relying_party.metadata
    assert metadata["issuer"] == relying_party.issuer
    assert metadata["response_types_supported"] == ["code"]
    assert metadata["code_challenge_methods_supported"] == ["S256"]
    assert metadata["authorization_response_iss_parameter_supported"] is True
    for name in ("authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"):
        assert metadata[name].startswith(f"{relying_party.issuer}/")


def test_published_keys_are_public_keys(relying_party):
    keys = requests.get(relying_party.metadata["jwks_uri"], timeout=10).json()["keys"]
    assert keys
    for key in keys:
        assert not {"d", "p", "q", "dp", "dq", "qi", "k"} & key.keys()


@pytest.mark.parametrize(
    "redirect_uri",
    [
        "https://evil.example/callback",
        "{own}/",
        "{own}?more=1",
        "{own}#fragment",
        "{own}%2f..%2fevil",
        "javascript:alert(1)",
        None,
    ],
)
def test_a_wrong_redirect_uri_is_an_error_page_and_no_redirect(relying_party, redirect_uri):
    wrong = redirect_uri and redirect_uri.format(own=relying_party.redirect_uri)
    response = PlainBrowser().get(relying_party.authorization_request(redirect_uri=wrong))
    assert response.status_code == 400
    assert "Location" not in response.headers
    assert "evil" not in response.text


def test_an_unknown_website_is_an_error_page_and_no_redirect(relying_party):
    response = PlainBrowser().get(relying_party.authorization_request(client_id="nobody"))
    assert response.status_code == 400
    assert "Location" not in response.headers


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"scope": "profile"}, "invalid_scope"),
        ({"prompt": "none"}, "login_required"),
    ],
)
def test_a_wrong_request_comes_back_to_the_website_with_its_state(relying_party, changes, error):
    response = PlainBrowser().get(relying_party.authorization_request(**changes))
    assert response.headers["Location"].startswith(f"{relying_party.redirect_uri}?")
    result = answer(response)
    assert (result["error"], result["state"], result["iss"]) == (error, relying_party.state, relying_party.issuer)


def test_a_code_used_twice_revokes_its_tokens(relying_party, ada):
    code = log_in(relying_party, ada)
    tokens = relying_party.redeem(code).json()
    assert relying_party.user_info(tokens["access_token"]).status_code == 200

    second = relying_party.redeem(code)
    assert (second.status_code, second.json()["error"]) == (400, "invalid_grant")
    assert relying_party.user_info(tokens["access_token"]).status_code == 401


def test_a_stolen_code_is_worth_nothing_without_the_verifier(relying_party, ada):
    code = log_in(relying_party, ada)
    response = relying_party.redeem(code, code_verifier="x" * 43)
    assert (response.status_code, response.json()["error"]) == (400, "invalid_grant")


def test_a_code_goes_to_nobody_but_the_website_it_is_for(relying_party, ada):
    code = log_in(relying_party, ada)
    response = relying_party.redeem(code, secret="wrong")
    assert (response.status_code, response.json()["error"]) == (401, "invalid_client")
    assert relying_party.redeem(code).status_code == 200


def test_only_the_browser_that_showed_the_code_gets_the_result(relying_party, ada):
    page = PlainLoginPage(PlainBrowser(), relying_party.authorization_request())
    assert ada.login(page.process_data).returncode == 0

    stranger = page.proceed(PlainBrowser())
    assert "code=" not in stranger.headers.get("Location", "")
    assert stranger.status_code in (400, 403, 404)
    assert "code" in answer(page.proceed())


def test_tokens_are_never_cached(relying_party, ada):
    response = relying_party.redeem(log_in(relying_party, ada))
    assert response.headers["Cache-Control"] == "no-store"
