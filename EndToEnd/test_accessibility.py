"""The login page and its neighbours for everybody: by axe-core, at each width, in the dark, by keyboard, in both
languages."""

import itertools

import pytest
from stage.accessibility import assert_fits, assert_for_everybody
from stage.authenticator import Authenticator
from stage.axe import COLOURS, violations
from stage.browser import DESKTOP, LANDSCAPE, NARROW, PHONE, SMALL_PHONE, Browser, Window
from stage.keyboard import Keyboard
from stage.login_page import CODE, LINK, OTHER_DEVICE, LoginPage
from stage.relying_party import RelyingParty
from stage.scene import Scene
from stage.terminal import Terminal
from stage.tree import assert_tree
from stage.words import foreign_texts

LANGUAGES = ["en", "de"]
NO_BROWSER = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
pictures = itertools.count(1)


@pytest.fixture
def browser(reset_browser) -> Browser:
    return reset_browser


class Login:
    """A login that a person begins in a browser, and answers at a terminal."""

    def __init__(self, scene, browser: Browser, person: Authenticator, folder):
        self.person = person
        browser.open(f"{scene.website.url}/login")
        self.page = LoginPage(browser, scene.manager.issuer)
        self.picture = folder / f"login-{next(pictures)}.png"

    def scan(self) -> Terminal:
        """Scans the code. The terminal shows the request, and waits for an answer."""
        terminal = Terminal(*self.person.command("login", self.page.picture(self.picture)))
        terminal.expect("I did not begin this]")
        return terminal


# MARK: The checks themselves

BROKEN = {
    "color-contrast": "element.textContent = 'Hard to read'; element.style = 'color: #ccc; background: #fff'",
    "link-in-text-block": """
        element.textContent = "Text around ";
        element.style = "color: #222; background: #fff";
        const link = document.createElement("a");
        link.href = "/x";
        link.textContent = "a link";
        link.style = "all: unset; color: #000";
        element.append(link, " that nobody sees");""",
    "button-name": "element.append(document.createElement('button'))",
    "label": "element.append(document.createElement('input'))",
    "label-content-name-mismatch": """
        const button = document.createElement("button");
        button.textContent = "Send it";
        button.setAttribute("aria-label", "Something else");
        element.append(button);""",
    "image-alt": "element.append(document.createElement('img')); element.firstChild.src = '/assets/x'",
    "target-size": """
        for (const name of ["one", "two"]) {
          const button = document.createElement("button");
          button.textContent = name;
          button.style = "all: unset; font: 6px serif; width: 9px; height: 9px; overflow: hidden";
          element.append(button);
        }""",
}
# Gives the focus back to the first button, wherever Tab leads.
TRAP = """
window.trap = new AbortController();
document.addEventListener(
  "focusin", ({ target }) => target.matches("main button") || document.querySelector("main button").focus(),
  { signal: trap.signal });
"""
TURNS_TEXT_INTO_MARKUP = "(() => { try { document.body.innerHTML += '<b>'; return true } catch { return false } })()"


def test_axe_core_runs_under_the_policy_of_our_pages_and_finds_faults(scene, browser):
    browser.open(f"{scene.website.url}/login")
    LoginPage(browser, scene.manager.issuer)
    assert not browser.evaluate(TURNS_TEXT_INTO_MARKUP), "Trusted Types are enforced"
    assert violations(browser) == []
    for rule, fault in BROKEN.items():
        browser.evaluate(
            f"{{ const element = document.createElement('p'); element.id = 'broken'; {fault};"
            "document.querySelector('main').append(element) }"
        )
        assert rules(violations(browser)) == {rule}
        assert rules(violations(browser, COLOURS)) == {rule} & set(COLOURS["runOnly"]["values"])
        browser.evaluate("document.querySelector('#broken').remove()")
    assert violations(browser) == []


def rules(faults: list[str]) -> set[str]:
    return {fault.partition(":")[0] for fault in faults}


def test_the_other_checks_find_faults_too(scene, browser):
    browser.open(f"{scene.website.url}/login")
    LoginPage(browser, scene.manager.issuer)
    stops = Keyboard(browser).stops()
    assert [stop.name for stop in stops if not stop.is_visible] == []
    style(browser, ":focus { outline: none !important }")
    assert [stop.name for stop in Keyboard(browser).stops() if stop.is_visible] == []
    assert "Open in app" in [stop.name for stop in stops]
    browser.evaluate(TRAP)
    with pytest.raises(AssertionError, match="does not leave"):
        Keyboard(browser).stops()
    browser.evaluate("trap.abort()")

    assert_fits(browser, NARROW)
    style(browser, "h1 { width: 400px }")
    with pytest.raises(AssertionError, match="is wider"):
        assert_fits(browser, NARROW)
    style(browser, "h1 { white-space: nowrap; overflow: hidden; width: 40px }")
    with pytest.raises(AssertionError, match="<h1"):
        assert_fits(browser, NARROW)

    assert foreign_texts(browser, "en") == {}
    found = foreign_texts(browser, "de")
    assert {"your", "this", "only"} <= {word for words in found.values() for word in words}


def style(browser: Browser, rules: str) -> None:
    """Adds a style sheet to the page."""
    browser.evaluate(
        f"(() => {{ const sheet = new CSSStyleSheet(); sheet.replaceSync({rules!r}); "
        "document.adoptedStyleSheets.push(sheet) })()"
    )


# MARK: The login page

