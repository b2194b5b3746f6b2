"""A phone without an app: its own browser is the authenticator, from the invitation to the end."""

import json

import pytest
from stage.account import AccountPages, Circumstances
from stage.browser import DESKTOP, SMALL_PHONE, Browser
from stage.login_page import LINK, LoginPage
from stage.phone import NAME, PIN, Phone

NEW_PIN = "402816"


@pytest.fixture
def phone(mobile, new_phone) -> Phone:
    phone = new_phone()
    phone.activate(mobile.invited())
    return phone


def claims(scene, browser: Browser) -> dict:
    """The claims that the website has after a login in this browser."""
    browser.wait_for_site(scene.website.url)
    browser.wait_for("#subject")
    browser.open(f"{scene.website.url}/claims")
    return json.loads(browser.text)


def test_a_person_with_nothing_but_a_browser_lives_with_it(mobile, new_phone, computer):
    # In German, since all other stories are in English.
    phone = new_phone("de")
    invitation = mobile.invited()

    # The page first says what deletes the keys. A mistyped activation PIN is counted, and the person waits.
    phone.look_at(invitation.picture)
    phone.at("activate")
    assert "#" not in phone.browser.url, "the history keeps no code"
    phone.wait_to_say("what deletes the keys")
    phone.wait_to_say("second device")
    phone.press("continue")
    phone.type_activation_pin("99999999")
    phone.wait_to_say("wrong activation PIN")
    mobile.wait_for_end_of_lockouts()
    phone.type_activation_pin(invitation.pin)

    # A PIN that everybody tries first, and one that is typed differently.
    phone.at("activation-choose")
    phone.wait_to_say("wrong activation PINs before")
    phone.choose_pin("123456")
    phone.wait_to_say("too common")
    phone.choose_pin(PIN, NEW_PIN)
    phone.wait_to_say("PINs differ")
    phone.choose_pin()
    phone.at("activated")
    assert NAME in phone.browser.text

    # The code of the login page in another browser, with its two digits.
    phone.log_in(mobile.begin_login(computer))
    assert claims(mobile, computer)["acr"].endswith(":web")

    # On the phone itself: website, login page, authenticator, website, all in one tab.
    mobile.begin_login(phone.browser)
    phone.browser.click(LINK)
    phone.agree()
    phone.type_pin()
    assert claims(mobile, phone.browser)["acr"].endswith(":web")

    # Another PIN.
    phone.open()
    phone.at("overview")
    phone.press("change PIN")
    phone.ask_to_change_pin(PIN)
    phone.wait_to_say("is present")
    phone.ask_to_change_pin(NEW_PIN)
    phone.at("pin-changed")
    phone.pin = NEW_PIN
    phone.log_in(mobile.begin_login(computer))

    # The end: the manager is told, and the keys are gone.
    phone.open()
    phone.at("overview")
    phone.press("remove")
    phone.at("remove")
    phone.press("remove it")
    phone.at("removed")
    phone.scan(mobile.begin_login(computer))
    phone.at("refusal-activationUnknown")
    assert phone.browser.cookies() == {}, "the origin sets no cookie"
    assert "activationRevoked" in mobile.audited(mobile.newest_person)


def test_after_each_wrong_pin_the_page_waits_longer_and_asks_again_until_it_takes_too_long(mobile, phone, computer):
    page = mobile.begin_login(computer)
    phone.scan(page)
    phone.agree()
    phone.type_digits(page.digits())
    phone.type_pin(NEW_PIN)
    # A person takes longer to type than the first lockout lasts. For the second one, the page counts down.
    phone.wait_to_say("wrong PIN")
    phone.type_pin(NEW_PIN)
    phone.at("locked")
    phone.type_pin()
    phone.at("done-login")
    phone.wait_to_say("failed attempts")
    computer.wait_for("#subject")

    page = mobile.begin_login(computer)
    phone.scan(page)
    phone.agree()
    phone.type_digits(page.digits())
    for _ in range(3):
        phone.type_pin(NEW_PIN)
        phone.browser.wait_for("main:not([aria-busy])")
    phone.at("locked-until")


@pytest.mark.parametrize(
    ("button", "state"), [("cancel", "declined-cancelled"), ("not me", "declined-notMe")], ids=["cancel", "not-me"]
)
def test_a_login_can_be_declined_at_every_step(mobile, phone, computer, button, state):
    for step in ("login", "type-digits", "type-pin"):
        page = mobile.begin_login(computer)
        phone.scan(page)
        if step != "login":
            phone.agree()
        if step == "type-pin":
            phone.type_digits(page.digits())
        phone.at(step)
        phone.press(button)
        phone.at("cancelled-login" if button == "cancel" else "notMe-login")
        page.wait_for_state(state)


