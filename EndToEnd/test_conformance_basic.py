"""The modules of the plans Basic OP, Config OP and Form Post Basic OP: docs/openid.md names the test of each."""

import time
from hashlib import sha256

import pytest
import requests
from stage.conformance_suite import (
    CALLBACK_WITH_QUERY,
    Client,
    ConformanceSuite,
    checked_error,
    checked_tokens,
    checked_user_info,
    including,
    is_description,
)
from stage.plain_browser import PlainBrowser, encoded
from stage.scene import Scene

PROFILE = ("username", "nickname", "givenName", "familyName", "birthdate", "gender")
CLAIMS = {
    "profile": {"preferred_username", "nickname", "given_name", "family_name", "name", "birthdate", "gender"},
    "email": {"email", "email_verified"},
    "phone": {"phone_number", "phone_number_verified"},
    "address": {"address"},
}
SENT = {"profile": PROFILE, "email": ("email",), "phone": ("phoneNumber",), "address": ("address",)}


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    with Scene(tmp_path_factory.mktemp("conformance")) as scene:
        yield ConformanceSuite(scene)


@pytest.fixture(scope="module")
def client(suite) -> Client:
    return suite.client()


@pytest.fixture(scope="module")
def other(suite) -> Client:
    return suite.client("suite2")


@pytest.fixture
def person(suite):
    return suite.person


# Config OP


def test_the_discovery_document_has_what_clients_configure_themselves_with(suite):
    response = requests.get(f"{suite.manager.issuer}/.well-known/openid-configuration", timeout=10)
    assert (response.status_code, response.headers["Content-Type"]) == (200, "application/json")
    metadata = response.json()
    assert metadata["issuer"] == suite.manager.issuer
    assert metadata["response_types_supported"] == ["code"]
    assert metadata["subject_types_supported"] == ["pairwise"]
    assert "RS256" in metadata["id_token_signing_alg_values_supported"]
    assert "none" not in metadata["id_token_signing_alg_values_supported"]
    assert {"openid", "profile", "email", "phone", "address", "roles"} <= set(metadata["scopes_supported"])
    assert {"client_secret_basic", "client_secret_post"} <= set(metadata["token_endpoint_auth_methods_supported"])
    assert "authorization_code" in metadata["grant_types_supported"]
    assert {"sub", "name", "email"} <= set(metadata["claims_supported"])
    assert metadata["claims_parameter_supported"] is True
    assert metadata["request_parameter_supported"] is False
    assert metadata["request_uri_parameter_supported"] is False
    assert "registration_endpoint" not in metadata
    endpoints = [value for name, value in metadata.items() if name.endswith(("_endpoint", "_uri"))]
    assert all(endpoint.startswith(f"{suite.manager.issuer}/") for endpoint in endpoints)


def test_the_published_keys_are_public_distinct_and_named(client):
    keys = requests.get(client.metadata["jwks_uri"], timeout=10).json()["keys"]
    assert len({key["kid"] for key in keys}) == len(keys)
    for key in keys:
        assert key["use"] == "sig"
        assert not {"d", "p", "q", "dp", "dq", "qi", "k"} & key.keys()
        assert all("=" not in key[member] for member in ("n", "e", "x", "y") if member in key)


# The code flow


@pytest.fixture(params=[{}, {"response_mode": "form_post"}], ids=["query", "form_post"])
def mode(request) -> dict:
    """The parameters of a response mode: each module is played with each."""
    return request.param


def test_a_login_gives_tokens_that_every_client_can_verify(client, person, mode):
    request = client.request(**mode)
    code = request.confirmed(person)["code"]
    assert len(code) >= 22
    tokens = client.tokens(code)
    claims = client.verified(tokens, request)
    assert "name" not in claims and "email" not in claims
    assert client.user_info(tokens["access_token"]) == {"sub": claims["sub"]}


def test_the_query_of_a_redirect_uri_stays(client, person, mode):
    request = client.request(redirect_uri=CALLBACK_WITH_QUERY, **mode)
    code = request.confirmed(person)["code"]
    client.tokens(code, redirect_uri=CALLBACK_WITH_QUERY)


