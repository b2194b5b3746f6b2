"""The console for everybody: by axe-core, at each width, in the dark, by keyboard, in both languages; and its boxes."""

import getpass

import pytest
from stage.accessibility import assert_for_everybody
from stage.account import Circumstances
from stage.boxes import FAULTS, assert_boxes
from stage.browser import DESKTOP, Browser
from stage.console import REASON, ConsolePages, PlainConsole

PAGES = {
    "overview": "",
    "accounts": "/accounts?text={user}",
    "account": "{account}",
    "account-memberships": "{account}/memberships",
    "account-data": "{account}/data",
    "account-remove": "{account}/remove",
    "device": "{device}",
    "device-unlock": "{device}/unlock",
    "devices": "/devices",
    "audit": "/audit?whom={user}",
    "administrators": "/administrators",
    "administrators-new": "/administrators/new",
    "confirmations": "/confirmations",
    "confirmation": "{act}",
    "not-found": "/accounts/AAAAAAAAAAAAAAAAAAAAAA",
}
ACTS = {
    "account-disable": "{account}/disable",
    # The account has a device in use.
    "account-recover-refused": "{account}/recover",
    "device-revoke": "{device}/revoke",
    "administrators-withdraw": "/administrators/{administrator}/withdraw",
    "organization-administrators": "/administrators?organization=Example+Inc.",
}


@pytest.fixture
def browser(reset_browser) -> Browser:
    return reset_browser


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_console_is_for_everybody(office, browser, language):
    user = f"ada-{language}"
    customer = office.person(user, "--alias", "phone")
    assert not office.try_to_log_in(customer, pin="111222")
    plain = PlainConsole(office, office.lin)
    account, device = plain.path_of(user), plain.path_of_device(user)
    # The first page tells of a former login.
    PlainConsole(office, office.grace)
    page = plain.ask_for(f"{account}/remove")
    assert office.lin.login(page.process_data).returncode == 0
    act = page.proceed().headers["Location"].partition("?")[0]

    console = ConsolePages(office, browser, Circumstances(language))
    member, grant = plain.ids_at_organization(user)
    ids = {device.rpartition("/")[2][:8]: "DEVICE", account.rpartition("/")[2][:8]: "ACCOUNT"}
    names = {user: "ada", getpass.getuser(): "root", member: "MEMBER", grant: "GRANT"} | ids
    console.open()
    check(console, names, "login")
    console.log_in(office.grace, before_knowing=lambda: check(console, names, "known"))
    paths = {"user": user, "account": account, "device": device, "act": act}
    paths = {name: path.removeprefix("/console") for name, path in paths.items()}
    for name, path in PAGES.items():
        console.open(path.format(**paths))
        check(console, names, name)
    console.open(f"{paths['device']}/unlock")
    console.choose("in person")
    console.fill("reason", REASON)
    console.press("continue")
    console.wait_for_login()
    sentence = console.sentence()
    check(console, names, "act")
    console.confirm_as(office.grace)
    assert console.done() == "deviceUnlocked"
    console.assert_evidence(user, "deviceUnlocked", "key of grace", sentence)
    check(console, names, "event")
    console.open("/logout")
    check(console, names, "logout")
    plain.submit(act, f"{act}/withdraw")


