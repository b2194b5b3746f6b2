"""The example website refuses every invalid ID token."""

import time

import pytest
import requests
from joserfc.jwk import ECKey
from stage.dishonest_issuer import DishonestIssuer
from stage.website import Website


@pytest.fixture
def issuer():
    issuer = DishonestIssuer()
    yield issuer
    issuer.stop()


@pytest.fixture
def website(issuer, tmp_path):
    website = Website(tmp_path)
    website.start(issuer.url, "the website", "its secret")
    yield website
    website.stop()


def claims_after_login(website: Website) -> requests.Response:
    browser = requests.Session()
    browser.get(f"{website.url}/login", timeout=10)
    return browser.get(f"{website.url}/claims", timeout=10)


def test_an_honest_token_logs_in(website, issuer):
    response = claims_after_login(website)
    assert response.status_code == 200
    assert response.json()["sub"] == "somebody"
    assert issuer.asked["code_challenge_method"] == "S256"


def test_it_shows_what_the_user_info_endpoint_tells_of_the_same_person(website, issuer):
    issuer.user_info = {"sub": "somebody", "given_name": "Ada", "iss": "https://evil.example"}
    claims = claims_after_login(website).json()
    assert claims["given_name"] == "Ada"
    assert claims["iss"] == issuer.url


@pytest.mark.parametrize("user_info", [{"sub": "somebody else"}, {"given_name": "Ada"}, {}])
def test_what_is_told_of_somebody_else_does_not_log_in(website, issuer, user_info):
    issuer.user_info = user_info
    assert claims_after_login(website).status_code == 401


@pytest.mark.parametrize(
    "changes",
    [
        {"iss": "https://evil.example"},
        {"aud": "another website"},
        {"nonce": "of another login"},
        {"exp": int(time.time()) - 3600},
        {"sub": None},
    ],
    ids=["issuer", "audience", "nonce", "expiry", "subject"],
)
def test_a_token_for_something_else_does_not(website, issuer, changes):
    issuer.changes = changes
    assert claims_after_login(website).status_code == 401


def test_a_token_under_another_key_does_not(website, issuer):
    issuer.signs_with = ECKey.generate_key("P-256")
    assert claims_after_login(website).status_code == 401


def test_an_answer_that_this_browser_did_not_ask_for_does_not(website):
    browser = requests.Session()
    response = browser.get(f"{website.url}/callback?code=code&state=foreign", timeout=10)
    assert response.status_code == 403
    assert browser.get(f"{website.url}/claims", timeout=10).status_code == 401
