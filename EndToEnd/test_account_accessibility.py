"""The account pages for everybody: by axe-core, at each width, in the dark, by keyboard, in both languages."""

import pytest
from stage.accessibility import assert_accessible, assert_usable_by_keyboard
from stage.account import AccountPages, Circumstances
from stage.browser import DESKTOP, Browser
from stage.tree import assert_tree

PAGES = [
    "",
    "/devices",
    "/devices/{device}/rename",
    "/devices/{device}/remove",
    "/devices/new",
    "/data",
    "/data/add/birthdate",
    "/data/add/address",
    "/websites",
    "/websites/{service}",
    "/websites/{service}/withdraw",
    "/history",
    "/settings",
    "/delete",
]


@pytest.fixture
def browser(reset_browser) -> Browser:
    return reset_browser


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_account_pages_are_for_everybody(scene, browser, relying_party, language):
    user = f"ada-{language}"
    phone = scene.person(user, "--alias", "phone")
    scene.manager.command("user", "attribute", "set", user, "givenName", "-", input="Ada\n")
    relying_party.log_in(phone)
    scene.another_device(phone, "tablet")
    account = AccountPages(scene, browser, Circumstances(language))
    account.open()
    check_account_page(account, "login")
    browser.resize(DESKTOP)
    account.log_in(phone, before_knowing=lambda: check_account_page(account, "known"))
    device = next(item["activationId"] for item in phone.activations() if item["alias"] == "tablet")
    account.open("/websites")
    service = browser.find("a[href^='/account/websites/']").get_attribute("href").rpartition("/")[2]
    for path in PAGES:
        account.open(path.format(device=device, service=service))
        name = path.format(device="device", service="website").strip("/").replace("/", "-")
        check_account_page(account, name or "overview")
    browser.resize(DESKTOP)
    account.open("/devices/new")
    account.fill("device name", "laptop")
    account.press("continue")
    account.wait_for_login()
    check_account_page(account, "confirmation")
    browser.resize(DESKTOP)
    assert account.confirm(phone).returncode == 0
    browser.wait_for(".secret code")
    assert_accessible(browser, language)
    assert_usable_by_keyboard(browser)
    browser.resize(DESKTOP)
    account.open("/logout")
    check_account_page(account, "logout")


def check_account_page(account: AccountPages, name: str) -> None:
    language = account.circumstances.language
    assert_accessible(account.browser, language)
    assert_usable_by_keyboard(account.browser)
    names = {code.text: "ID" for code in account.browser.find_all("code")} | {
        f"127.0.0.1:{account.scene.manager.port}": "login.example",
        account.scene.website.host: "website.example",
        f"ada-{language}": "ada",
    }
    assert_tree(account.browser, f"account-{name}.{language}", names)
