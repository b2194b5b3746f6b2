"""A login that a browser remembers: the tick, the repetition without the device, and its ends."""

import json
from contextlib import contextmanager

import pytest
from stage.accessibility import assert_accessible
from stage.account import AccountPages
from stage.browser import DESKTOP, PHONE, SMALL_PHONE, Browser
from stage.login_page import LoginPage
from stage.plain_browser import PlainBrowser, PlainLoginPage, decoded
from stage.processes import wait_until
from stage.relying_party import RelyingParty, answer
from stage.scene import Scene

NO_BROWSER = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
TICK = "form.remember input[type=checkbox]"
LABEL = "form.remember label"
SETTINGS = "rememberedLogin: { minutes: 480, idleMinutes: 60 }"


def declare(scene: Scene, settings: str = SETTINGS) -> None:
    """Declares the website anew with these settings."""
    declaration = scene.website.declaration()
    scene.manager.apply(declaration.replace("pkce: required", f"pkce: required\n        {settings}"))


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    with Scene(tmp_path_factory.mktemp("remembering")) as scene:
        declare(scene)
        yield scene


def begin(scene, browser) -> LoginPage:
    browser.open(f"{scene.website.url}/login")
    return LoginPage(browser, scene.manager.issuer)


def tick(browser) -> None:
    """Ticks, and waits until the manager knows."""
    browser.click(LABEL)
    session = browser.url.rpartition("/")[2]
    other = PlainBrowser(browser.cookies())
    wait_until(lambda: " checked" in other.get(f"{browser.url.partition('/login/')[0]}/login/{session}").text)


def assert_logged_in_without_device(scene, browser) -> None:
    """Logs out at the website alone, and logs in again without a page of the manager that waits."""
    browser.wait_for_site(scene.website.url)
    browser.wait_for("#subject")
    browser.click("form button")
    browser.wait_for("#log-in")
    browser.open(f"{scene.website.url}/login")
    browser.wait_for_site(scene.website.url)
    browser.wait_for("#subject")


@contextmanager
def another_browser(folder, **options):
    folder.mkdir()
    browser = Browser(folder, **options)
    try:
        yield browser
    finally:
        browser.stop()


# MARK: The tick


def test_after_a_tick_the_same_browser_needs_no_device(scene, ada, browser, tmp_path):
    page = begin(scene, browser)
    browser.click(LABEL)
    login = ada.login(page.picture(tmp_path / "code.png"))
    assert login.returncode == 0, login.stderr
    assert_logged_in_without_device(scene, browser)
    with another_browser(tmp_path / "other") as other:
        begin(scene, other).wait_for_state("waiting")


def test_without_a_tick_the_next_login_needs_the_device(scene, ada, browser, tmp_path):
    page = begin(scene, browser)
    tick(browser)
    browser.click(LABEL)
    wait_until(lambda: " checked" not in PlainBrowser(browser.cookies()).get(browser.url).text)
    login = ada.login(page.picture(tmp_path / "code.png"))
    assert login.returncode == 0, login.stderr
    browser.wait_for("#subject")
    begin(scene, browser).wait_for_state("waiting")


def test_the_tick_outlives_the_way_through_the_app_on_the_same_device(scene, ada, browser):
    browser.resize(PHONE)
    page = begin(scene, browser)
    # The person leaves for the app at once.
    browser.click(LABEL)
    login = ada.login(page.link(), "--json", environment=NO_BROWSER)
    assert login.returncode == 0, login.stderr
    browser.open(json.loads(login.stdout)["returnUrl"])
    assert_logged_in_without_device(scene, browser)


def test_without_scripts_a_button_saves_the_tick(scene, ada, tmp_path):
    with another_browser(tmp_path / "browser", scripts=False) as browser:
        page = begin(scene, browser)
        browser.click(LABEL)
        page.button("Save this choice").click()
        browser.wait_for(f"{TICK}[checked]")
        login = ada.login(browser.screenshot(tmp_path / "login.png"))
        assert login.returncode == 0, login.stderr
        page.button("Look again").click()
        page.wait_for_state("done")
        page.button(f"Continue to {scene.website.host}").click()
        assert_logged_in_without_device(scene, browser)


def test_a_tick_that_the_manager_did_not_get_is_not_shown(scene, browser):
    begin(scene, browser)
    browser.block("*/remember")
    browser.click(LABEL)
    browser.wait(lambda _: not browser.find(TICK).is_selected(), "The tick stays")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_with_the_tick_is_accessible(scene, browser, language):
    browser.ask_for_language(language)
    begin(scene, browser)
    assert_accessible(browser, language)
    for window in (SMALL_PHONE, DESKTOP):
        browser.resize(window)
        place = browser.find(LABEL).rect
        assert place["height"] >= 44 or window is DESKTOP
        assert place["width"] > 0