@pytest.mark.parametrize("language", ["en", "de"])
def test_acts_and_what_is_wrong_with_them_are_for_everybody(office, browser, language):
    user = f"eve-{language}"
    customer = office.person(user, "--alias", "phone")
    assert not office.try_to_log_in(customer, pin="111222")
    plain = PlainConsole(office, office.lin)
    account, device = plain.path_of(user).removeprefix("/console"), plain.path_of_device(user).removeprefix("/console")
    _, grant = plain.ids_at_organization(user)
    ids = {device.rpartition("/")[2][:8]: "DEVICE", account.rpartition("/")[2][:8]: "ACCOUNT"}
    names = {user: "eve", getpass.getuser(): "root", grant: "GRANT"} | ids
    console = ConsolePages(office, browser, Circumstances(language))
    console.log_in(office.grace)
    office.manager.command("administrator", "add", user, "--organization", "Example Inc.")
    administrator = plain.path_of("lin").rpartition("/")[2]
    for name, path in ACTS.items():
        console.open(path.format(account=account, device=device, administrator=administrator))
        check(console, names, name)
    office.manager.command("administrator", "remove", user, "--organization", "Example Inc.", "--yes")

    console.open(f"{device}/unlock")
    console.choose("in person")
    console.fill("reason", "short")
    console.press("continue")
    check_errors(console, names, "device-unlock-errors")
    console.open("/administrators/new")
    console.fill("user name", "nobody")
    console.fill("reason", "short")
    console.press("continue")
    check_errors(console, names, "administrators-new-errors")
    console.open("/audit?whom=nobody")
    check_errors(console, names, "audit-errors")

    console.open(f"{account}/disable")
    console.fill("reason", REASON)
    office.manager.command("user", "disable", user, "--yes")
    console.press("continue")
    browser.wait_for("main > p > a.button")
    check(console, names, "problem")
    console.open(f"{account}/enable")
    check(console, names, "account-enable")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_sheets_of_a_recovery_are_for_everybody(office, browser, language):
    user = f"hal-{language}"
    office.person(user, "--alias", "phone")
    office.manager.command("device", "revoke", user, "phone", "--yes")
    plain = PlainConsole(office, office.lin)
    account = plain.path_of(user)
    names = {user: "hal", account.rpartition("/")[2][:8]: "ACCOUNT"}
    console = ConsolePages(office, browser, Circumstances(language))
    console.log_in(office.grace)
    console.open(f"{account.removeprefix('/console')}/recover")
    check(console, names, "account-recover")
    page = plain.ask_for(f"{account}/recover", identity="inPerson")
    assert office.lin.login(page.process_data).returncode == 0
    waiting = page.proceed().headers["Location"].partition("?")[0]
    console.open(waiting.removeprefix("/console"))
    console.press("confirm")
    console.confirm_as(office.grace)
    browser.wait_for(".sheet .secret code")
    check(console, names, "paper")


BOXES = [
    ("under 12 characters", '<p style="width: 5em">A column that nobody can read</p>'),
    ("characters: <p", f'<p style="width: 1200px">{"words and more words " * 12}</p>'),
    (
        "a date in lines",
        '<p style="width: 7em"><time>Friday the 20th of September in the year 2026, noon</time></p>',
    ),
    ("outside of its parent", '<div style="width: 300px"><div style="width: 320px">Too wide</div></div>'),
]


@pytest.mark.parametrize(("fault", "markup"), BOXES)
def test_a_box_that_is_out_of_order_is_found(browser, fault, markup):
    browser.resize(DESKTOP)
    browser.open(f"data:text/html,<title>Boxes</title><body>{markup}")
    assert [found for found in browser.evaluate(FAULTS) if fault in found]
    browser.open("data:text/html,<title>Boxes</title><body><p style='width: 600px'>" + "words and more words " * 12)
    assert browser.evaluate(FAULTS) == []


def check_errors(console: ConsolePages, own_names: dict[str, str], name: str) -> None:
    """Checks a page whose form was not taken: the summary of its errors has the focus."""
    console.browser.wait_for_focus(".error-summary")
    assert console.browser.driver.title.startswith(console.words["error"])
    check(console, own_names, name)


def check(console: ConsolePages, own_names: dict[str, str], name: str) -> None:
    assert_for_everybody(console.browser, console.circumstances.language)
    assert_boxes(console.browser)
    console.browser.resize(DESKTOP)
    names = {code.text: "ID" for code in console.browser.find_all("code") if code.text} | {
        f"localhost:{console.scene.manager.port}": "console.example",
        f"127.0.0.1:{console.scene.manager.port}": "login.example",
        console.scene.website.host: "website.example",
    }
    console.assert_tree(name, names | own_names)
    console.browser.resize(DESKTOP)
