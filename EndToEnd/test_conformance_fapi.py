"""The modules of the plan FAPI 2.0 Security Profile Final: docs/openid.md names the test of each."""

# Long because: one plan has 56 modules, which share one scene.

import re
import secrets
import time
from dataclasses import replace

import pytest
import requests
import urllib3
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from stage.conformance_suite import (
    CALLBACK,
    CALLBACK_WITH_QUERY,
    ConformanceSuite,
    Request,
    checked_error,
    declared,
    including,
)
from stage.fapi_client import FAPIClient, SigningKey, part
from stage.plain_browser import PlainBrowser, PlainLoginPage, encoded
from stage.processes import wait_until
from stage.scene import Scene

HOUR = 3600


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    with Scene(tmp_path_factory.mktemp("fapi")) as scene:
        yield ConformanceSuite(scene)


@pytest.fixture(scope="module")
def clients(suite) -> tuple[FAPIClient, FAPIClient]:
    algorithms = {"fapi": "ES256", "fapi2": "PS256"}
    keys = {name: SigningKey() for name in algorithms}
    suite.declare(*(fapi(name, keys[name], algorithm) for name, algorithm in algorithms.items()))
    # A manager hears within a second of what another process has changed.
    wait_until(lambda: "PS256" in metadata(suite)["id_token_signing_alg_values_supported"])
    return tuple(
        FAPIClient(suite.manager.issuer, suite.manager.service(name)["clientId"], key=keys[name], algorithm=algorithm)
        for name, algorithm in algorithms.items()
    )


def fapi(name: str, key: SigningKey, algorithm: str) -> dict:
    """The declaration of a client that the profile binds."""
    public = key.jwk | {"kid": "1", "alg": "ES256", "use": "sig"}
    offline = {"days": 30}
    return declared(name, profile="fapi2", signingAlgorithm=algorithm, keys=[public], offlineAccess=offline)


def metadata(suite: ConformanceSuite, document: str = "openid-configuration") -> dict:
    return requests.get(f"{suite.manager.issuer}/.well-known/{document}", timeout=10).json()


@pytest.fixture
def client(clients) -> FAPIClient:
    return clients[0]


@pytest.fixture
def other(clients) -> FAPIClient:
    return clients[1]


@pytest.fixture
def person(suite):
    return suite.person


@pytest.fixture
def code(client, person) -> str:
    return client.request().confirmed(person)["code"]


@pytest.fixture(scope="module")
def token(clients, suite) -> str:
    """An access token that is good for the whole of this file: no test revokes it."""
    client = clients[0]
    return client.tokens(client.request().confirmed(suite.person)["code"])["access_token"]


# Discovery


@pytest.mark.parametrize("document", ["openid-configuration", "oauth-authorization-server"])
def test_the_metadata_say_what_the_profile_demands(clients, suite, document):
    members = metadata(suite, document)
    strong = {"ES256", "PS256", "EdDSA"}
    assert members["issuer"] == suite.manager.issuer
    assert "code" in members["response_types_supported"]
    assert members["authorization_response_iss_parameter_supported"] is True
    assert members["pushed_authorization_request_endpoint"].startswith(suite.manager.issuer)
    assert members.get("require_pushed_authorization_requests", False) in (True, False)
    for endpoint in ("token", "revocation"):
        assert "private_key_jwt" in members[f"{endpoint}_endpoint_auth_methods_supported"]
        assert strong & set(members[f"{endpoint}_endpoint_auth_signing_alg_values_supported"])
    assert strong & set(members["dpop_signing_alg_values_supported"])
    assert {"ES256", "PS256"} <= set(members["id_token_signing_alg_values_supported"])
    assert "S256" in members["code_challenge_methods_supported"]


# Logins that succeed


