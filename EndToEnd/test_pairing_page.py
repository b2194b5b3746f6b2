"""The digits on the login page, where a device has opened the code: for everybody, with and without scripts.

The device is `xign`, which takes a code in its arguments as opened; its own side is in `test_pairing_by_xign.py`. A
phone's browser is in `test_phone_pairing.py`.
"""

import pytest
from stage.accessibility import assert_for_everybody
from stage.authenticator import Authenticator
from stage.browser import Browser
from stage.login_page import LoginPage
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.scene import Scene
from stage.terminal import Terminal
from stage.tree import assert_tree

LANGUAGES = ["en", "de"]
LARGE_DIGITS = ".sign [data-digits]"
FOCUSED = "document.activeElement.tagName"


class OpenedLogin:
    """A login whose code a person has opened at a terminal, and agreed to."""

    def __init__(self, scene: Scene, browser: Browser, person: Authenticator):
        self.scene, self.browser = scene, browser
        browser.open(f"{scene.website.url}/login")
        self.page = LoginPage(browser, scene.manager.issuer)
        code = PlainLoginPage(PlainBrowser(browser.cookies()), browser.url).process_data
        self.terminal = Terminal(*person.command("login", code))
        self.terminal.expect("I did not begin this]")
        self.terminal.type("y")
        self.terminal.expect("Digits [")

    def digits(self) -> str:
        """The digits as the page shows them. Without scripts it must have been loaded since."""
        self.page.wait_for_state("scanned-pairing")
        shown = self.browser.wait_for(LARGE_DIGITS).text
        assert self.page.status().startswith(f"Type {shown} on your device"), self.page.status()
        digits = shown.replace(" ", "")
        assert len(digits) == 2 and digits.isdecimal(), shown
        return digits

    def type_pin(self, person: Authenticator) -> None:
        self.terminal.expect("PIN")
        self.terminal.type(person.pin)
        assert self.terminal.wait() == 0, self.terminal.shown


def other(digits: str) -> str:
    return "00" if digits != "00" else "01"


def test_a_person_who_opened_the_code_types_the_digits_of_the_page(scene, ada, browser):
    login = OpenedLogin(scene, browser, ada)
    digits = login.digits()
    # The browser keeps titles in its history.
    assert digits not in browser.evaluate("document.title")
    login.terminal.type(digits)
    login.page.wait_for_state("confirming")
    # Whole texts: a port and the time that is left have two digits, too.
    texts = "[...document.querySelectorAll('main *')].map(one => one.textContent.replaceAll(/\\s/g, ''))"
    assert digits not in browser.evaluate(texts)
    login.type_pin(ada)
    browser.wait_for_site(scene.website.url)
    assert browser.wait_for("#subject").text


def test_wrong_digits_end_the_login_and_the_next_one_goes_without(scene, ada, browser, tmp_path):
    login = OpenedLogin(scene, browser, ada)
    login.terminal.type(other(login.digits()))
    login.terminal.expect("the digits were not those of the page")
    assert login.terminal.wait() == 3
    login.page.wait_for_state("declined-pairing")
    assert login.page.heading() == "Nobody was logged in"
    # A screen reader goes on at the heading of what is another page now.
    assert browser.evaluate(FOCUSED) == "H1"
    ended = browser.url

    login.page.button("Start over").click()
    login.page.wait_for_state("waiting")
    assert browser.url != ended
    scanned = ada.login(login.page.picture(tmp_path / "login.png"))
    assert scanned.returncode == 0, scanned.stderr
    browser.wait_for_site(scene.website.url)
    assert browser.wait_for("#subject").text


def test_a_person_who_does_not_want_to_type_starts_over_without_digits(scene, ada, browser):
    login = OpenedLogin(scene, browser, ada)
    digits = login.digits()
    login.page.button("Start over without digits").click()
    login.page.wait_for_state("waiting")
    # The login that asked for them is over.
    login.terminal.type(digits)
    assert login.terminal.wait() != 0
    assert login.page.state == "waiting"


def test_the_website_learns_that_nobody_was_logged_in_and_not_why(scene, ada, browser):
    login = OpenedLogin(scene, browser, ada)
    login.terminal.type(other(login.digits()))
    login.page.wait_for_state("declined-pairing")
    login.page.button(f"Back to {scene.website.host}").click()
    browser.wait_for_site(scene.website.url)
    assert browser.find("#error").text.startswith("You are not logged in: access_denied")


@pytest.mark.parametrize("is_right", [True, False], ids=["right", "wrong"])
def test_without_scripts_the_page_shows_the_digits_when_it_is_looked_at_again(scene, ada, browser, is_right):
    browser.allow_scripts(False)
    login = OpenedLogin(scene, browser, ada)
    assert login.page.state == "waiting"
    login.page.button("Look again").click()
    digits = login.digits()
    login.terminal.type(digits if is_right else other(digits))
    if is_right:
        login.type_pin(ada)
        login.page.button("Look again").click()
        login.page.wait_for_state("done")
        login.page.button(f"Continue to {scene.website.host}").click()
        browser.wait_for_site(scene.website.url)
        assert browser.wait_for("#subject").text
    else:
        assert login.terminal.wait() == 3
        login.page.button("Look again").click()
        login.page.wait_for_state("declined-pairing")
        assert login.page.heading() == "Nobody was logged in"
        login.page.button("Start over").click()
        login.page.wait_for_state("waiting")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_of_a_pairing_are_for_everybody(scene, ada, browser, language):
    browser.ask_for_language(language)
    login = OpenedLogin(scene, browser, ada)
    login.page.wait_for_state("scanned-pairing")
    shown = browser.wait_for(LARGE_DIGITS).text
    assert_for_everybody(browser, language)
    names = {scene.website.host: "website.example", shown: "0 7"}
    assert_tree(browser, "login-scanned-pairing", language, names)

    login.terminal.type(other(shown.replace(" ", "")))
    login.page.wait_for_state("declined-pairing")
    assert_for_everybody(browser, language)
    assert_tree(browser, "login-declined-pairing", language, names)
