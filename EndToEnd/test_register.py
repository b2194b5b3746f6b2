"""People who register on the way to a website (`prompt=create`), in Chromium with scripts and without."""

import itertools
from urllib.parse import parse_qs, urlsplit

import pytest
from stage.accessibility import assert_accessible, assert_for_everybody
from stage.authenticator import Authenticator
from stage.login_page import LoginPage
from stage.plain_browser import PlainBrowser
from stage.processes import run_or_fail
from stage.relying_party import RelyingParty, answer
from stage.scene import Scene
from stage.tree import assert_tree

OPEN = "settings: { registration: { open: true, memberships: [Example Inc.] } }\n"
# The name of a person who is there.
TAKEN = "dorothy"
CONTINUE = {"en": "Continue to Demo website", "de": "Weiter zu Demo website"}
LOG_IN = {"en": "Log in to Demo website", "de": "Bei Demo website anmelden"}
numbers = itertools.count(1)


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """A manager at which everybody may register, and become a member of the website's organization."""
    folder = tmp_path_factory.mktemp("club")
    with Scene(folder, configuration=("surfaces: [account, console, join]",), settings=OPEN) as scene:
        scene.manager.apply(f"users:\n  - name: {TAKEN}\n")
        yield scene


@pytest.fixture(scope="module")
def website(club) -> RelyingParty:
    service = club.manager.service("demo")
    return RelyingParty(
        club.manager.issuer, service["clientId"], service["clientSecret"], f"{club.website.url}/callback"
    )


def create_account(club, browser) -> None:
    """Follows the website's “Create an account”: its own request for a login, with one more parameter."""
    at_website = PlainBrowser()
    request = at_website.get(f"{club.website.url}/login").headers["Location"]
    browser.open(club.website.url)
    for name, value in at_website.cookies.items():
        browser.driver.add_cookie({"name": name, "value": value})
    browser.open(f"{request}&prompt=create")
    browser.wait_for_site(f"{club.manager.issuer}/register?to=")


def send_name(browser, name: str) -> None:
    browser.find("#name").clear()
    browser.find("#name").send_keys(name)
    browser.click("form:has(#name) button")


def link_of(browser, text: str):
    return browser.wait_for("a", lambda link: link.text == text)


def connect(club, browser, name: str) -> Authenticator:
    """Scans the code of the page with a new device, and types the PIN."""
    pin = browser.wait_for(".secret code").text
    picture = club.new_picture()
    assert browser.find(".code svg").screenshot(str(picture))
    device = Authenticator(club.folder / name)
    device.trust(club.manager.key_material())
    run_or_fail(*device.command("activate", picture, "--pin-stdin"), input=f"{pin}\n{device.pin}\n")
    return device


@pytest.mark.parametrize(("language", "scripts"), [("en", True), ("de", False)])
def test_a_person_registers_comes_back_and_is_logged_in(club, reset_browser, language, scripts):
    browser, name = reset_browser, f"grace{next(numbers)}"
    names = {f"127.0.0.1:{club.manager.port}": "login.example", club.website.host: "website.example", name: "ada"}
    browser.ask_for_language(language)
    browser.allow_scripts(scripts)
    create_account(club, browser)
    if scripts:
        assert_for_everybody(browser, language)
        assert_tree(browser, "register", language, names)
    send_name(browser, TAKEN.upper())
    refused = browser.wait_for("#name[aria-invalid=true]")
    assert refused.get_attribute("value") == TAKEN.upper()
    if scripts:
        assert_accessible(browser, language)
    send_name(browser, name)
    browser.wait_for_site(f"{club.manager.issuer}/join/device?to=")
    device = connect(club, browser, name)
    browser.click(".actions a")
    proceed = link_of(browser, CONTINUE[language])
    if scripts:
        assert_for_everybody(browser, language)
        assert_tree(browser, "register-connected", language, names)
    proceed.click()

    page = LoginPage(browser, club.manager.issuer)
    page.wait_for_state("waiting")
    assert page.heading() == LOG_IN[language]
    login = device.login(page.picture(club.new_picture()))
    assert login.returncode == 0, login.stderr
    if not scripts:
        browser.click("form.look button")
        page.wait_for_state("done")
        browser.find("form[action$='/continue'] button").click()
    browser.wait_for_site(club.website.url)
    assert browser.wait_for("#subject").text
    assert name in club.manager.command("user", "list", "--search", name)
    assert browser.complaints() == []


def test_the_login_page_leads_to_the_registration_and_to_the_way_without_a_device(club, reset_browser):
    reset_browser.open(f"{club.website.url}/login")
    LoginPage(reset_browser, club.manager.issuer)
    assert link_of(reset_browser, "Lost your device?").get_attribute("href") == f"{club.manager.issuer}/recover"
    assert_for_everybody(reset_browser)
    link_of(reset_browser, "No account yet?").click()
    reset_browser.wait_for_site(f"{club.manager.issuer}/register?to=")
    # The login page knows no request that could begin anew, and the service declares no website.
    send_name(reset_browser, name := f"lin{next(numbers)}")
    connect(club, reset_browser, name)
    reset_browser.click(".actions a")
    reset_browser.wait_for("main", lambda main: "Go back to Demo website" in main.text)


def test_discovery_announces_what_the_endpoint_takes(club, website):
    assert "create" in website.metadata["prompt_values_supported"]
    response = PlainBrowser().get(website.authorization_request(prompt="create"))
    assert response.status_code == 303
    address = urlsplit(response.headers["Location"])
    assert address.path == "/register"
    request = urlsplit(parse_qs(address.query)["to"][0])
    assert request.path == "/openid/authenticate"
    assert parse_qs(request.query)["state"] == [website.state]
    assert "prompt" not in parse_qs(request.query)
    for prompt in ("create login", "none create"):
        assert answer(PlainBrowser().get(website.authorization_request(prompt=prompt)))["error"] == "invalid_request"


def test_where_registration_is_off_nothing_is_announced_taken_or_served(scene, relying_party):
    assert "create" not in relying_party.metadata["prompt_values_supported"]
    refused = PlainBrowser().get(relying_party.authorization_request(prompt="create"))
    assert answer(refused)["error"] == "invalid_request"
    assert answer(refused)["state"] == relying_party.state
    for method in ("GET", "POST"):
        assert PlainBrowser().request(method, f"{scene.manager.issuer}/register").status_code == 404
    page = PlainBrowser().get(f"{scene.manager.issuer}/register?to=%2Fopenid%2Fauthenticate%3Fclient_id%3Dx")
    assert page.status_code == 404