def test_a_request_may_be_posted(client, person, mode):
    client.tokens(client.request(**mode).confirmed(person, method="POST")["code"])


def test_neither_nonce_nor_challenge_is_needed_of_a_legacy_client(client, person, mode):
    request = client.request(nonce=None, **mode)
    claims = client.verified(client.tokens(request.confirmed(person)["code"]), request)
    assert "nonce" not in claims


def test_a_challenge_must_be_met_by_a_legacy_client_too(client, person, mode):
    verifier = "a" * 43
    challenge = {"code_challenge": encoded(sha256(verifier.encode()).digest())}
    code = client.request(code_challenge_method="S256", **challenge, **mode).confirmed(person)["code"]
    client.tokens(code, code_verifier=verifier)


@pytest.mark.parametrize(
    "wish",
    [
        {"display": "page"},
        {"display": "popup"},
        {"extra": "foobar"},
        {"login_hint": "erika@suite.example"},
        {"ui_locales": "se"},
        {"claims_locales": "se"},
        {"acr_values": "1 2"},
    ],
    ids=lambda wish: next(iter(wish)),
)
def test_a_wish_does_not_hinder_a_login(client, person, mode, wish):
    client.tokens(client.request(**wish, **mode).confirmed(person)["code"])


def test_a_supported_context_class_is_in_the_id_token(client, person, mode):
    supported = client.metadata["acr_values_supported"]
    _, claims = client.log_in(person, acr_values=" ".join(supported), **mode)
    assert claims["acr"] in supported


@pytest.mark.parametrize("method", ["GET", "HEADER", "BODY"])
def test_user_info_is_told_by_get_and_by_post(client, person, mode, method):
    tokens, claims = client.log_in(person, **mode)
    address, token = client.metadata["userinfo_endpoint"], tokens["access_token"]
    bearer = {"Authorization": f"Bearer {token}"}
    response = {
        "GET": lambda: requests.get(address, headers=bearer, timeout=10),
        "HEADER": lambda: requests.post(address, headers=bearer, timeout=10),
        "BODY": lambda: requests.post(address, data={"access_token": token}, timeout=10),
    }[method]()
    assert checked_user_info(response)["sub"] == claims["sub"]


@pytest.mark.parametrize("scope", ["profile", "email", "phone", "address"])
def test_user_info_has_the_claims_of_a_scope(client, person, mode, scope):
    tokens, _ = client.log_in(person, *including(*SENT[scope]), scope=f"openid {scope}", **mode)
    assert set(tokens["scope"].split()) == {"openid", scope}
    assert client.user_info(tokens["access_token"]).keys() == {"sub"} | CLAIMS[scope]


@pytest.mark.parametrize("scope", ["openid profile email phone address", "address phone email profile openid"])
def test_the_order_of_scopes_is_of_no_importance(client, person, mode, scope):
    attributes = [attribute for names in SENT.values() for attribute in names]
    tokens, id_token = client.log_in(person, *including(*attributes), scope=scope, **mode)
    claims = client.user_info(tokens["access_token"])
    assert claims.keys() == {"sub"}.union(*CLAIMS.values())
    assert claims["email_verified"] is False and claims["phone_number_verified"] is False
    assert claims["address"]["country"] == "DE"
    assert "name" not in id_token


def test_a_claim_is_told_where_it_was_asked_for(client, person, mode):
    claims = '{"userinfo": {"name": {"essential": true}}}'
    tokens, id_token = client.log_in(person, *including("givenName", "familyName"), claims=claims, **mode)
    told = client.user_info(tokens["access_token"])
    assert told == {"sub": told["sub"], "name": "Erika Mustermann"}
    assert "name" not in id_token


def test_the_secret_may_be_in_the_form(client, person, mode):
    code = client.request(**mode).confirmed(person)["code"]
    client.tokens(code, headers={}, client_id=client.client_id, client_secret=client.secret)


