"""The account pages: a person looks after their own devices, data and websites."""

import html
import itertools
import json
import re

import pytest
from stage.accessibility import assert_accessible
from stage.account import AccountPages, Circumstances
from stage.authenticator import Authenticator
from stage.browser import DESKTOP, SMALL_PHONE, Browser
from stage.login_page import LoginPage
from stage.manager import Activation
from stage.plain_account import PlainAccount
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.words import assert_speaks, foreign_words

STORIES = [
    Circumstances("en", DESKTOP, keyboard=True),
    Circumstances("de", SMALL_PHONE),
    Circumstances("de", DESKTOP, keyboard=True, scripts=False),
    Circumstances("en", SMALL_PHONE, scripts=False),
]
TWO_STORIES = STORIES[::2]
numbers = itertools.count(1)


@pytest.fixture(scope="module")
def shared_browser(tmp_path_factory):
    browser = Browser(tmp_path_factory.mktemp("browser"))
    yield browser
    browser.stop()


@pytest.fixture
def browser(shared_browser) -> Browser:
    shared_browser.forget()
    return shared_browser


@pytest.fixture
def phone(scene) -> Authenticator:
    """The only device of a new person, whose name is that of its home."""
    return scene.person(f"grace{next(numbers)}", "--alias", "phone")


@pytest.fixture
def tablet(scene, phone) -> Authenticator:
    """Another device of the person, as old as the first."""
    tablet = scene.another_device(phone, "tablet")
    scene.let_a_day_pass()
    return tablet


def names(device: Authenticator) -> set[str]:
    """The names of the devices of an account."""
    return {item["alias"] for item in device.activations()}


# MARK: Devices


@pytest.mark.parametrize("circumstances", STORIES, ids=str)
def test_a_person_whose_phone_is_lost_removes_it_by_the_other_device(scene, browser, phone, tablet, circumstances):
    account = AccountPages(scene, browser, circumstances)
    tablet.variables = {"LANG": "de_DE.UTF-8"} if circumstances.language == "de" else {}
    account.log_in(tablet, "/devices")
    account.press("remove", "phone")
    account.press("continue")
    confirmed = account.confirm(tablet)
    assert account.words["confirmed"] in confirmed.stdout, confirmed.stderr
    assert not foreign_words(confirmed.stdout + confirmed.stderr, circumstances.language)
    account.wait_for("/devices")
    assert account.said() == account.words["removed"]
    assert "phone" not in [title.text for title in browser.find_all("h2")]

    assert names(tablet) == {"tablet"}
    assert phone.login("AQ").returncode != 0
    browser.open(f"{scene.website.url}/login")
    page = LoginPage(browser, scene.manager.issuer)
    assert phone.login(page.picture(scene.folder / "lost.png")).returncode != 0


@pytest.mark.parametrize("circumstances", TWO_STORIES, ids=str)
def test_a_person_connects_another_device_with_the_code_and_pin_of_the_page(scene, browser, phone, circumstances):
    account = AccountPages(scene, browser, circumstances)
    account.log_in(phone, "/devices")
    account.press("connect")
    account.fill("device name", "laptop")
    account.press("continue")
    assert account.confirm(phone).returncode == 0
    pin = browser.wait_for(".secret code").text
    laptop = Authenticator(phone.home.with_name(f"{phone.home.name}-laptop"), pin="640913")
    laptop.trust(scene.manager.key_material())
    picture = browser.screenshot(scene.folder / f"{phone.home.name}-laptop.png")
    laptop.activate(Activation(picture, pin.replace(" ", ""), link=""), "--alias", "laptop")
    assert names(phone) == {"phone", "laptop"}

    # The page was the answer to one request. Its address shows neither code nor PIN again.
    browser.open(browser.url)
    assert pin not in browser.driver.page_source


@pytest.mark.parametrize("circumstances", TWO_STORIES, ids=str)
def test_a_person_renames_a_device_and_is_told_what_will_not_do(scene, browser, phone, circumstances):
    account = AccountPages(scene, browser, circumstances)
    account.log_in(phone, "/devices")
    account.press("rename", "phone")
    account.fill("device name", "   ")
    account.press("save")
    assert browser.wait_for(".error-summary") == browser.driver.switch_to.active_element
    assert browser.driver.title.startswith(account.words["error"])
    assert_accessible(browser, circumstances.language)
    browser.resize(circumstances.window)

    account.fill("device name", "old phone")
    account.press("save")
    account.wait_for("/devices")
    assert account.said() == account.words["renamed"]
    assert names(phone) == {"old phone"}


@pytest.mark.parametrize("circumstances", TWO_STORIES, ids=str)
def test_a_person_deletes_the_account(scene, browser, phone, tablet, circumstances):
    account = AccountPages(scene, browser, circumstances)
    account.log_in(phone, "/settings")
    account.press("delete")
    account.press("continue")
    assert account.confirm(phone).returncode == 0
    browser.wait_for("h1", lambda title: title.text == account.words["deleted"])
    assert_speaks(browser, circumstances.language)
    account.open()
    assert account.heading.startswith(account.words["account at"])
    for device in (phone, tablet):
        assert device.login("AQ").returncode != 0
    assert phone.home.name not in scene.manager.command("user", "list")


