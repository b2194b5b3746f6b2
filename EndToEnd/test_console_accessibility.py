"""The console for everybody: by axe-core, at each width, in the dark, by keyboard, in both languages."""

import getpass

import pytest
from stage.accessibility import assert_accessible, assert_usable_by_keyboard
from stage.account import Circumstances
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
    ids = {device.rpartition("/")[2][:8]: "DEVICE", account.rpartition("/")[2][:8]: "ACCOUNT"}
    names = {user: "ada", getpass.getuser(): "root"} | ids
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


def check(console: ConsolePages, own_names: dict[str, str], name: str) -> None:
    assert_accessible(console.browser, console.circumstances.language)
    assert_usable_by_keyboard(console.browser)
    names = {code.text: "ID" for code in console.browser.find_all("code")} | {
        f"localhost:{console.scene.manager.port}": "console.example",
        f"127.0.0.1:{console.scene.manager.port}": "login.example",
        console.scene.website.host: "website.example",
    }
    console.assert_tree(name, names | own_names)
    console.browser.resize(DESKTOP)
