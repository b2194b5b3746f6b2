"""Websites that require an account or a kind of authentication, on independent client libraries."""

import json
import re
from contextlib import contextmanager
from urllib.parse import urlencode, urljoin

import pytest
from stage.apache import Apache
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.relying_party import answer

MULTI_FACTOR = "urn:xign:acr:multi-factor"
REFUSED = 77

numbers = iter(range(1, 1000))


@pytest.fixture
def bob(scene):
    return scene.person(f"bob{next(numbers)}")


class Website:
    """The example website, which uses Authlib, and a browser."""

    def __init__(self, scene):
        self.url = scene.website.url
        self.browser = PlainBrowser()

    def login_page(self, **demands: str) -> PlainLoginPage:
        """Opens the login page, with these parameters added to the website's request."""
        request = self.browser.get(f"{self.url}/login").headers["Location"]
        return PlainLoginPage(self.browser, f"{request}&{urlencode(demands)}")

    def claims(self, page: PlainLoginPage) -> dict:
        """The claims that the website has after the login."""
        self.browser.get(page.proceed().headers["Location"])
        response = self.browser.get(f"{self.url}/claims")
        assert response.status_code == 200, response.text
        return response.json()


def id_token(relying_party, person) -> str:
    page = PlainLoginPage(PlainBrowser(), relying_party.authorization_request())
    assert person.login(page.process_data).returncode == 0
    return relying_party.redeem(answer(page.proceed())["code"]).json()["id_token"]


def test_the_account_of_an_id_token_hint_logs_in_and_no_other(scene, relying_party, ada, bob):
    website = Website(scene)
    page = website.login_page(id_token_hint=id_token(relying_party, ada))
    refused = bob.login(page.process_data)
    assert refused.returncode == REFUSED
    assert "another account" in refused.stderr

    assert ada.login(page.process_data).returncode == 0
    subject = website.claims(page)["sub"]

    demand = json.dumps({"id_token": {"sub": {"value": subject}}})
    again = website.login_page(claims=demand)
    assert bob.login(again.process_data).returncode == REFUSED
    assert ada.login(again.process_data).returncode == 0
    assert website.claims(again)["sub"] == subject


def test_a_forged_hint_and_an_unknown_subject_lead_back_to_the_website(relying_party, ada):
    head, payload, signature = id_token(relying_party, ada).split(".")
    forged = f"{head}.{payload}.{signature[:-4]}AAAA"
    nobody = json.dumps({"id_token": {"sub": {"value": "nobody"}}})
    for demand, error in [
        ({"id_token_hint": forged}, "invalid_request"),
        ({"claims": nobody}, "login_required"),
        ({"acr_values": "urn:xign:acr:unknown"}, "unmet_authentication_requirements"),
        ({"acr_values": "1 phr"}, "unmet_authentication_requirements"),
    ]:
        response = PlainBrowser().get(relying_party.authorization_request(**demand))
        assert answer(response)["error"] == error


@contextmanager
def apache_at(scene, **settings):
    apache = Apache(**settings)
    try:
        scene.manager.apply(apache.declaration())
        service = scene.manager.service(apache.name)
        apache.start(scene.manager.issuer, service["clientId"], service["clientSecret"])
        yield apache
    finally:
        apache.stop()


def test_mod_auth_openidc_gets_the_authentication_that_it_demands(scene, ada):
    alternatives = "[[device], [pin, device]]"
    with apache_at(scene, name="strict", alternatives=alternatives, context_class=MULTI_FACTOR) as apache:
        browser = PlainBrowser()
        page = PlainLoginPage(browser, apache.url)
        assert ada.login(page.process_data).returncode == 0
        shown = browser.get(page.proceed().headers["Location"])
        while shown.is_redirect:
            shown = browser.get(urljoin(shown.url, shown.headers["Location"]))
        assert shown.status_code == 200, shown.text
        assert re.search(r'id="subject">[^<]{22}<', shown.text)


def test_mod_auth_openidc_admits_nobody_where_nobody_can_log_in_as_it_demands(scene):
    with apache_at(scene, name="impossible", alternatives="[[device]]", context_class=MULTI_FACTOR) as apache:
        browser = PlainBrowser()
        refused = browser.get(browser.get(apache.url).headers["Location"])
        assert answer(refused)["error"] == "unmet_authentication_requirements"
        shown = browser.get(refused.headers["Location"])
        assert 'id="subject"' not in shown.text
        assert 'id="error"' in shown.text
