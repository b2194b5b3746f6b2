"""The pages of docs/integrate: their form, what their clients send, and the listings of libraries, which are run."""

import itertools
import json
import re
import secrets
import textwrap
from hashlib import sha256
from urllib.parse import urlencode, urljoin

import pytest
from stage.authenticator import Authenticator
from stage.conformance_suite import Client, including
from stage.guide import HEADINGS, PAGES, ROWS, Guide, guides_with_table
from stage.integration import Client as Library
from stage.integration import IntegratedWebsite
from stage.plain_browser import PlainBrowser, PlainLoginPage, encoded
from stage.relying_party import RelyingParty
from stage.scene import Scene

GUIDES = guides_with_table()
WITH_PKCE = [guide for guide in GUIDES if guide.table["PKCE"] == "yes"]
WITH_LOGOUT = [guide for guide in GUIDES if guide.table["logout"].startswith("at the manager, with the ID token")]
LIBRARIES = [
    Library("flask", "Authlib", "flask", "/login", "/callback"),
    Library("flask", "Flask-pyoidc", "flask", "/login", "/redirect_uri", pkce="optional"),
    Library("django", "django-allauth", "django", "/accounts/oidc/xign/login/", "/accounts/oidc/xign/login/callback/"),
    Library("django", "mozilla-django-oidc", "django", "/oidc/authenticate/", "/oidc/callback/"),
    Library("django", "Python Social Auth", "django", "/login/oidc/", "/complete/oidc/"),
    Library("python", "Any Python program", "plain", "/login", "/callback"),
]
PROGRAMS = {"apache", "flask-appbuilder", "forward-auth", "gitlab", "jupyterhub", "paperless", "synapse"}
"""The pages whose listings other tests run: test_apache.py, test_guide_programs.py."""
ALGORITHMS = ["ES256", "RS256"]
# People type a name and an address themselves, so two can have the same.
TYPED = {
    "username": "ada",
    "givenName": "Ada",
    "familyName": "Lovelace",
    "email": {"value": "ada@example.org", "verified": True},
}
PEOPLE = ["ada", "eve", "bob"]


def account_name(person: str) -> str:
    """The name that the operator gives a person at each service that declares `accountName`."""
    return f"{person}.l"


@pytest.fixture(scope="module")
def installation(tmp_path_factory):
    """A manager at which the services of all pages are declared, and people who have typed the same."""
    folder = tmp_path_factory.mktemp("guides")
    websites = {
        (library.section, algorithm): IntegratedWebsite(library, algorithm, folder / f"{library.name}-{algorithm}")
        for library in LIBRARIES
        for algorithm in ALGORITHMS
    }
    services = textwrap.indent("".join(guide.declaration() for guide in GUIDES), "      ")
    organization = (
        "organizations:\n  - name: Example Inc.\n    website: https://example.org\n"
        f"    groups: [ops, staff]\n    services:\n{services}"
    )
    with Scene(folder) as scene:
        declarations = [website.declaration() for website in websites.values()]
        scene.manager.apply(json.dumps({"organizations": [{"name": "Example Inc.", "services": declarations}]}))
        scene.manager.apply(organization)
        people = {name: scene.person(name) for name in PEOPLE}
        groups = {"Example Inc.": ["staff", "ops"]}
        named = [guide.name for guide in GUIDES if guide.declared("accountName")]
        users = [
            {
                "name": name,
                "attributes": TYPED,
                "groups": groups,
                "accountNames": dict.fromkeys(named, account_name(name)),
            }
            for name in PEOPLE
        ]
        scene.manager.apply(json.dumps({"users": users}))
        yield scene, websites, people


@pytest.fixture(scope="module")
def turns():
    """The next person: one device may not log in so often."""
    return itertools.cycle(PEOPLE)


@pytest.fixture
def name(turns) -> str:
    return next(turns)


@pytest.fixture
def person(installation, name) -> Authenticator:
    return installation[2][name]


def client_of(guide: Guide, scene: Scene) -> Client:
    service = scene.manager.service(guide.name)
    return Client(
        scene.manager.issuer,
        service["clientId"],
        service.get("clientSecret", ""),
        redirect_uri=guide.declared("redirectUris"),
        algorithm=guide.declared("signingAlgorithm"),
    )


def log_in(guide: Guide, client: Client, person: Authenticator, **browser) -> tuple[dict, dict]:
    """Logs a person in by what the table says. Returns the token response and the claims of the ID token."""
    changes, proof, verifier = {"scope": guide.scope, "claims": guide.claims}, {}, {}
    if guide.table["PKCE"] == "yes":
        verifier["code_verifier"] = secrets.token_urlsafe(32)
        challenge = encoded(sha256(verifier["code_verifier"].encode()).digest())
        changes |= {"code_challenge": challenge, "code_challenge_method": "S256"}
    if guide.table["nonce"] == "no":
        changes["nonce"] = None
    if guide.table["authentication"] != "basic":
        proof |= {"headers": {}, "client_id": client.client_id}
    if guide.table["authentication"] == "post":
        proof["client_secret"] = client.secret
    request = client.request(**browser, **changes)
    if guide.pushes:
        request = client.pushed(request, **proof)
    options = including("email") if "email" in guide.scope else []
    tokens = client.tokens(request.confirmed(person, *options)["code"], **proof, **verifier)
    return tokens, client.verified(tokens, request)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_a_login_as_the_page_describes_it_gives_what_the_client_reads(installation, name, person, guide):
    scene, _, _ = installation
    client = client_of(guide, scene)
    tokens, claims = log_in(guide, client, person)
    user = client.user_info(tokens["access_token"])
    assert set(guide.claims_read("ID token")) <= claims.keys()
    assert set(guide.claims_read("user info")) <= user.keys()
    if claim := guide.declared("accountName"):
        assert claim in guide.claims_read("ID token") + guide.claims_read("user info")
        assert (claims[claim], user[claim]) == (account_name(name), account_name(name))
    if guide.declared("groups") and "groups" in guide.claims_read("ID token"):
        assert claims["groups"] == ["ops", "staff"]
    assert claims["exp"] - claims["iat"] == 60 * int(guide.declared("idTokenMinutes") or 5)
    assert ("refresh_token" in tokens) == ("offline_access" in guide.scope)


