"""The account pages: a person looks after their own devices, data and websites."""

import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
from stage.accessibility import assert_accessible
from stage.account import AccountPages, Circumstances
from stage.authenticator import Authenticator
from stage.browser import DESKTOP, SMALL_PHONE
from stage.login_page import LoginPage
from stage.manager import Activation
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.words import assert_speaks, foreign_words

BY_KEYBOARD = Circumstances("en", DESKTOP, keyboard=True)
ON_A_PHONE = Circumstances("de", SMALL_PHONE)
WITHOUT_SCRIPTS = Circumstances("de", DESKTOP, keyboard=True, scripts=False)
# One story in all circumstances, in which each pair of them occurs; the others in one of them each.
STORIES = [BY_KEYBOARD, ON_A_PHONE, WITHOUT_SCRIPTS, Circumstances("en", SMALL_PHONE, scripts=False)]


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

    assert tablet.device_names() == {"tablet"}
    assert phone.login("AQ").returncode != 0
    browser.open(f"{scene.website.url}/login")
    page = LoginPage(browser, scene.manager.issuer)
    assert phone.login(page.picture(scene.folder / "lost.png")).returncode != 0


@pytest.mark.parametrize("circumstances", [WITHOUT_SCRIPTS], ids=str)
def test_a_person_connects_another_device_with_the_code_and_pin_of_the_page(scene, dark_browser, phone, circumstances):
    browser = dark_browser
    account = AccountPages(scene, browser, circumstances)
    account.log_in(phone, "/devices")
    account.press("connect")
    account.fill("device name", "laptop")
    account.press("continue")
    assert account.confirm(phone).returncode == 0
    pin = browser.wait_for(".secret code").text
    # The page can be loaded again until the device is connected.
    browser.driver.refresh()
    assert browser.wait_for(".secret code").text == pin
    laptop = Authenticator(phone.home.with_name(f"{phone.home.name}-laptop"), pin="640913")
    laptop.trust(scene.manager.key_material())
    picture = browser.screenshot(scene.folder / f"{phone.home.name}-laptop.png")
    laptop.activate(Activation(picture, pin.replace(" ", ""), link=""))
    assert phone.device_names() == {"phone", "laptop"}

    # Then its address shows neither code nor PIN again.
    browser.open(browser.url)
    assert pin not in browser.driver.page_source


@pytest.mark.parametrize("circumstances", [BY_KEYBOARD], ids=str)
def test_a_person_renames_a_device_and_is_told_what_will_not_do(scene, browser, phone, circumstances):
    account = AccountPages(scene, browser, circumstances)
    account.log_in(phone, "/devices")
    account.press("rename", "phone")
    account.fill("device name", "   ")
    account.press("save")
    browser.wait_for_focus(".error-summary")
    assert browser.driver.title.startswith(account.words["error"])
    assert_accessible(browser, circumstances.language)
    browser.resize(circumstances.window)

    account.fill("device name", "old phone")
    account.press("save")
    account.wait_for("/devices")
    assert account.said() == account.words["renamed"]
    assert phone.device_names() == {"old phone"}


@pytest.mark.parametrize("circumstances", [WITHOUT_SCRIPTS], ids=str)
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
    assert tablet.device_names() == {"tablet"}


# MARK: Data, websites and history


def test_the_history_is_told_by_the_days_of_the_persons_time_zone(scene, browser, phone):
    # A zone in which it is another day than in UTC.
    hours = 14 if datetime.now(UTC).hour >= 11 else -12
    account = AccountPages(scene, browser)
    account.log_in(phone, "/history")
    browser.live_in(f"Etc/GMT{-hours:+}")
    account.open("/history")
    day = datetime.now(timezone(timedelta(hours=hours)))
    assert [heading.text for heading in browser.find_all("section h2")] == [f"{day.day} {day:%B} {day.year}"]
    for time in browser.find_all(".events time"):
        assert re.fullmatch(r"\d{2}:\d{2}", time.text)


@pytest.mark.parametrize("circumstances", [ON_A_PHONE], ids=str)
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


@pytest.mark.parametrize("circumstances", [WITHOUT_SCRIPTS], ids=str)
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


@pytest.mark.parametrize("circumstances", [BY_KEYBOARD], ids=str)
def test_a_person_adds_and_removes_a_value(scene, browser, phone, circumstances):
    account = AccountPages(scene, browser, circumstances)
    account.log_in(phone, "/data")
    account.press("given name")
    account.fill("given name", "  ")
    account.press("save")
    browser.wait_for_focus(".error-summary")
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
