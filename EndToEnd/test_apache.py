"""An independent website on an independent client library."""

from urllib.parse import urljoin

import pytest
from stage.apache import Apache
from stage.forward_auth import HeaderServer, forged
from stage.login_page import LoginPage
from stage.plain_browser import PlainBrowser, PlainLoginPage


@pytest.fixture(params=["RS256", "ES256"])
def apache(scene, request):
    apache = Apache(name=f"apache-{request.param.lower()}", algorithm=request.param)
    scene.manager.apply(apache.declaration())
    service = scene.manager.service(apache.name)
    apache.start(scene.manager.issuer, service["clientId"], service["clientSecret"])
    yield apache
    apache.stop()


def test_mod_auth_openidc_logs_a_person_in(apache, scene, ada, browser, tmp_path):
    browser.open(apache.url)
    login = ada.login(LoginPage(browser, scene.manager.issuer).picture(tmp_path / "login.png"))
    assert login.returncode == 0, login.stderr
    browser.wait_for_site(apache.url)
    assert browser.wait_for("#subject").text


def test_the_same_person_is_somebody_else_to_another_website(apache, scene, ada, browser, tmp_path):
    subjects = []
    for address in (apache.url, f"{scene.website.url}/login"):
        browser.open(address)
        page = LoginPage(browser, scene.manager.issuer)
        assert ada.login(page.picture(tmp_path / "login.png")).returncode == 0
        subjects.append(browser.wait_for("#subject").text)
    assert subjects[0] != subjects[1]


@pytest.fixture
def apache_in_front(scene):
    """Apache in front of an app with accounts by name."""
    app = HeaderServer()
    apache = Apache(name="apache-in-front", app=app.address)
    pkce = "        pkce: required\n"
    named = apache.declaration().replace(pkce, f"{pkce}        accountName: preferred_username\n")
    scene.manager.apply(f"{named}users:\n  - name: ada0\n    accountNames: {{ {apache.name}: ada.l }}\n")
    service = scene.manager.service(apache.name)
    apache.start(scene.manager.issuer, service["clientId"], service["clientSecret"])
    yield apache
    apache.stop()
    app.stop()


def test_an_app_behind_apache_gets_the_confirmed_claims_alone_whatever_a_browser_sends(apache_in_front, ada):
    browser = PlainBrowser()
    page = PlainLoginPage(browser, apache_in_front.url)
    assert ada.login(page.process_data).returncode == 0
    response = page.proceed()
    while response.is_redirect:
        response = browser.get(urljoin(response.url, response.headers["Location"]))
    lies = forged("X-Xign-sub", "root") | forged("X-Xign-groups", "admins") | forged("X-Xign-roles", "admin")
    lies |= forged("X-Xign-preferred_username", "root")
    response = browser.request("GET", apache_in_front.url, headers=lies)
    told = HeaderServer.told(response, "x_xign_")
    assert told["roles"] == ["user"]
    assert told["preferred_username"] == ["ada.l"]
    assert len(told["sub"][0]) == 22
    assert len(told["sub"]) == 1
    assert "groups" not in told