def test_a_code_used_again_is_refused_and_revokes_the_token(client, person, mode):
    code = client.request(**mode).confirmed(person)["code"]
    tokens = client.tokens(code)
    assert checked_error(client.redeem(code)) == (400, "invalid_grant")
    bearer = {"Authorization": f"Bearer {tokens['access_token']}"}
    refused = requests.get(client.metadata["userinfo_endpoint"], headers=bearer, timeout=10)
    assert refused.status_code == 401
    assert 'error="invalid_token"' in refused.headers["WWW-Authenticate"]


# Remembered logins


def repeated(client: Client, browser: PlainBrowser, **changes: str) -> dict:
    """The claims of a login that this browser repeats without the device."""
    request = client.request(browser, **changes)
    return client.verified(client.tokens(request.answer(request.send())["code"]), request)


def test_a_remembered_login_is_repeated_without_the_device_until_a_fresh_one_is_demanded(client, person, mode):
    request = client.request(max_age="15000", **mode)
    tokens = client.tokens(request.confirmed(person, is_remembered=True)["code"])
    first, browser = client.verified(tokens, request), request.browser
    for changes in ({"prompt": "none"}, {"prompt": "none", "id_token_hint": tokens["id_token"]}, {"max_age": "10000"}):
        again = repeated(client, browser, **changes, **mode)
        assert (again["sub"], again["auth_time"]) == (first["sub"], first["auth_time"]), changes

    time.sleep(2)  # More than `max_age`. The real manager has no other clock than the system's.
    assert client.request(browser, prompt="none", max_age="1", **mode).refusal()["error"] == "login_required"
    later = first["auth_time"]
    for changes in ({"max_age": "1"}, {"prompt": "login"}):
        request = client.request(browser, **changes, **mode)
        claims = client.verified(client.tokens(request.confirmed(person)["code"]), request)
        assert claims["sub"] == first["sub"]
        assert claims["auth_time"] > first["auth_time"] and claims["auth_time"] >= later, changes
        later = claims["auth_time"]


# Refresh tokens


def test_a_refresh_token_gives_new_tokens_to_its_client_alone(client, other, person, mode):
    request = client.request(scope="openid offline_access", prompt="consent", **mode)
    first = client.tokens(request.confirmed(person)["code"])
    claims = client.verified(first, request)
    assert "refresh_token" in client.metadata["grant_types_supported"]
    assert is_description(first["refresh_token"]) and len(first["refresh_token"]) >= 22

    time.sleep(1.1 - time.time() % 1)  # The next second of the system's clock: `iat` differs.
    second = checked_tokens(client.refresh(first["refresh_token"], scope="openid offline_access"))
    assert second["access_token"] != first["access_token"]
    refreshed = client.verified(second, request, is_refreshed=True)
    same = ("iss", "sub", "aud", "auth_time")
    assert [refreshed[name] for name in same] == [claims[name] for name in same]
    assert refreshed["iat"] > claims["iat"] and "azp" not in refreshed
    assert client.user_info(second["access_token"])["sub"] == claims["sub"]

    latest = second.get("refresh_token", first["refresh_token"])
    assert checked_error(other.refresh(latest)) == (400, "invalid_grant")


# Refusals


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"response_type": None}, "invalid_request"),
        ({"prompt": "none"}, "login_required"),
        ({"prompt": "create"}, "invalid_request"),
        ({"request": "eyJhbGciOiJub25lIn0.e30."}, "request_not_supported"),
        ({"request_uri": "https://suite.example/request"}, "request_uri_not_supported"),
        ({"registration": "{}"}, "registration_not_supported"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_refusal_comes_back_to_the_website(client, mode, changes, error):
    assert client.request(**changes, **mode).refusal()["error"] == error


@pytest.mark.parametrize("redirect_uri", ["https://suite.example/callback/other", None])
def test_nothing_is_sent_to_an_address_that_is_not_registered(client, mode, redirect_uri):
    for request in ({}, {"request": "eyJhbGciOiJub25lIn0.e30."}):
        response = client.request(PlainBrowser(), redirect_uri=redirect_uri, **request, **mode).send()
        assert response.status_code == 400
        assert response.headers["Content-Type"].startswith("text/html")