def test_on_one_device_the_app_leads_back_to_the_account(scene, browser, phone, tablet):
    account = AccountPages(scene, browser, Circumstances("de", SMALL_PHONE))
    account.open("/devices")
    account.press("log in")
    account.confirm_here(tablet)
    account.enter(tablet, "/devices")
    account.press("remove", "phone")
    account.press("continue")
    account.confirm_here(tablet)
    account.wait_for("/devices")
    assert account.said() == account.words["removed"]
    assert names(tablet) == {"tablet"}


# MARK: Data, websites and history


@pytest.mark.parametrize("circumstances", TWO_STORIES, ids=str)
def test_a_person_says_that_a_login_was_not_theirs_and_locks_the_device(
    scene, browser, relying_party, phone, tablet, circumstances
):
    token = relying_party.log_in(phone)
    assert relying_party.user_info(token).status_code == 200
    account = AccountPages(scene, browser, circumstances)
    account.log_in(tablet, "/history")
    account.press("not me", "phone")
    browser.wait_for("button.danger")
    account.press("yes, not me")
    browser.wait_for("h1", lambda title: title.text == account.words["disowned"])
    assert relying_party.user_info(token).status_code == 401
    assert scene.audited(phone.home.name).count("loginDisownedLater") == 1

    account.press("lock")
    assert account.confirm(tablet).returncode == 0
    account.wait_for("/devices")
    assert account.said() == account.words["locked"]
    page = PlainLoginPage(PlainBrowser(), relying_party.authorization_request())
    assert phone.login(page.process_data).returncode != 0


@pytest.mark.parametrize("circumstances", TWO_STORIES, ids=str)
def test_a_person_withdraws_what_a_website_receives(scene, browser, relying_party, phone, circumstances):
    token = relying_party.log_in(phone)
    account = AccountPages(scene, browser, circumstances)
    account.log_in(phone, "/websites")
    account.press("website", "Demo website")
    account.press("withdraw")
    browser.wait_for("button.danger")
    account.press("withdraw")
    assert account.said() == account.words["withdrawn"]
    assert relying_party.user_info(token).status_code == 401
    assert scene.audited(phone.home.name).count("websiteWithdrawn") == 1
    relying_party.log_in(phone)


@pytest.mark.parametrize("circumstances", TWO_STORIES, ids=str)
def test_a_person_adds_and_removes_a_value(scene, browser, phone, circumstances):
    account = AccountPages(scene, browser, circumstances)
    account.log_in(phone, "/data")
    account.press("given name")
    account.fill("given name", "  ")
    account.press("save")
    assert browser.wait_for(".error-summary") == browser.driver.switch_to.active_element
    account.fill("given name", "Grace")
    account.press("save")
    account.wait_for("/data")
    assert account.said() == account.words["data saved"]
    stored = scene.manager.command("user", "attribute", "list", phone.home.name)
    assert "givenName" in stored and "Grace" in stored

    account.press("remove value")
    browser.wait_for("button.danger")
    account.press("remove it")
    account.wait_for("/data")
    assert account.said() == account.words["data removed"]
    assert "Grace" not in scene.manager.command("user", "attribute", "list", phone.home.name)


# MARK: Who confirms what


def test_the_device_shows_the_sentence_of_the_page_and_no_name_can_change_it(scene):
    alias = "x, and the account eve. Lock the device y"
    phone = scene.person(f"grace{next(numbers)}", "--alias", alias)
    tablet = scene.another_device(phone, "tablet")
    scene.let_a_day_pass()
    page = PlainAccount(scene, tablet).ask_to_remove(alias)
    confirmed = json.loads(tablet.login(page.process_data, "--json").stdout)
    assert {"name": alias} in confirmed["text"]
    sentence = re.search(r'<p class="sentence"[^>]*>(.*?)</p>', page.text, re.DOTALL)[1]
    shown = "".join(value for part in confirmed["text"] for value in part.values())
    assert html.unescape(re.sub("<[^>]+>", "", sentence)) == shown


def test_a_device_of_another_account_confirms_nothing_and_leaves_the_page_waiting(scene, phone, tablet):
    mallory = scene.person(f"{phone.home.name}-mallory")
    account = PlainAccount(scene, tablet)
    page = account.ask_to_remove("phone")
    refused = mallory.login(page.process_data)
    assert refused.returncode != 0
    assert names(tablet) == {"phone", "tablet"}
    assert tablet.login(page.process_data).returncode == 0
    page.proceed()
    assert names(tablet) == {"tablet"}


