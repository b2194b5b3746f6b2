"""Clients of high security: keys in place of a secret, pushed requests and proofs of possession, through libraries of
others, and through two managers on one PostgreSQL.

The modules of FAPI 2.0 are in test_conformance_fapi.py.
"""

from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urljoin

import pytest
import requests
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from joserfc.jwk import ECKey, OKPKey
from stage.balanced_scene import BalancedScene
from stage.conformance_suite import ConformanceSuite, Request, declared
from stage.fapi_client import FAPIClient, SigningKey
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.scene import Scene


def tokens_by_authlib(client: FAPIClient, code: str, key: ECKey | OKPKey, algorithm: str) -> dict:
    endpoint = client.metadata["token_endpoint"]
    session = OAuth2Session(
        client.client_id, key, token_endpoint_auth_method="private_key_jwt", redirect_uri=client.redirect_uri
    )
    # By default Authlib's assertions are for the token endpoint.
    session.register_client_auth_method(PrivateKeyJWT(endpoint, claims={"aud": client.issuer}, alg=algorithm))
    return session.fetch_token(endpoint, code=code, code_verifier=client.verifier)


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    with Scene(tmp_path_factory.mktemp("high-security")) as scene:
        yield ConformanceSuite(scene)


@pytest.mark.parametrize(
    ("key", "algorithm"), [(ECKey.generate_key("P-256"), "ES256"), (OKPKey.generate_key("Ed25519"), "Ed25519")]
)
def test_a_client_of_authlib_proves_itself_by_its_key(suite, key, algorithm):
    name = f"keys-{algorithm.lower()}"
    suite.declare(declared(name, signingAlgorithm="ES256", keys=[key.as_dict(private=False)]))
    client = FAPIClient(suite.manager.issuer, suite.manager.service(name)["clientId"])
    parameters = client.parameters()
    request = Request(client, parameters, PlainBrowser(), sent=parameters)
    tokens = tokens_by_authlib(client, request.confirmed(suite.person)["code"], key, algorithm)
    assert tokens["token_type"] == "Bearer"
    user = requests.get(
        client.metadata["userinfo_endpoint"],
        headers={"Authorization": f"Bearer {tokens['access_token']}"},
        timeout=10,
    )
    assert user.status_code == 200


@pytest.fixture(scope="module")
def balanced(postgresql, tmp_path_factory):
    with BalancedScene(tmp_path_factory.mktemp("two"), database=postgresql.new_database()) as scene:
        yield ConformanceSuite(scene)


@pytest.fixture(scope="module")
def client(balanced) -> FAPIClient:
    key = SigningKey()
    balanced.declare(declared("bank", profile="fapi2", signingAlgorithm="ES256", keys=[key.jwk]))
    return FAPIClient(balanced.manager.issuer, balanced.manager.service("bank")["clientId"], key=key)


def at_once(count: int, send) -> list[int]:
    """The statuses of equal requests, which the managers get in turn."""
    with ThreadPoolExecutor(count) as threads:
        return sorted(response.status_code for response in threads.map(lambda _: send(), range(count)))


def test_an_assertion_counts_once_through_two_managers(client):
    parameters, assertion = client.parameters(), client.assertion()
    assert at_once(20, lambda: client.push(parameters, assertion=assertion)) == [201] + 19 * [401]


def test_a_proof_counts_once_through_two_managers(client, balanced):
    token = client.tokens(client.request().confirmed(balanced.person)["code"])["access_token"]
    proof = client.user_info_proof(token)
    assert at_once(20, lambda: client.get_user_info(token, proof)) == [200] + 19 * [401]
    client.user_info(token)


def test_a_code_is_redeemed_once_through_two_managers_whatever_proofs_come_with_it(client, balanced):
    code = client.request().confirmed(balanced.person)["code"]
    assert at_once(20, lambda: client.redeem(code)).count(200) == 1


def test_a_pushed_request_leads_to_one_code_through_two_managers(client, balanced):
    pushed = client.request()
    browsers = [Request(client, pushed.parameters, PlainBrowser(), pushed.sent) for _ in range(2)]
    pages = []
    for request in browsers:
        response = request.send()
        pages.append(PlainLoginPage(request.browser, urljoin(response.url, response.headers["Location"])))
    for page in pages:
        assert balanced.person.login(page.process_data).returncode == 0
    answers = [request.answer(page.proceed()) for request, page in zip(browsers, pages, strict=True)]
    assert "code" in answers[0]
    assert answers[1]["error"] == "invalid_request_uri"
    assert pushed.send().status_code == 410
