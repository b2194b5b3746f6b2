"""An independent website on an independent client library."""

import pytest
from stage.apache import Apache
from stage.login_page import LoginPage


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
