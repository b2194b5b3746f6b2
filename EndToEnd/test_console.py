"""The console: administrators help people with their accounts and devices."""

import re

import pytest
from stage.account import AccountPages, Circumstances
from stage.authenticator import Authenticator
from stage.browser import DESKTOP, SMALL_PHONE, Browser
from stage.console import REASON, ConsolePages, PlainConsole
from stage.manager import Activation
from stage.words import assert_speaks, foreign_words

STORIES = [
    Circumstances("en", DESKTOP, keyboard=True),
    Circumstances("de", SMALL_PHONE),
    Circumstances("de", DESKTOP, keyboard=True, scripts=False),
]


@pytest.fixture
def speaking(office):
    """Makes an administrator's device speak the language of the circumstances."""

    def speak(device: Authenticator, circumstances: Circumstances) -> Authenticator:
        device.variables = {"LANG": "de_DE.UTF-8"} if circumstances.language == "de" else {}
        return device

    yield speak
    for device in (office.grace, office.lin):
        device.variables = {}


# MARK: One person


@pytest.mark.parametrize("circumstances", STORIES, ids=str)
def test_an_administrator_ends_a_lockout(office, browser, customer, speaking, circumstances):
    user = customer.home.name
    assert not office.try_to_log_in(customer, pin="111222")
    assert not office.try_to_log_in(customer), "the device is not locked"

    grace = speaking(office.grace, circumstances)
    console = ConsolePages(office, browser, circumstances)
    console.log_in(grace)
    console.find(user)
    console.press("one", "phone")
    console.ask("unlock", identity="in person")
    console.wait_for_login()
    sentence = console.sentence()
    shown = console.confirm_as(grace)
    assert console.done() == "deviceUnlocked"
    assert_speaks(browser, circumstances.language)
    for name in ("phone", user, REASON):
        assert name in sentence and name in shown
    assert not foreign_words(shown.replace(REASON, ""), circumstances.language)
    assert office.try_to_log_in(customer)

    console.assert_evidence(user, "deviceUnlocked", "key of grace", sentence)
    assert_speaks(browser, circumstances.language)


def test_an_administrator_revokes_a_device(office, browser, customer, speaking):
    user, circumstances = customer.home.name, Circumstances("de", SMALL_PHONE, scripts=False)
    grace = speaking(office.grace, circumstances)
    console = ConsolePages(office, browser, circumstances)
    console.log_in(grace)
    console.find(user)
    console.press("one", "phone")
    console.ask("revoke", reason="kurz")
    browser.wait_for(".error-summary")
    assert browser.driver.title.startswith(console.words["error"])
    assert browser.find("[name=reason]").get_attribute("value") == "kurz"
    console.fill("reason", REASON)
    console.press("continue")
    console.wait_for_login()
    sentence = console.sentence()
    console.confirm_as(grace)
    assert console.done() == "deviceRevoked"
    assert not office.try_to_log_in(customer)
    console.assert_evidence(user, "activationRevoked", "key of grace", sentence)


def test_an_administrator_disables_an_account_and_enables_it_again(office, browser, customer, tmp_path):
    user = customer.home.name
    (tmp_path / "other").mkdir()
    persons = Browser(tmp_path / "other")
    try:
        account = AccountPages(office, persons)
        account.log_in(customer)

        console = ConsolePages(office, browser)
        console.log_in(office.grace)
        page = console.find(user)
        console.ask("disable")
        console.wait_for_login()
        sentence = console.sentence()
        console.confirm_as(office.grace)
        assert console.done() == "accountDisabled"
        console.assert_evidence(user, "accountDisabled", "key of grace", sentence)

        account.open()
        assert account.heading.startswith(account.words["account at"]), "the person is still logged in"
        assert not office.try_to_log_in(customer)

        console.open(page)
        console.ask("enable")
        console.confirm_as(office.grace)
        assert console.done() == "accountEnabled"
        assert office.try_to_log_in(customer)
    finally:
        persons.stop()


def test_on_one_device_the_app_leads_back_to_the_console(office, browser, customer):
    console = ConsolePages(office, browser, Circumstances("de", SMALL_PHONE))
    console.open()
    console.press("log in")
    console.confirm_here(office.grace)
    console.enter(office.grace, "")
    console.find(customer.home.name)
    console.ask("disable")
    console.confirm_here(office.grace)
    assert console.done() == "accountDisabled"


