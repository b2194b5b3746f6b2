"""The modules of the plans RP-Initiated Logout OP and Back-Channel OP: docs/openid.md names the test of each."""

import secrets
from urllib.parse import urlencode

import pytest
import requests
from joserfc import jws
from joserfc.jwk import KeySet, RSAKey
from joserfc.jwt import encode
from stage.conformance_suite import BASIC, POST_LOGOUT, Client, ConformanceSuite, checked_tokens, declared
from stage.fapi_client import part
from stage.logout_receiver import claims
from stage.plain_browser import PlainBrowser
from stage.posted_form import PostedForm
from stage.scene import Scene


@pytest.fixture(scope="module")
def suite(tmp_path_factory, authority, receiver):
    outgoing = ("outgoing:", "  allowedAddresses: [127.0.0.1]", f"  certificateAuthorities: {authority.file}")
    with Scene(tmp_path_factory.mktemp("conformance"), configuration=outgoing) as scene:
        suite = ConformanceSuite(scene)
        suite.declare(declared("suite", **BASIC, backChannelLogoutUri=receiver.url))
        yield suite


@pytest.fixture(scope="module")
def client(suite) -> Client:
    return suite.client()


@pytest.fixture
def logged_in(client, suite) -> tuple[PlainBrowser, str]:
    """A browser that remembers the login of a person, and the ID token."""
    request = client.request()
    tokens = client.tokens(request.confirmed(suite.person, is_remembered=True)["code"])
    assert is_logged_in(client, request.browser)
    return request.browser, tokens["id_token"]


def is_logged_in(client: Client, browser: PlainBrowser) -> bool:
    request = client.request(browser, prompt="none")
    answer = request.answer(request.send())
    assert "code" in answer or answer["error"] == "login_required"
    return "code" in answer


def log_out(client: Client, browser: PlainBrowser, **parameters: str) -> requests.Response:
    return browser.get(f"{client.metadata['end_session_endpoint']}?{urlencode(parameters)}")


def say_yes(browser: PlainBrowser, question: requests.Response) -> requests.Response:
    """Presses the button of the page."""
    form = PostedForm.of(question)
    assert form.action, question.text
    return browser.post(f"{question.url.partition('/openid/')[0]}{form.action}", **form.fields)


def test_the_metadata_name_the_endpoint_and_back_channel_logout(client):
    assert client.metadata["end_session_endpoint"].startswith(f"{client.issuer}/")
    assert client.metadata["backchannel_logout_supported"] is True
    assert client.metadata["backchannel_logout_session_supported"] is True