def test_the_tick_can_be_set_by_keyboard(scene, browser):
    begin(scene, browser)
    browser.driver.execute_script("document.querySelector(arguments[0]).focus()", TICK)
    browser.driver.switch_to.active_element.send_keys(" ")
    assert browser.find(TICK).is_selected()
    described = browser.find(TICK).get_attribute("aria-describedby")
    assert "does not ask for your device" in browser.find(f"#{described}").text


# MARK: Websites


def relying_party(scene: Scene) -> RelyingParty:
    service = scene.manager.service("demo")
    return RelyingParty(
        scene.manager.issuer, service["clientId"], service["clientSecret"], f"{scene.website.url}/callback"
    )


def remember(party: RelyingParty, person, browser: PlainBrowser, **changes) -> dict:
    """Logs a person in with a tick. Returns the tokens."""
    page = PlainLoginPage(browser, party.authorization_request(prompt="login", **changes))
    assert browser.post(f"{page.url}/remember", remember="yes").status_code == 303
    login = person.login(page.process_data)
    assert login.returncode == 0, login.stderr
    tokens = party.redeem(answer(page.proceed())["code"])
    assert tokens.status_code == 200, tokens.text
    return tokens.json()


def claims(token: str) -> dict:
    return json.loads(decoded(token.split(".")[1]))


def ask(party: RelyingParty, browser: PlainBrowser, **changes) -> dict:
    """The parameters of the answer to a request that wants no page."""
    return answer(browser.get(party.authorization_request(**({"prompt": "none"} | changes))))


def test_a_website_gets_the_same_login_without_a_page(tmp_path, database):
    with Scene(tmp_path, database=database) as scene:
        declare(scene)
        ada, party, browser = scene.person("ada"), relying_party(scene), PlainBrowser()
        first = remember(party, ada, browser)
        hint = first["id_token"]
        for changes in ({}, {"id_token_hint": hint}, {"max_age": "10000"}):
            result = ask(party, browser, nonce="another", **changes)
            second = claims(party.redeem(result["code"]).json()["id_token"])
            for name in ("sub", "sid", "auth_time", "acr", "amr", "roles"):
                assert second[name] == claims(hint)[name]
            assert second["nonce"] == "another"
        assert ask(party, browser, max_age="0")["error"] == "login_required"
        assert ask(party, browser, scope="openid email")["error"] == "login_required"
        assert ask(party, PlainBrowser())["error"] == "login_required"
        assert scene.audited("ada").count("rememberedLoginUsed") == 3

        # Another process of the manager ends it.
        scene.manager.apply("users:\n  - name: ada\n    memberships: []\n")
        scene.manager.apply("users:\n  - name: ada\n    memberships: [Example Inc.]\n")
        assert ask(party, browser)["error"] == "login_required"


def test_a_wrong_pin_ends_it_although_the_lockout_passes(scene, newcomer):
    party, browser = relying_party(scene), PlainBrowser()
    remember(party, newcomer, browser)
    assert "code" in ask(party, browser)
    page = PlainLoginPage(PlainBrowser(), party.authorization_request())
    pin, newcomer.pin = newcomer.pin, "000000"
    assert newcomer.login(page.process_data).returncode != 0
    newcomer.pin = pin
    assert ask(party, browser)["error"] == "login_required"


def test_the_operator_ends_all_of_them_by_switching_it_off(tmp_path):
    with Scene(tmp_path) as scene:
        declare(scene)
        ada, party, browser = scene.person("ada"), relying_party(scene), PlainBrowser()
        remember(party, ada, browser)
        scene.manager.apply(scene.website.declaration())
        assert ask(party, browser)["error"] == "login_required"
        page = PlainLoginPage(browser, party.authorization_request())
        assert 'name="remember"' not in page.text
        declare(scene)
        assert ask(party, browser)["error"] == "login_required"


# MARK: The account pages


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_account_lists_them_and_ends_them(scene, newcomer, browser, tmp_path, language):
    party, website = relying_party(scene), PlainBrowser()
    remember(party, newcomer, website)
    account = AccountPages(scene, browser)
    account.log_in(newcomer, "/settings")
    browser.ask_for_language(language)
    account.open("/settings")
    section = browser.find("[aria-labelledby=remembered-title]")
    assert "Demo website" in section.text
    assert_accessible(browser, language)
    browser.click("[aria-labelledby=remembered-title] form button")
    browser.wait_for(".notice.good")
    assert not browser.find_all("[aria-labelledby=remembered-title]")
    assert ask(party, website)["error"] == "login_required"
    assert "rememberedLoginEnded" in scene.audited(newcomer.home.name)


def test_this_was_not_me_ends_it(scene, newcomer, browser):
    party, website = relying_party(scene), PlainBrowser()
    remember(party, newcomer, website)
    account = AccountPages(scene, browser)
    account.log_in(newcomer, "/history")
    # The newest is the login at the account pages.
    browser.find_all("main a[href^='/account/history/']")[-1].click()
    browser.wait_for("main form button")
    browser.click("main form button")
    browser.wait_for("h1")
    wait_until(lambda: ask(party, website).get("error") == "login_required")
