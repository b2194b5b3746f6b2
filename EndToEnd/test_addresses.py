"""Mail addresses that people verify by a code: page, mail and device."""

import re
from collections.abc import Iterator

import pytest
from stage.accessibility import assert_page_in_both
from stage.account import AccountPages, Circumstances
from stage.authenticator import Authenticator
from stage.browser import DESKTOP, SMALL_PHONE, Browser
from stage.mailbox import Mailbox
from stage.plain_browser import PlainBrowser
from stage.processes import wait_until
from stage.scene import Scene

# The names that the account's own stage does not have.
WORDS = {
    "en": {
        "add address": "Add: Email address",
        "address": "Email address",
        "verify address": "Verify your email address",
        "send": "Send the code",
        "code": "Code",
        "confirm code": "Confirm",
        "wrong": "This is not the code. You have 4 tries left.",
        "verified": "Your email address is verified.",
        "remove address": "Remove Email address…",
        "remove heading": "Remove: Email address",
        "address removed": "The email address is removed.",
        "mail": "Type it only where you asked for it, at 127.0.0.1.",
        "told": "A verified email address of your account was added or removed.",
    },
    "de": {
        "add address": "Hinzufügen: E-Mail-Adresse",
        "address": "E-Mail-Adresse",
        "verify address": "E-Mail-Adresse bestätigen",
        "send": "Code senden",
        "code": "Code",
        "confirm code": "Bestätigen",
        "wrong": "Das ist nicht der Code. Sie haben noch 4 Versuche.",
        "verified": "Ihre E-Mail-Adresse ist bestätigt.",
        "remove address": "Entfernen E-Mail-Adresse…",
        "remove heading": "Entfernen: E-Mail-Adresse",
        "address removed": "Die E-Mail-Adresse ist entfernt.",
        "mail": "Geben Sie ihn nur dort ein, wo Sie ihn angefordert haben: 127.0.0.1.",
    },
}
STORIES = [
    Circumstances("en", DESKTOP, keyboard=True),
    Circumstances("de", SMALL_PHONE, scripts=False),
]


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    """A mail server for all tests of this file, which share its manager."""
    mailbox = Mailbox()
    mailbox.start()
    yield mailbox
    mailbox.stop()


@pytest.fixture(scope="module")
def mailing(tmp_path_factory, mailbox) -> Iterator[Scene]:
    """A manager with a mail server."""
    with Scene(tmp_path_factory.mktemp("mailing"), configuration=(mailbox.configuration,)) as scene:
        yield scene


@pytest.fixture
def person(mailing, request) -> Authenticator:
    name = re.sub(r"[^a-z]+", "", request.node.name.lower())[-40:]
    return mailing.person(name, "--alias", "phone")


def pages(scene: Scene, browser: Browser, circumstances: Circumstances) -> AccountPages:
    account = AccountPages(scene, browser, circumstances)
    account.words = account.words | WORDS[circumstances.language]
    return account


def mails_to(mailbox: Mailbox, address: str) -> list[str]:
    return [mail.get_content() for mail in mailbox.mails if mail["To"] == address]


def code_in(text: str) -> str:
    return re.search(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}\b", text)[0]


def store_address(account: AccountPages, address: str) -> None:
    account.press("add address")
    account.fill("address", address)
    account.press("save")
    account.wait_for("/data")


@pytest.mark.parametrize("circumstances", STORIES, ids=str)
def test_a_person_verifies_an_address_and_removes_it_with_the_device(mailing, mailbox, browser, person, circumstances):
    account = pages(mailing, browser, circumstances)
    address = f"{person.home.name}@example.org"
    account.log_in(person)
    store_address(account, address)
    account.open()
    account.press("verify address")
    account.press("send")
    wait_until(lambda: mails_to(mailbox, address))
    [text] = mails_to(mailbox, address)
    assert account.words["mail"] in text
    assert person.home.name not in text

    account.fill("code", "2222-2222")
    account.press("confirm code")
    browser.wait_for_focus(".error-summary")
    assert account.words["wrong"] in browser.text
    assert browser.find("#code").get_attribute("value") == "2222-2222"
    account.fill("code", code_in(text).lower().replace("-", " "))
    account.press("confirm code")
    account.wait_for("/data")
    assert account.said() == account.words["verified"]
    assert mailing.manager.command("user", "attribute", "list", person.home.name).count("by code") == 1

    account.press("remove address")
    account.press("remove it")
    assert account.confirm(person).returncode == 0
    account.wait_for("/data")
    assert account.said() == account.words["address removed"]
    wait_until(lambda: len(mails_to(mailbox, address)) == 2)
    # The language of notices is the one that the person has chosen at the settings; here none.
    assert WORDS["en"]["told"] in mails_to(mailbox, address)[1]
    assert {"addressVerified", "addressRemoved"} <= set(mailing.audited(person.home.name))


def test_the_page_of_an_address_is_for_everybody_in_each_state(mailing, mailbox, reset_browser, person):
    browser = reset_browser
    account = pages(mailing, browser, Circumstances())
    address = f"{person.home.name}@example.org"
    names = {address: "ada@example.org", person.home.name: "ada", f"127.0.0.1:{mailing.manager.port}": "login.example"}

    def check(name: str) -> None:
        assert_page_in_both(browser, f"address-{name}", names)

    account.log_in(person)
    check("first-step")
    store_address(account, address)
    check("stored")
    account.open()
    account.press("verify address")
    browser.wait_for("h1", lambda heading: heading.text == account.words["verify address"])
    check("verify")
    account.press("send")
    browser.wait_for("#code")
    check("sent")
    account.fill("code", "2222-2222")
    account.press("confirm code")
    browser.wait_for(".error-summary")
    check("wrong")
    wait_until(lambda: mails_to(mailbox, address))
    account.fill("code", code_in(mails_to(mailbox, address)[0]))
    account.press("confirm code")
    account.wait_for("/data")
    check("verified")
    account.press("remove address")
    browser.wait_for("h1", lambda heading: heading.text == account.words["remove heading"])
    check("remove")


def test_no_stranger_makes_the_manager_send_a_mail(mailing, mailbox):
    before = len(mailbox.greetings)
    stranger = PlainBrowser()
    for path in ["", "/send"]:
        target = f"{mailing.manager.issuer}/account/data/value/AAECAwQFBgcICQoLDA0ODw/verify{path}"
        assert stranger.post(target, code="2222-2222", ticket="AA").status_code in (303, 403)
    assert stranger.get(f"{mailing.manager.issuer}/account/data/value/AAECAwQFBgcICQoLDA0ODw/verify").status_code == 303
    assert len(mailbox.greetings) == before