@pytest.mark.parametrize("guide", WITH_PKCE, ids=lambda guide: guide.name)
def test_a_client_whose_page_switches_pkce_on_is_refused_without_it(installation, guide):
    """The error goes back to the website."""
    scene, _, _ = installation
    answer = client_of(guide, scene).request(scope=guide.scope, nonce=None).refusal()
    assert answer["error"] == "invalid_request"


@pytest.mark.parametrize("guide", WITH_LOGOUT, ids=lambda guide: guide.name)
def test_a_logout_with_the_id_token_leads_back_to_the_address_of_the_page(installation, person, guide):
    scene, _, _ = installation
    client, browser = client_of(guide, scene), PlainBrowser()
    tokens, _ = log_in(guide, client, person, browser=browser)
    address = guide.declared("postLogoutRedirectUris")
    parameters = urlencode({"id_token_hint": tokens["id_token"], "post_logout_redirect_uri": address})
    answer = browser.get(f"{client.metadata['end_session_endpoint']}?{parameters}")
    assert answer.headers["Location"] == address


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.name)
def test_a_page_has_the_parts_of_a_guide(guide):
    assert len(guide.headings) == len(HEADINGS)
    assert all(heading.startswith(begin) for heading, begin in zip(guide.headings, HEADINGS, strict=True))
    assert [row for row in guide.table if row not in ("claims", "requests")] == ROWS
    assert guide.table["authentication"] in ("basic", "post", "none")
    assert guide.table["logout"].startswith(
        ("its own alone", "at the manager, with the ID token", "at the manager, without")
    )
    assert "ur end-to-end tests" in guide.introduction or "They play the table" in guide.introduction
    if guide.declared("accountName"):
        assert "xignin-manager user account-name set ada " in guide.section("Notice")
        assert "people do not type" in " ".join(guide.section("Notice").split()).lower()
    else:
        assert "`sub`" in guide.section("Notice")


def test_each_page_is_in_the_index():
    index = (PAGES / "README.md").read_text().partition("\n## ")[0]
    assert set(re.findall(r"\]\(([\w-]+)\.md\)", index)) == {page.stem for page in PAGES.glob("*.md")} - {"README"}


def test_each_page_that_names_files_is_run():
    pages = {page.stem for page in PAGES.glob("*.md") if Guide(page).listings()}
    assert pages == PROGRAMS | {library.page for library in LIBRARIES}


@pytest.fixture
def website(installation, library, algorithm):
    scene, websites, _ = installation
    website = websites[library.section, algorithm]
    service = scene.manager.service(website.name)
    website.start(scene.manager.issuer, service["clientId"], service["clientSecret"])
    yield website
    website.stop()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("library", LIBRARIES, ids=lambda library: library.section)
def test_a_library_tells_apart_two_people_who_have_typed_the_same(installation, website, library, turns):
    _, _, people = installation
    first, second = next(turns), next(turns)
    known = [who(website, library, people[name]) for name in (first, second)]
    assert known[0] != known[1]


def who(website: IntegratedWebsite, library: Library, person: Authenticator) -> str:
    """Logs a person in, and returns whom the website knows them as."""
    browser = PlainBrowser()
    page = PlainLoginPage(browser, begun(browser, f"{website.url}{library.login}"))
    login = person.login(page.process_data)
    assert login.returncode == 0, login.stderr
    response = page.proceed()
    while response.is_redirect:
        response = browser.get(urljoin(response.url, response.headers["Location"]))
    assert response.status_code < 500, response.text[:2000]
    known = browser.get(f"{website.url}/who").text
    assert re.fullmatch(r"[\w-]{22}", known)
    return known


def begun(browser: PlainBrowser, address: str) -> str:
    """The authorization request with which a website answers its own page or its button."""
    response = browser.get(address)
    if not response.is_redirect:
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', response.text)
        response = browser.post(address, **({"csrfmiddlewaretoken": token[1]} if token else {}))
    assert response.is_redirect, response.text[:2000]
    return urljoin(address, response.headers["Location"])


def test_whom_the_index_declares_can_log_in_there(tmp_path):
    declaration = re.search(r"^ +organizations:\n(?: .*\n)+", (PAGES / "README.md").read_text(), re.MULTILINE)[0]
    with Scene(tmp_path) as scene:
        scene.manager.apply(textwrap.dedent(declaration))
        service = scene.manager.service("app")
        callback = "https://app.example.org/callback"
        app = RelyingParty(scene.manager.issuer, service["clientId"], service["clientSecret"], callback)
        ada = Authenticator(tmp_path / "ada")
        ada.trust(scene.manager.key_material())
        ada.activate(scene.manager.invite("ada"))
        assert app.user_info(app.log_in(ada)).json()["name"] == "Ada Lovelace"