def test_a_confirmation_is_of_use_to_the_browser_that_asked_alone_and_once(scene, phone, tablet):
    account, other = PlainAccount(scene, tablet), PlainAccount(scene, tablet)
    page = account.ask_to_remove("phone")
    assert tablet.login(page.process_data).returncode == 0
    for browser in (PlainBrowser(), other.browser):
        page.proceed(browser)
        assert names(tablet) == {"phone", "tablet"}
    assert "deviceRemoved" in page.proceed().headers["Location"]
    assert names(tablet) == {"tablet"}
    connected = scene.another_device(tablet, "phone")
    assert "deviceRemoved" not in page.proceed().headers.get("Location", "")
    assert names(connected) == {"phone", "tablet"}


def test_a_confirmation_that_is_collected_too_late_does_nothing(scene, phone, tablet):
    account = PlainAccount(scene, tablet)
    page = account.ask_to_remove("phone")
    assert tablet.login(page.process_data).returncode == 0
    scene.execute("UPDATE process SET expires_at = expires_at - 61000 WHERE id = ?", page.session)
    page.proceed()
    assert names(tablet) == {"phone", "tablet"}


def test_what_the_session_may_do_is_asked_again_when_it_is_done(scene, phone, tablet):
    account = PlainAccount(scene, tablet)
    page = account.ask_to_remove("phone")
    assert tablet.login(page.process_data).returncode == 0
    account.submit("/account", "/account/logout")
    page.proceed()
    assert names(tablet) == {"phone", "tablet"}


@pytest.mark.parametrize("refusal", ["--decline", "--not-me"])
def test_a_person_who_declines_on_the_device_keeps_everything(scene, phone, tablet, refusal):
    page = PlainAccount(scene, tablet).ask_to_remove("phone")
    tablet.login(page.process_data, refusal)
    page.proceed()
    assert names(tablet) == {"phone", "tablet"}


# MARK: Sessions


FOREIGN = {
    "another site": {"Sec-Fetch-Site": "cross-site"},
    "another site that names our origin": {"Sec-Fetch-Site": "cross-site", "Origin": "{issuer}"},
    "a neighbour": {"Sec-Fetch-Site": "same-site"},
    "an address bar": {"Sec-Fetch-Site": "none"},
    "another origin": {"Origin": "https://evil.example"},
    "a hidden origin": {"Origin": "null"},
    "nobody knows where": {},
}


def test_a_form_from_elsewhere_changes_nothing(scene, phone):
    account = PlainAccount(scene, phone)
    path = f"/account/devices/{account.device_id('phone')}/rename"
    form = account.form(path, path) | {"alias": "stolen"}
    for sender, headers in FOREIGN.items():
        headers = {name: value.format(issuer=scene.manager.issuer) for name, value in headers.items()}
        refused = account.browser.request("POST", scene.manager.issuer + path, headers=headers, data=form)
        assert refused.status_code == 403, sender
    own = {"Sec-Fetch-Site": "same-origin"}
    other = PlainAccount(scene, phone)
    for ticket in (
        "",
        "A" * 43,
        other.form(path, path)["ticket"],
        account.form("/account", "/account/logout")["ticket"],
    ):
        forged = form | {"ticket": ticket}
        refused = account.browser.request("POST", scene.manager.issuer + path, headers=own, data=forged)
        assert refused.status_code in (403, 409), ticket
    assert names(phone) == {"phone"}
    account.browser.request("POST", scene.manager.issuer + path, headers=own, data=form)
    assert names(phone) == {"stolen"}


def test_a_session_ends_when_it_should(scene, phone, tablet):
    second = 1000
    ends = {
        "idle for 15 minutes": lambda: scene.execute(
            "UPDATE browser_session SET last_seen = last_seen - ?", 901 * second
        ),
        "after an hour": lambda: scene.execute("UPDATE browser_session SET created_at = created_at - ?", 3601 * second),
        "its device is removed": lambda: PlainAccount(scene, tablet).remove("phone", by=tablet),
    }
    for reason, end in ends.items():
        account = PlainAccount(scene, phone)
        assert account.is_logged_in
        end()
        assert not account.is_logged_in, reason


def test_a_session_has_a_new_cookie_that_no_script_and_no_other_site_can_use(scene, phone):
    first, second = PlainAccount(scene, phone), PlainAccount(scene, phone)
    assert first.browser.cookies["__Host-account"] != second.browser.cookies["__Host-account"]
    cookie = next(
        line for line in first.entered.raw.headers.getlist("Set-Cookie") if line.startswith("__Host-account=")
    )
    attributes = {part.strip() for part in cookie.split(";")[1:]}
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= attributes

    # A value that somebody has put into the browser before the login is not the session's.
    planted = PlainAccount(scene, phone, cookies={"__Host-account": second.browser.cookies["__Host-account"]})
    assert planted.browser.cookies["__Host-account"] != second.browser.cookies["__Host-account"]
    for header, value in (("Cache-Control", "no-store"), ("Cross-Origin-Opener-Policy", "same-origin")):
        assert value in first.get().headers[header]
