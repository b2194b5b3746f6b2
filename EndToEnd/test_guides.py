"""The pages of docs/integrate whose clients are not to be had here: each is played as its table says."""

import json
import secrets
import textwrap
from hashlib import sha256

import pytest
from stage.conformance_suite import Client, including
from stage.plain_browser import encoded
from stage.played_guide import HEADINGS, PlayedGuide, played_guides
from stage.scene import Scene

GUIDES = played_guides()
ADA = {"givenName": "Ada", "familyName": "Lovelace", "email": {"value": "ada@example.org", "verified": True}}


@pytest.fixture(scope="module")
def installation(tmp_path_factory):
    """A manager at which the services of all pages are declared, and a person."""
    services = textwrap.indent("".join(guide.declaration() for guide in GUIDES), "      ")
    organization = (
        "organizations:\n  - name: Example Inc.\n    website: https://example.org\n"
        f"    groups: [ops, staff]\n    services:\n{services}"
    )
    with Scene(tmp_path_factory.mktemp("guides")) as scene:
        scene.manager.apply(organization)
        ada = scene.person("ada")
        groups = {"Example Inc.": ["staff", "ops"]}
        scene.manager.apply(json.dumps({"users": [{"name": "ada", "attributes": ADA, "groups": groups}]}))
        yield scene, ada


def client_of(guide: PlayedGuide, scene: Scene) -> Client:
    service = scene.manager.service(guide.name)
    return Client(
        scene.manager.issuer,
        service["clientId"],
        service["clientSecret"],
        redirect_uri=guide.declared("redirectUris"),
        algorithm=guide.declared("signingAlgorithm"),
    )


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_a_login_as_the_page_describes_it_gives_what_the_client_reads(installation, guide):
    scene, ada = installation
    client = client_of(guide, scene)
    changes, verifier = {"scope": guide.scope, "claims": guide.claims}, {}
    if guide.sends("PKCE") == "yes":
        verifier = {"code_verifier": secrets.token_urlsafe(32)}
        challenge = encoded(sha256(verifier["code_verifier"].encode()).digest())
        changes |= {"code_challenge": challenge, "code_challenge_method": "S256"}
    if guide.sends("nonce") == "no":
        changes["nonce"] = None
    request = client.request(**changes)
    options = including("email") if "email" in guide.scope else []
    tokens = client.tokens(request.confirmed(ada, *options)["code"], **verifier)
    claims = client.verified(tokens, request)
    assert set(guide.claims_read("ID token")) <= claims.keys()
    assert set(guide.claims_read("user info")) <= client.user_info(tokens["access_token"]).keys()
    if guide.declared("groups"):
        assert claims["groups"] == ["ops", "staff"]
    assert claims["exp"] - claims["iat"] == 60 * int(guide.declared("idTokenMinutes") or 5)
    assert ("refresh_token" in tokens) == ("offline_access" in guide.scope)


@pytest.mark.parametrize(
    "guide", [guide for guide in GUIDES if guide.sends("PKCE") == "yes"], ids=lambda guide: guide.name
)
def test_a_client_whose_page_switches_pkce_on_is_refused_without_it(installation, guide):
    """The error goes back to the website."""
    scene, _ = installation
    answer = client_of(guide, scene).request(scope=guide.scope, nonce=None).refusal()
    assert answer["error"] == "invalid_request"


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_a_page_has_the_parts_of_a_guide(guide):
    assert len(guide.headings) == len(HEADINGS)
    assert all(heading.startswith(begin) for heading, begin in zip(guide.headings, HEADINGS, strict=True))
    assert "do not run" in guide.text.partition("\n## ")[0]
