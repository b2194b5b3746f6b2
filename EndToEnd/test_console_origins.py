"""The console's place: its origin, its cookie, its networks, and that it can be off."""

import html
import re
import uuid

import pytest
import requests
from stage.browser import Browser
from stage.console import ConsolePages, PlainConsole
from stage.manager import Manager
from stage.plain_account import PlainAccount
from stage.plain_browser import PlainBrowser

PAGES = [
    "/console",
    "/console/login",
    "/console/logout",
    "/console/accounts",
    "/console/accounts/{account}",
    "/console/accounts/{account}/memberships",
    "/console/accounts/{account}/data",
    "/console/accounts/{account}/disable",
    "/console/accounts/{account}/enable",
    "/console/accounts/{account}/remove",
    "/console/accounts/{account}/recover",
    "/console/accounts/{account}/devices/{device}",
    "/console/accounts/{account}/devices/{device}/revoke",
    "/console/accounts/{account}/devices/{device}/unlock",
    "/console/devices",
    "/console/audit",
    "/console/administrators",
    "/console/administrators/new",
    "/console/administrators/{account}/withdraw",
    "/console/organizations/{organization}/administrators",
    "/console/confirmations",
    "/console/confirmations/{act}",
]
FORMS = [
    "/console/login",
    "/console/known",
    "/console/logout",
    "/console/accounts/{account}/disable",
    "/console/accounts/{account}/devices/{device}/unlock",
    "/console/audit/export",
    "/console/administrators/new",
    "/console/confirmations/{act}",
    "/console/confirmations/{act}/withdraw",
]
INVENTED = {"account": "A" * 22, "device": "A" * 22, "act": "A" * 22, "organization": str(uuid.UUID(int=0))}


@pytest.fixture
def browser(reset_browser) -> Browser:
    return reset_browser


def test_a_console_that_is_off_has_no_routes(tmp_path):
    manager = Manager(tmp_path)
    manager.configure("surfaces: [account]")
    manager.start()
    try:
        for path in PAGES:
            assert requests.get(manager.issuer + path.format(**INVENTED), timeout=10).status_code == 404, path
        for path in FORMS:
            answer = PlainBrowser().post(manager.issuer + path.format(**INVENTED))
            assert answer.status_code == 404, path
    finally:
        manager.stop()


def test_console_and_account_pages_are_at_their_own_origins_alone(office):
    for path in PAGES:
        assert requests.get(office.manager.issuer + path.format(**INVENTED), timeout=10).status_code == 404, path
    for path in ("/account", "/account/login", "/account/devices", "/openid/authenticate"):
        answer = requests.get(office.console + path, timeout=10, allow_redirects=False)
        assert answer.status_code == 404, path
    for header in ({"Host": "localhost"}, {"Host": f"console.{office.manager.port}.example"}):
        answer = requests.get(f"{office.manager.issuer}/console", headers=header, timeout=10, allow_redirects=False)
        assert answer.status_code in (400, 404, 421), header


def test_the_cookie_of_one_surface_opens_no_other(office, customer):
    account, console = PlainAccount(office, office.grace), PlainConsole(office, office.grace)
    assert account.is_logged_in and console.is_logged_in
    value = account.browser.cookies["xign-account"]
    for name in ("xign-account", "xign-console"):
        for origin, page in ((office.console, "/console"), (office.manager.issuer, "/account")):
            other = PlainBrowser({name: console.browser.cookies["xign-console"] if page == "/account" else value})
            assert other.get(origin + page).status_code == 303, (name, page)


def test_who_has_no_right_does_not_enter(office, customer):
    browser = PlainBrowser()
    begun = browser.post(f"{office.console}/console/login", to="/console")
    page = office.console + begun.headers["Location"]
    link = re.search(r'class="button" href="([^"]+)"', browser.get(page).text)[1]
    assert customer.login(html.unescape(link), "--json").returncode != 0
    assert browser.get(f"{office.console}/console").status_code == 303


def test_a_link_on_another_website_does_not_open_the_console_at_once(office, browser):
    console = ConsolePages(office, browser)
    console.log_in(office.grace)
    browser.open(f"{office.website.url}/")
    browser.evaluate(f"location.href = '{office.console}/console/accounts'")
    browser.wait_for_site(f"{office.console}/console")
    assert not browser.find_all("form[role=search]"), "another website opens pages of the console"


def test_the_cookie_is_for_the_consoles_own_pages_alone(office):
    console = PlainConsole(office, office.grace)
    cookie = next(
        line for line in console.entered.raw.headers.getlist("Set-Cookie") if line.startswith("xign-console=")
    )
    attributes = {part.strip() for part in cookie.split(";")[1:]}
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= attributes
    for header, value in (("Cache-Control", "no-store"), ("Cross-Origin-Opener-Policy", "same-origin")):
        assert value in console.get().headers[header]