def test_two_clients_log_the_person_in_and_get_bound_tokens(client, other, person):
    request = client.request()
    tokens = client.tokens(request.confirmed(person)["code"])
    claims = client.verified(tokens, request)
    assert client.user_info(tokens["access_token"])["sub"] == claims["sub"]
    for accept in ("application/json;charset=utf-8", "*/*"):
        proof = client.user_info_proof(tokens["access_token"])
        headers = {"Authorization": f"DPoP {tokens['access_token']}", "DPoP": proof, "Accept": accept}
        assert requests.get(client.metadata["userinfo_endpoint"], headers=headers, timeout=10).status_code == 200
    in_query = f"{client.metadata['userinfo_endpoint']}?access_token={tokens['access_token']}"
    assert 400 <= requests.get(in_query, timeout=10).status_code < 500

    # The other client binds the code by `dpop_jkt` alone, and has a query in its redirect URI.
    request = other.request(
        redirect_uri=CALLBACK_WITH_QUERY,
        dpop_jkt=other.dpop_key.thumbprint,
        state=secrets.token_urlsafe(96),
        nonce=secrets.token_urlsafe(32),
        outside={},
    )
    tokens = other.tokens(request.confirmed(person)["code"], redirect_uri=CALLBACK_WITH_QUERY)
    assert other.verified(tokens, request)["sub"] != claims["sub"], "subjects are pairwise"


def test_a_person_who_declines_sends_the_error_back_with_the_whole_state(client, person):
    request = client.request(state=secrets.token_urlsafe(96))
    page = PlainLoginPage(request.browser, request.url)
    person.login(page.process_data, "--decline")
    assert request.answer(page.proceed())["error"] == "access_denied"


@pytest.mark.parametrize(
    "changes",
    [
        {"state": None},
        {"nonce": None},
        {"nonce": "n" * 64},
        {"nonce": "n" * 384},
        {"state": "s" * 384},
        {"state": None, "outside": {"state": "outside"}},
        {"outside": {"state": "another", "nonce": "another"}},
        {"outside": {}},
    ],
    ids=["no state", "no nonce", "64", "384", "long state", "state outside", "differing outside", "nothing outside"],
)
def test_what_was_pushed_counts_and_nothing_else(client, person, changes):
    request = client.request(**changes)
    client.verified(client.tokens(request.confirmed(person)["code"]), request)


def test_the_order_of_scopes_is_of_no_importance(client, person):
    request = client.request(scope="email openid")
    tokens = client.tokens(request.confirmed(person, *including("email"))["code"])
    assert client.user_info(tokens["access_token"])["email"] == "erika@example.org"


def test_claims_are_told_where_they_were_asked_for_and_unknown_ones_are_ignored(client, person):
    claims = '{"id_token": {"email": null, "unknown": null}, "userinfo": {"given_name": {"essential": true}}, "x": {}}'
    request = client.request(claims=claims)
    tokens = client.tokens(request.confirmed(person, *including("email", "givenName"))["code"])
    assert client.verified(tokens, request)["email"] == "erika@example.org"
    assert client.user_info(tokens["access_token"])["given_name"] == "Erika"


@pytest.mark.parametrize("skew", [-8, 8])
def test_clocks_may_differ_by_ten_seconds(client, person, skew):
    iat = int(time.time()) + skew
    proof = client.proof("POST", client.metadata["pushed_authorization_request_endpoint"], iat=iat)
    code = client.request(proof=proof).confirmed(person)["code"]
    proof = client.proof("POST", client.metadata["token_endpoint"], iat=iat)
    access_token = client.tokens(code, proof=proof)["access_token"]
    assert client.get_user_info(access_token, client.user_info_proof(access_token, iat=iat)).status_code == 200


# Pushed requests


