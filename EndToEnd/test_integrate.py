"""The pages of docs/integrate whose clients are to be had here: each logs a person in with both algorithms."""

import json
import re
import textwrap
from urllib.parse import urljoin

import pytest
from stage.authenticator import Authenticator
from stage.integration import ORIGIN, PAGES, Client, IntegratedWebsite
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.relying_party import RelyingParty
from stage.scene import Scene

CLIENTS = [
    Client("flask.md", "Authlib", "flask", "/login", "/callback"),
    Client("flask.md", "Flask-pyoidc", "flask", "/login", "/redirect_uri", pkce="optional"),
    Client(
        "django.md", "django-allauth", "django", "/accounts/oidc/xign/login/", "/accounts/oidc/xign/login/callback/"
    ),
    Client("django.md", "mozilla-django-oidc", "django", "/oidc/authenticate/", "/oidc/callback/"),
    Client("django.md", "Python Social Auth", "django", "/login/oidc/", "/complete/oidc/"),
    Client("python.md", "Any Python program", "plain", "/login", "/callback"),
]


@pytest.fixture(scope="module")
def installation(tmp_path_factory):
    """A manager and the websites of all pages, declared at once."""
    folder = tmp_path_factory.mktemp("integrate")
    websites = {
        (client.section, algorithm): IntegratedWebsite(client, algorithm, folder / f"{client.name}-{algorithm}")
        for client in CLIENTS
        for algorithm in ("ES256", "RS256")
    }
    services = [website.declaration() for website in websites.values()]
    organization = {"name": "Example Inc.", "website": "https://example.org", "services": services}
    with Scene(folder) as scene:
        scene.manager.apply(json.dumps({"organizations": [organization]}))
        yield scene, websites, scene.person("ada")


@pytest.fixture
def website(installation, client, algorithm):
    scene, websites, _ = installation
    website = websites[client.section, algorithm]
    service = scene.manager.service(website.name)
    website.start(scene.manager.issuer, service["clientId"], service["clientSecret"])
    yield website
    website.stop()


@pytest.mark.parametrize("algorithm", ["ES256", "RS256"])
@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.section)
def test_a_client_logs_a_person_in_as_its_page_configures_it(installation, website, client):
    _, _, ada = installation
    browser = PlainBrowser()
    page = PlainLoginPage(browser, begun(browser, f"{website.url}{client.login}"))
    login = ada.login(page.process_data)
    assert login.returncode == 0, login.stderr
    response = page.proceed()
    while response.is_redirect:
        response = browser.get(urljoin(response.url, response.headers["Location"]))
    assert response.status_code < 500, response.text[:2000]
    assert re.fullmatch(r"[\w-]{22}", browser.get(f"{website.url}/who").text)


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
        app = RelyingParty(scene.manager.issuer, service["clientId"], service["clientSecret"], f"{ORIGIN}/callback")
        ada = Authenticator(tmp_path / "ada")
        ada.trust(scene.manager.key_material())
        ada.activate(scene.manager.invite("ada"))
        assert app.user_info(app.log_in(ada)).json()["name"] == "Ada Lovelace"


def test_each_page_that_names_files_is_run():
    pages = {page.name for page in PAGES.glob("*.md") if re.search(r"^    # \w+\.py$", page.read_text(), re.MULTILINE)}
    assert pages == {client.page for client in CLIENTS}