LOGIN_STATES = {
    "waiting": lambda login: None,
    "scanned": lambda login: login.scan(),
    "confirming": lambda login: login.scan().type("y"),
    "declined-cancelled": lambda login: login.scan().type("n"),
    "declined-notMe": lambda login: login.scan().type("x"),
    "confirmed": lambda login: login.person.login(login.page.link(), environment=NO_BROWSER),
}
# The other states have the elements of these. The words of all states are in each page, and checked there.
GERMAN_STATES = ["waiting", "confirming", "declined-notMe"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_login_page_is_for_everybody_in_every_state(scene, ada, browser, tmp_path, language):
    browser.ask_for_language(language)
    for state in LOGIN_STATES if language == "en" else GERMAN_STATES:
        login = Login(scene, browser, ada, tmp_path)
        LOGIN_STATES[state](login)
        login.page.wait_for_state(state)
        assert_for_everybody(browser, language)
        assert_tree(browser, f"login-{state}", language, {scene.website.host: "website.example"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_login_page_without_scripts_is_for_everybody(scene, ada, browser, tmp_path, language):
    browser.ask_for_language(language)
    browser.allow_scripts(False)
    login = Login(scene, browser, ada, tmp_path)
    assert_for_everybody(browser, language)
    browser.allow_scripts(False)
    browser.open(browser.url)
    assert ada.login(login.page.picture(login.picture)).returncode == 0
    browser.open(browser.url)
    login.page.wait_for_state("done")
    assert_for_everybody(browser, language)


# MARK: The first screen

NARROW_DESKTOP = Window(PHONE.width, PHONE.height)
# What one needs beside the website's name, its host and the warning. German, whose words are longer, in all windows.
FIRST_SCREENS = {
    "small-phone-en": ("en", SMALL_PHONE, OTHER_DEVICE),
    "small-phone-de": ("de", SMALL_PHONE, OTHER_DEVICE),
    "phone-de": ("de", PHONE, OTHER_DEVICE),
    "landscape-de": ("de", LANDSCAPE, OTHER_DEVICE),
    "narrow-desktop-de": ("de", NARROW_DESKTOP, CODE),
    "desktop-en": ("en", DESKTOP, CODE),
    "desktop-de": ("de", DESKTOP, CODE),
}


@pytest.mark.parametrize(("language", "window", "needed"), FIRST_SCREENS.values(), ids=FIRST_SCREENS)
def test_the_first_screen_of_the_login_page_has_what_one_needs(scene, browser, language, window, needed):
    browser.ask_for_language(language)
    browser.resize(window)
    browser.open(f"{scene.website.url}/login")
    LoginPage(browser, scene.manager.issuer)
    assert_on_first_screen(browser, window, LINK if window.is_phone else CODE, needed)


def assert_on_first_screen(browser: Browser, window: Window, *needed: str) -> None:
    """Asserts that the name, the host, the warning and these elements are visible without scrolling."""
    for selector in ("h1", ".asks .host", ".warning", *needed):
        shown = browser.wait_for(selector).rect
        assert shown["y"] + shown["height"] <= window.height, selector
        assert shown["x"] >= 0 and shown["x"] + shown["width"] <= window.width, selector


LONG_NAMES = """
settings:
  operator:
    name: Landesbeauftragte für Informationssicherheitsangelegenheiten
    help: https://example.org/help
    app: { name: Anmeldebestätigungsanwendung, other: "https://example.org/app" }
organizations:
  - name: Rechtsschutzversicherungsgesellschaft Bundesrepublik Deutschland
    services:
      - name: insurance
        displayName: Kraftfahrzeughaftpflichtversicherung Nordrhein-Westfalen
        redirectUris: [https://versicherung.example/callback]
        signingAlgorithm: ES256
        roles: [{ name: user, alternatives: [[pin, device]] }]
"""
HYPHENS = """
Object.fromEntries(["h1", ".asks dd", ".button", "button", ".provider", ".asks .host", ".warning .host"].map(
  (selector) => [selector, getComputedStyle(document.querySelector(selector)).hyphens]))
"""


def test_long_german_names_wrap_and_leave_the_first_screen_as_it_is(tmp_path, browser):
    with Scene(tmp_path) as scene:
        scene.manager.apply(LONG_NAMES)
        service = scene.manager.service("insurance")
        redirect_uri = "https://versicherung.example/callback"
        party = RelyingParty(scene.manager.issuer, service["clientId"], service["clientSecret"], redirect_uri)
        browser.ask_for_language("de")
        browser.open(party.authorization_request())
        LoginPage(browser, scene.manager.issuer)
        assert "Kraftfahrzeughaftpflichtversicherung" in browser.find("h1").text
        # No name is wider than the window, and none is cut off.
        assert_for_everybody(browser, "de")
        hyphens = browser.evaluate(HYPHENS)
        assert {selector for selector, value in hyphens.items() if value == "none"} == {".asks .host", ".warning .host"}
        assert set(hyphens.values()) == {"auto", "none"}
        for window in (PHONE, LANDSCAPE):
            browser.resize(window)
            browser.open(browser.url)
            assert_on_first_screen(browser, window, LINK)


# MARK: The app


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_around_the_app_are_for_everybody(scene, browser, language):
    browser.ask_for_language(language)
    for scripts in (True, False):
        browser.allow_scripts(scripts)
        for name, address in (("return", "http://127.0.0.1:{}/return"), ("app-link", "http://localhost:{}/a#AQ")):
            browser.open(address.format(scene.manager.port))
            assert_for_everybody(browser, language)
            if scripts:
                assert_tree(browser, name, language, {})
            browser.allow_scripts(scripts)