def test_a_pushed_request_gets_a_handle_that_lives_for_minutes(client):
    response = client.push(client.parameters())
    assert response.status_code == 201
    assert "no-store" in response.headers["Cache-Control"]
    pushed = response.json()
    assert len(re.fullmatch(r"urn:ietf:params:oauth:request_uri:([\w-]+)", pushed["request_uri"])[1]) >= 22
    assert 5 <= pushed["expires_in"] <= 600


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"redirect_uri": None}, "invalid_request"),
        ({"redirect_uri": f"{CALLBACK}/other"}, "invalid_request"),
        ({"request_uri": "urn:ietf:params:oauth:request_uri:x"}, "invalid_request"),
        ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"response_type": "code id_token"}, "unsupported_response_type"),
        ({"response_type": "token"}, "unsupported_response_type"),
    ],
    ids=["no uri", "other uri", "request_uri", "no challenge", "plain", "code id_token", "token"],
)
def test_a_wrong_request_is_refused_when_it_is_pushed(client, changes, error):
    assert checked_error(client.push(client.parameters(**changes))) == (400, error)


def test_requests_are_pushed_by_post_alone(client):
    assert client.push(client.parameters(), method="PUT").status_code == 405


@pytest.mark.parametrize(
    "changes",
    [
        {"aud": ["{issuer}", "https://other.example"]},
        {"aud": "{issuer}/openid/token"},
        {"aud": "{par}"},
        {"aud": "https://other.example"},
        {"sub": None},
        {"exp": -300},
        {"iat": 70, "nbf": 70, "exp": 130},
    ],
    ids=["array", "token endpoint", "this endpoint", "another", "no sub", "expired", "future"],
)
def test_an_assertion_for_another_place_person_or_time_is_refused(client, changes):
    now = int(time.time())
    places = {"issuer": client.issuer, "par": client.metadata["pushed_authorization_request_endpoint"]}
    values = {
        name: now + value
        if isinstance(value, int)
        else [item.format(**places) for item in value]
        if isinstance(value, list)
        else value and value.format(**places)
        for name, value in changes.items()
    }
    assert checked_error(client.push(client.parameters(), assertion=client.assertion(**values))) == (
        401,
        "invalid_client",
    )


def test_an_assertion_from_a_clock_that_is_ahead_by_8_seconds_is_accepted(client):
    later = int(time.time()) + 8
    assertion = client.assertion(iat=later, nbf=later)
    assert client.push(client.parameters(), assertion=assertion).status_code == 201


def test_a_request_that_was_not_pushed_is_refused(client):
    parameters = client.parameters()
    assert Request(client, parameters, PlainBrowser(), parameters).refusal()["error"] == "invalid_request"


def test_a_handle_is_for_its_client(client, other):
    request = client.request()
    assert is_invalid_request_uri(replace(request, sent=request.sent | {"client_id": other.client_id}).send())


def test_a_handle_may_be_visited_again_until_a_code_is_issued(client, person):
    request = client.request()
    assert request.send().is_redirect
    code = request.confirmed(person)["code"]
    assert is_invalid_request_uri(request.send())
    client.tokens(code)


def test_a_handle_ends_after_its_time(client, suite):
    request = client.request()
    suite.scene.execute("UPDATE pushed_request SET expires_at = expires_at - 301000")
    assert is_invalid_request_uri(request.send())


def is_invalid_request_uri(response: requests.Response) -> bool:
    """True for an error page, or the error that goes to the website."""
    if response.is_redirect:
        return "error=invalid_request_uri&" in response.headers["Location"]
    return response.status_code in (400, 410)


# The binding of codes to keys


def test_the_thumbprint_of_a_request_must_be_that_of_its_proof(client):
    parameters = client.parameters(dpop_jkt=SigningKey().thumbprint)
    proof = client.proof("POST", client.metadata["pushed_authorization_request_endpoint"])
    status, error = checked_error(client.push(parameters, proof=proof))
    assert (status, error) in ((400, "invalid_request"), (400, "invalid_dpop_proof"))


@pytest.mark.parametrize("bound_by", ["thumbprint", "proof", "both"])
def test_a_bound_code_is_for_its_key_alone(client, person, bound_by):
    proof = client.proof("POST", client.metadata["pushed_authorization_request_endpoint"])
    changes = {} if bound_by == "proof" else {"dpop_jkt": client.dpop_key.thumbprint}
    request = client.request(proof=None if bound_by == "thumbprint" else proof, **changes)
    client.tokens(request.confirmed(person)["code"])

    request = client.request(proof=client.proof("POST", client.metadata["pushed_authorization_request_endpoint"]))
    code = request.confirmed(person)["code"]
    other_key = client.proof("POST", client.metadata["token_endpoint"], key=SigningKey())
    status, error = checked_error(client.redeem(code, proof=other_key))
    assert (status, error) in ((400, "invalid_grant"), (400, "invalid_dpop_proof"))


