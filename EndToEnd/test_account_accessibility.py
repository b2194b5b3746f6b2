"""The account pages for everybody: by axe-core, at each width, in the dark, by keyboard, in both languages."""

import itertools

import pytest
from stage.accessibility import assert_for_everybody, assert_page
from stage.account import AccountPages, Circumstances
from stage.browser import DESKTOP, Browser
from stage.relying_party import RelyingParty
from stage.scene import Scene
from stage.terminal import Terminal

LANGUAGES = ["en", "de"]
PAGES = [
    "",
    "/devices",
    "/devices/{device}/rename",
    "/devices/{device}/remove",
    "/devices/unknown/remove",
    "/devices/new",
    "/data",
    "/data/add/birthdate",
    "/data/add/address",
    "/data/value/{value}",
    "/data/value/{value}/remove",
    "/websites",
    "/websites/{service}",
    "/websites/{service}/withdraw",
    "/history",
    "/history/{login}",
    "/settings",
    "/delete",
]
numbers = itertools.count(1)


class Visit:
    """A person with two devices, a value and a login at a website, who looks at the account in a browser."""

    def __init__(self, scene: Scene, browser: Browser, relying_party: RelyingParty, language: str):
        self.scene, self.browser, self.language = scene, browser, language
        self.user = f"visitor{next(numbers)}"
        self.phone = scene.person(self.user, "--alias", "phone")
        scene.manager.command("user", "attribute", "set", self.user, "givenName", "-", input="Ada\n")
        relying_party.log_in(self.phone)
        scene.another_device(self.phone, "tablet")
        # As the pages show them.
        self.device_ids = {item["activationId"][:8]: "ID" for item in self.phone.activations()}
        self.account = AccountPages(scene, browser, Circumstances(language))

    def open(self, path: str) -> None:
        self.browser.resize(DESKTOP)
        self.account.open(path)

    def check(self, name: str) -> None:
        """Checks the page as it is, and compares its tree with that of this name."""
        names = {code.text: "ID" for code in self.browser.find_all("code")} | self.device_ids
        names |= {
            f"127.0.0.1:{self.scene.manager.port}": "login.example",
            self.scene.website.host: "website.example",
            self.user: "ada",
        }
        assert_page(self.browser, f"account-{name}", self.language, names)

    def last(self, page: str, kind: str) -> str:
        """The id of the last object of a kind to which a page has a link."""
        self.open(page)
        path = f"/account/{kind}/"
        links = self.browser.find_all(f"main a[href^='{path}']")
        return links[-1].get_attribute("href").partition(path)[2].partition("/")[0]


@pytest.fixture(params=LANGUAGES)
def visit(request, scene, reset_browser, relying_party) -> Visit:
    return Visit(scene, reset_browser, relying_party, request.param)


def test_the_account_pages_are_for_everybody(visit):
    account, browser = visit.account, visit.browser
    account.open()
    visit.check("login")
    account.log_in(visit.phone, before_knowing=lambda: visit.check("known"))
    objects = {
        "device": next(item["activationId"] for item in visit.phone.activations() if item["alias"] == "tablet"),
        "value": visit.last("/data", "data/value"),
        "service": visit.last("/websites", "websites"),
        "login": visit.last("/history", "history"),
    }
    for path in PAGES:
        visit.open(path.format(**objects))
        name = path.format(device="device", value="value", service="website", login="login")
        visit.check(name.strip("/").replace("/", "-") or "overview")
    visit.open("/logout")
    visit.check("logout")
    browser.click("main form[action='/account/logout'] button")
    browser.wait_for("main form[action='/account/login']")
    visit.check("logged-out")


def test_the_answers_to_forms_are_for_everybody(visit):
    account, browser = visit.account, visit.browser
    account.log_in(visit.phone)
    visit.open("/data/add/givenName")
    account.fill("given name", "  ")
    account.press("save")
    browser.wait_for(".error-summary")
    visit.check("data-add-givenName-error")

    visit.open(f"/history/{visit.last('/history', 'history')}")
    account.press("yes, not me")
    browser.wait_for("h1", lambda title: title.text == account.words["disowned"])
    visit.check("history-login-disowned")

    visit.open("/devices/new")
    account.fill("device name", "   ")
    account.press("continue")
    browser.wait_for(".error-summary")
    visit.check("devices-new-error")
    account.fill("device name", "laptop")
    account.press("continue")
    account.wait_for_login()
    visit.check("confirmation")
    assert account.confirm(visit.phone).returncode == 0
    browser.wait_for(".secret code")
    assert_for_everybody(browser, visit.language)
    browser.resize(DESKTOP)
    browser.click("a[href$='/connected']")
    browser.wait(lambda _: browser.url.endswith("/connected"), "The page does not say if the device is connected")
    visit.check("devices-device-connected")


CONFIRMATION_STATES = {"scanned": None, "confirming": "y", "declined-cancelled": "n", "declined-notMe": "x"}
# The other states have the elements of these. The words of all states are in each page, and checked there.
GERMAN_STATES = ["scanned", "declined-notMe"]


def test_the_page_of_an_act_is_for_everybody_in_every_state(visit, tmp_path):
    account = visit.account
    account.log_in(visit.phone)
    for state in CONFIRMATION_STATES if visit.language == "en" else GERMAN_STATES:
        visit.open("/delete")
        account.press("continue")
        page = account.wait_for_login()
        terminal = Terminal(*visit.phone.command("login", page.picture(tmp_path / f"{state}.png")))
        terminal.expect("I did not begin this]")
        if answer := CONFIRMATION_STATES[state]:
            terminal.type(answer)
        page.wait_for_state(state)
        visit.check(f"confirmation-{state}")