@pytest.mark.parametrize("state", [{}, {"state": secrets.token_urlsafe(96)}], ids=["no state", "state"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_browser_comes_back_logged_out_with_its_state_alone(client, logged_in, state, method):
    browser, id_token = logged_in
    parameters = {"id_token_hint": id_token, "post_logout_redirect_uri": POST_LOGOUT} | state
    if method == "GET":
        response = log_out(client, browser, **parameters)
    else:
        # The website's form reaches us without cookies. Our page sends it once more.
        origin = {"Origin": "https://suite.example", "Sec-Fetch-Site": "cross-site"}
        endpoint = client.metadata["end_session_endpoint"]
        page = PlainBrowser().request("POST", endpoint, data=parameters, headers=origin)
        response = say_yes(browser, page)
    assert response.status_code == 303
    assert response.headers["Location"] == POST_LOGOUT + (f"?{urlencode(state)}" if state else "")
    assert not is_logged_in(client, browser)


@pytest.mark.parametrize(
    "uri", ["https://suite.example/other", f"{POST_LOGOUT}?foo=bar"], ids=["not registered", "query added"]
)
def test_an_address_that_is_not_registered_ends_the_login_and_leads_nowhere(client, logged_in, uri):
    browser, id_token = logged_in
    response = log_out(client, browser, id_token_hint=id_token, post_logout_redirect_uri=uri, state="s")
    assert response.status_code == 400
    assert "Location" not in response.headers
    assert "You are logged out" in response.text
    assert not is_logged_in(client, browser)


@pytest.mark.parametrize("fault", ["without signature", "of another issuer", "changed"])
def test_an_id_token_that_is_not_from_here_leads_to_a_question_and_nobody_back(client, logged_in, fault):
    browser, id_token = logged_in
    header, claims, signature = id_token.split(".")
    hint = {
        "without signature": f"{part({'alg': 'none', 'typ': 'JWT'})}.{claims}.",
        "of another issuer": encode(
            {"alg": "RS256", "kid": "x"},
            {"iss": client.issuer, "sub": "x", "aud": client.client_id},
            RSAKey.generate_key(),
        ),
        "changed": f"{header}.{claims}.{'A' * len(signature)}",
    }[fault]
    question = log_out(client, browser, id_token_hint=hint, post_logout_redirect_uri=POST_LOGOUT, state="s")
    assert question.status_code == 200
    assert is_logged_in(client, browser)
    answer = say_yes(browser, question)
    assert "Location" not in answer.headers and "You are logged out" in answer.text
    assert not is_logged_in(client, browser)


def test_without_an_id_token_nobody_is_sent_back_even_after_yes(client, logged_in):
    browser, _ = logged_in
    question = log_out(client, browser, post_logout_redirect_uri=POST_LOGOUT, state="s")
    assert question.status_code == 200 and "Conformance suite" in question.text
    assert is_logged_in(client, browser)
    answer = say_yes(browser, question)
    assert "Location" not in answer.headers and "You are logged out" in answer.text
    assert not is_logged_in(client, browser)


@pytest.mark.parametrize("parameters", [{}, {"state": "s"}], ids=["none", "only state"])
def test_without_parameters_a_page_says_that_the_person_is_logged_out_after_yes(client, logged_in, parameters):
    browser, _ = logged_in
    answer = say_yes(browser, log_out(client, browser, **parameters))
    assert answer.status_code == 200 and "You are logged out" in answer.text
    assert not is_logged_in(client, browser)


def test_without_an_address_a_page_says_that_the_person_is_logged_out(client, logged_in):
    browser, id_token = logged_in
    answer = log_out(client, browser, id_token_hint=id_token, state="s")
    assert answer.status_code == 200 and "You are logged out" in answer.text
    assert not is_logged_in(client, browser)


def test_a_lasting_access_outlives_a_logout(client, suite):
    request = client.request(scope="openid offline_access", prompt="consent")
    tokens = client.tokens(request.confirmed(suite.person)["code"])
    client.user_info(tokens["access_token"])
    assert log_out(client, request.browser, id_token_hint=tokens["id_token"]).status_code == 200
    bearer = {"Authorization": f"Bearer {tokens['access_token']}"}
    assert requests.get(client.metadata["userinfo_endpoint"], headers=bearer, timeout=10).status_code == 401
    checked_tokens(client.refresh(tokens["refresh_token"]))


# Back-channel


def test_the_website_is_told_and_the_browser_comes_back(client, logged_in, receiver):
    browser, id_token = logged_in
    of_login = claims(id_token)
    state = {"state": secrets.token_urlsafe(10)}
    response = log_out(client, browser, id_token_hint=id_token, post_logout_redirect_uri=POST_LOGOUT, **state)
    assert response.headers["Location"] == f"{POST_LOGOUT}?{urlencode(state)}"

    def told() -> list[str]:
        return [token for token in receiver.tokens if claims(token)["sid"] == of_login["sid"]]

    with receiver.changed:
        assert receiver.changed.wait_for(told, 30)
        [token] = told()
    keys = KeySet.import_key_set(requests.get(client.metadata["jwks_uri"], timeout=10).json())
    header = jws.deserialize_compact(token, keys, algorithms=["RS256"]).headers()
    assert header["kid"]
    told_claims = claims(token)
    assert (told_claims["iss"], told_claims["aud"]) == (client.issuer, client.client_id)
    assert (told_claims["sub"], told_claims["sid"]) == (of_login["sub"], of_login["sid"])
    assert told_claims["events"] == {"http://schemas.openid.net/event/backchannel-logout": {}}
    assert told_claims["exp"] > told_claims["iat"] and told_claims["jti"]
    assert "nonce" not in told_claims
    assert not is_logged_in(client, browser)