# The token endpoint


def test_a_client_that_does_not_prove_itself_and_its_key_gets_nothing_and_the_code_stays(client, other, code):
    now = int(time.time())
    missing = client.redeem(code, proof="")
    assert checked_error(missing) in ((400, "invalid_request"), (400, "invalid_dpop_proof"))
    for assertion in (
        {"client_id": client.client_id},
        client.assertion(exp=now - 300),
        client.assertion(aud="https://other.example"),
        client.assertion(sub=None),
        signed_by_rsa(client),
        other.assertion(key=client.key),
        other.assertion(key=client.key) | {"client_id": other.client_id},
    ):
        assert checked_error(client.redeem(code, assertion=assertion)) == (401, "invalid_client")
    client.tokens(code)


def signed_by_rsa(client: FAPIClient) -> dict[str, str]:
    """An assertion of the right content that RS256 signs, which the profile forbids."""
    assertion = client.assertion()
    content = f"{part({'alg': 'RS256', 'kid': '1'})}.{assertion['client_assertion'].split('.')[1]}"
    key = rsa.generate_private_key(65537, 2048)
    signature = key.sign(content.encode(), padding.PKCS1v15(), SHA256())
    return assertion | {"client_assertion": f"{content}.{encoded(signature)}"}


def test_a_code_is_for_its_client(client, other, code):
    assert checked_error(other.redeem(code)) == (400, "invalid_grant")


def test_a_code_used_again_is_refused_and_revokes_the_token(client, code):
    access_token = client.tokens(code)["access_token"]
    assert checked_error(client.redeem(code)) == (400, "invalid_grant")
    assert client.get_user_info(access_token).status_code == 401


@pytest.mark.parametrize("verifier", [None, "w" * 43], ids=["missing", "wrong"])
def test_the_challenge_must_be_met(client, code, verifier):
    assert checked_error(client.redeem(code, code_verifier=verifier)) == (400, "invalid_grant")


# Proofs at the user info endpoint


def test_a_token_is_shown_with_its_proof_alone(client, token):
    for scheme in ("DPoP", "dPOP", "dpop"):
        assert client.get_user_info(token, scheme=scheme).status_code == 200
    assert client.get_user_info(token, "").status_code == 401
    assert client.get_user_info(token, "", scheme="Bearer").status_code == 401
    assert client.get_user_info(token, scheme="Bearer").status_code in (400, 401)


def accepted(client: FAPIClient, token: str) -> dict[str, str]:
    address = client.metadata["userinfo_endpoint"]
    now = int(time.time())
    return {
        "as it should be": client.user_info_proof(token),
        "nbf and exp": client.user_info_proof(token, nbf=now, exp=now + 300),
        "query and fragment": client.proof("GET", f"{address}?a=b#c", token=token),
        "upper case": client.proof("GET", address.replace("http://", "HTTP://"), token=token),
        "more members": client.user_info_proof(token, header={"foo": "bar"}, foo="bar"),
        "10 seconds ahead": client.user_info_proof(token, iat=now + 9),
    }