def test_what_a_website_asks_for_is_typed_chosen_or_kept(mobile, phone, computer):
    name = mobile.newest_person
    mobile.declare("givenName", "{ name: nickname, required: false }", "{ name: email, verified: false }")
    for alias in ("work", "home"):
        mobile.manager.command(
            "user", "attribute", "set", name, "email", "-", "--alias", alias, input=f"ida@{alias}.example\n"
        )
    try:
        page = mobile.begin_login(computer)
        phone.scan(page)
        phone.agree()
        phone.wait_to_say("required")
        page.wait_for_state("scanned-pairing")
        phone.fill("given name", "Zoe\u0308")
        phone.choose_value("mail", "home")
        phone.agree()
        phone.type_digits(page.digits())
        phone.type_pin()
        phone.at("done-login")
        found = claims(mobile, computer)
        assert (found["given_name"], found["email"]) == ("Zo\u00eb", "ida@home.example")
        assert "nickname" not in found

        # Typed and chosen values are known the next time. An optional one may be given then.
        page = mobile.begin_login(computer)
        phone.scan(page)
        phone.unfold()
        phone.fill("nickname", "Ida \N{SMILING FACE WITH SUNGLASSES}")
        phone.agree()
        phone.type_digits(page.digits())
        phone.type_pin()
        phone.at("done-login")
        found = claims(mobile, computer)
        assert (found["given_name"], found["email"]) == ("Zo\u00eb", "ida@home.example")
        assert found["nickname"] == "Ida \N{SMILING FACE WITH SUNGLASSES}"
    finally:
        mobile.declare()


@pytest.mark.parametrize("way", ["code", "link"])
def test_an_act_of_the_account_pages_is_confirmed_by_the_sentence_that_they_show(mobile, new_phone, computer, way):
    phone = new_phone()
    tablet = mobile.person(f"grace-{way}", "--alias", "tablet")
    phone.activate(mobile.invited(tablet.home.name))
    mobile.let_a_day_pass()
    browser = computer if way == "code" else phone.browser
    browser.forget()
    account = AccountPages(mobile, browser, Circumstances(window=DESKTOP if way == "code" else SMALL_PHONE))

    account.open("/devices")
    account.press("log in")
    confirm(phone, account.wait_for_login(), way, "login")
    account.enter(tablet, "/devices")
    account.press("remove", "tablet")
    account.press("continue")
    page = account.wait_for_login()
    sentence = browser.find(".sentence").text
    confirm(phone, page, way, "act", sentence)
    account.wait_for("/devices")
    assert "tablet" not in browser.find("main").text.replace(account.said(), "")


def confirm(phone: Phone, page: LoginPage, way: str, step: str, sentence: str = "") -> None:
    """Confirms a login or an act by the page's code, or by its link in the phone's own browser."""
    if way == "code":
        phone.scan(page)
    else:
        page.browser.click(LINK)
    phone.at(step)
    if sentence:
        assert " ".join(phone.browser.find(".sentence").text.split()) == " ".join(sentence.split())
    phone.agree()
    if way == "code":
        phone.type_digits(page.digits())
    phone.type_pin()
    if way == "code":
        phone.at("done-login" if step == "login" else "done-transaction")


def test_a_role_that_does_not_name_browsers_refuses_them_and_the_login_waits_for_another_device(
    mobile, phone, computer
):
    mobile.declare(platforms="Linux")
    try:
        page = mobile.begin_login(computer)
        phone.scan(page)
        phone.at("refusal-unmetRequirements")
        assert page.state == "waiting"
    finally:
        mobile.declare()


def test_a_page_that_was_opened_before_an_update_of_the_manager_still_confirms(mobile, phone, computer):
    page = mobile.begin_login(computer)
    phone.scan(page)
    phone.at("login")
    # The new manager has modules with other addresses, and has drawn other keys.
    phone.browser.block("*/assets/*")
    mobile.manager.command("keys", "rotate", "--yes")
    try:
        phone.agree()
        phone.type_digits(page.digits())
        phone.type_pin()
        phone.at("done-login")
    finally:
        phone.browser.block()
    computer.wait_for("#subject")