def test_lists_say_how_long_ago_and_the_log_says_utc(office, browser, customer):
    user = customer.home.name
    assert office.try_to_log_in(customer)
    browser.live_in("Asia/Tokyo")
    console = ConsolePages(office, browser)
    console.log_in(office.grace)
    console.find(user)
    used = browser.wait_for("td time[data-format=from-now]")
    assert used.text in ("this minute", "1 minute ago", "2 minutes ago")
    assert re.fullmatch(r"\d{1,2} \w+ 20\d\d, \d\d:\d\d", used.get_attribute("title"))
    console.open(f"/audit?whom={user}")
    moment = browser.wait_for("tbody time")
    assert moment.text == moment.get_attribute("datetime")[11:19]


# MARK: Two persons


def test_what_needs_two_persons_is_done_when_another_one_has_confirmed_the_same_sentence(office, browser, customer):
    user = customer.home.name
    console = ConsolePages(office, browser)
    console.log_in(office.grace)
    console.find(user)
    console.ask("remove")
    console.wait_for_login()
    sentence = console.sentence()
    console.confirm_as(office.grace)
    assert console.done() == "actRequested"
    waiting = browser.url.partition("?")[0]
    assert office.try_to_log_in(customer), "one person was enough"
    # The first person is not the second one.
    browser.open(waiting)
    assert console.sentence() == sentence
    assert not browser.find_all(f"form[action='{waiting.removeprefix(office.console)}'] button")

    browser.forget()
    console.log_in(office.lin)
    browser.open(waiting)
    assert console.sentence() == sentence
    console.press("confirm")
    console.wait_for_login()
    assert console.sentence() == sentence
    console.confirm_as(office.lin)
    assert console.done() == "accountRemoved"
    assert not office.try_to_log_in(customer)
    assert user not in office.manager.command("user", "list")


def test_a_person_without_a_device_comes_back_with_two_sheets_of_paper(office, dark_browser, customer):
    browser = dark_browser
    user = customer.home.name
    plain = PlainConsole(office, office.grace)
    path = plain.path_of(user)
    device = plain.path_of_device(user)
    page = plain.ask_for(f"{device}/revoke")
    assert office.grace.login(page.process_data).returncode == 0
    page.proceed()
    page = plain.ask_for(f"{path}/recover", identity="inPerson")
    assert office.grace.login(page.process_data).returncode == 0
    waiting = page.proceed().headers["Location"].partition("?")[0]

    console = ConsolePages(office, browser)
    console.log_in(office.lin, waiting.removeprefix("/console"))
    console.press("confirm")
    console.confirm_as(office.lin)
    pin = browser.wait_for(".sheet .secret code").text
    picture = browser.find(".sheet svg")
    browser.scroll_to(picture)
    code = browser.screenshot(office.folder / f"{user}-paper.png")
    address = browser.url

    other = Authenticator(customer.home.with_name(f"{user}-new"))
    other.trust(office.manager.key_material())
    other.activate(Activation(code, pin.replace(" ", ""), link=""), "--alias", "new phone")
    assert office.try_to_log_in(other)
    # The page was the answer to one request. Its address shows neither code nor PIN again.
    browser.open(address)
    assert pin not in browser.driver.page_source
    assert office.about(user, "recoveryIssued")


def test_without_a_second_administrator_the_machine_is_the_second_person(office, customer):
    user = customer.home.name
    plain = PlainConsole(office, office.grace)
    page = plain.ask_for(f"{plain.path_of(user)}/remove")
    assert office.grace.login(page.process_data).returncode == 0
    waiting = page.proceed().headers["Location"].partition("?")[0].rpartition("/")[2]
    refused = office.manager.try_command("confirmation", "approve", waiting, "--yes")
    assert refused.returncode != 0, "the machine stood in for an administrator who is there"
    office.manager.command("administrator", "remove", "lin", "--yes")
    try:
        office.manager.command("confirmation", "approve", waiting, "--yes")
    finally:
        office.manager.command("administrator", "add", "lin")
    assert user not in office.manager.command("user", "list")