def refused(client: FAPIClient, token: str) -> dict[str, str]:
    now = int(time.time())
    right = client.user_info_proof(token)
    content, _, signature = right.rpartition(".")
    other_key = SigningKey()
    header = {"typ": "dpop+jwt", "jwk": client.dpop_key.jwk}
    claims = right.split(".")[1]
    missing = {f"no {name}": client.user_info_proof(token, **{name: None}) for name in ("jti", "htm", "htu", "iat")}
    return missing | {
        "no JWT": "x",
        "no typ": client.user_info_proof(token, header={"typ": None}),
        "other typ": client.user_info_proof(token, header={"typ": "jwt"}),
        "no alg": client.user_info_proof(token, header={"alg": None}),
        "no jwk": client.user_info_proof(token, header={"jwk": None}),
        "private jwk": client.user_info_proof(token, header={"jwk": client.dpop_key.private_jwk}),
        "no ath": client.proof("GET", client.metadata["userinfo_endpoint"]),
        "other ath": client.user_info_proof("another token"),
        "none": f"{part(header | {'alg': 'none'})}.{claims}.",
        "RS256": f"{part(header | {'alg': 'RS256'})}.{claims}.{signature}",
        "wrong signature": f"{content}.{'A' * len(signature)}",
        "other method": client.proof("PUT", client.metadata["userinfo_endpoint"], token=token),
        "other address": client.proof("GET", f"{client.metadata['userinfo_endpoint']}/other", token=token),
        "ahead by an hour": client.user_info_proof(token, iat=now + HOUR),
        "an hour old": client.user_info_proof(token, iat=now - HOUR),
        "other key": client.user_info_proof(token, key=other_key),
    }


def test_a_proof_that_says_what_is_needed_is_accepted_whatever_else_it_says(client, token):
    for name, proof in accepted(client, token).items():
        assert client.get_user_info(token, proof).status_code == 200, name


def test_a_proof_that_lacks_something_or_is_for_something_else_is_refused(client, token):
    for name, proof in refused(client, token).items():
        response = client.get_user_info(token, proof)
        assert response.status_code in (400, 401), name
        assert response.headers["WWW-Authenticate"].startswith("DPoP"), name
    client.user_info(token)


def test_a_proof_is_good_once(client, token):
    proof = client.user_info_proof(token)
    assert client.get_user_info(token, proof).status_code == 200
    assert client.get_user_info(token, proof).status_code in (400, 401)


def test_two_proofs_are_refused(client, token):
    headers = urllib3.HTTPHeaderDict({"Authorization": f"DPoP {token}"})
    for _ in range(2):
        headers.add("DPoP", client.user_info_proof(token))
    response = urllib3.request("GET", client.metadata["userinfo_endpoint"], headers=headers)
    assert response.status in (400, 401)


def test_the_name_of_the_field_has_no_case(client, token):
    headers = {"AUTHORIZATION": f"DPoP {token}", "DPOP": client.user_info_proof(token)}
    assert requests.get(client.metadata["userinfo_endpoint"], headers=headers, timeout=10).status_code == 200


# Refresh tokens


def test_a_refresh_token_is_for_its_client_and_needs_a_proof_of_any_key(client, other, person):
    request = client.request(scope="openid offline_access", prompt="consent")
    first = client.tokens(request.confirmed(person)["code"])
    claims = client.verified(first, request)
    assert re.fullmatch(r"[ -~]{22,}", first["refresh_token"])

    time.sleep(1.1 - time.time() % 1)  # The next second of the system's clock: `iat` differs.
    client = replace(client, dpop_key=SigningKey())
    response = client.refresh(first["refresh_token"], scope="openid offline_access")
    assert response.status_code == 200, response.text
    second = response.json()
    assert second["token_type"] == "DPoP"
    assert second["access_token"] != first["access_token"]
    assert second.get("refresh_token", first["refresh_token"]) == first["refresh_token"], "FAPI forbids rotation"
    refreshed = client.verified(second, request, is_refreshed=True)
    same = ("iss", "sub", "aud", "auth_time")
    assert [refreshed[name] for name in same] == [claims[name] for name in same]
    assert refreshed["iat"] > claims["iat"] and "azp" not in refreshed
    client.user_info(second["access_token"])

    without_proof = client.refresh(first["refresh_token"], proof="", scope="openid offline_access")
    assert checked_error(without_proof) in ((400, "invalid_request"), (400, "invalid_grant"))
    assert checked_error(other.refresh(first["refresh_token"])) == (400, "invalid_grant")
