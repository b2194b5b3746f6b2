"""The authenticator in a browser with a manager: what a screen reader is told at each step, and the keyboard alone.

axe-core, widths and colours of each step are checked in `test_authenticator_page.py`.
"""

import pytest
from stage.accessibility import assert_accessible
from stage.phone import NAME, Phone
from stage.tree import assert_tree

LANGUAGES = ["en", "de"]
NEW_PIN = "402816"


class Inspection:
    """The checks of each step."""

    def __init__(self, phone: Phone):
        self.phone = phone

    def of(self, step: str, name: str = "") -> None:
        """Checks the step that the page comes to. `name` is its name in `trees`, by default its own."""
        phone = self.phone
        phone.at(step)
        names = {
            phone.scene.newest_person: "ida",
            phone.scene.website.host: "website.example",
            phone.scene.manager.issuer.removeprefix("http://"): "login.example",
        }
        assert_tree(phone.browser, f"phone-{name or step}", phone.language, names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_screen_reader_is_told_of_every_step(mobile, new_phone, computer, language):
    phone = new_phone(language)
    inspect = Inspection(phone)
    phone.clear_storage()
    phone.open()
    inspect.of("overview", "overview-empty")

    invitation = mobile.invited()
    phone.look_at(invitation.picture)
    inspect.of("activate")
    phone.press("continue")
    phone.type_activation_pin("99999999")
    phone.wait_to_say("wrong activation PIN")
    inspect.of("activation-pin")
    mobile.wait_for_end_of_lockouts()
    phone.type_activation_pin(invitation.pin)
    phone.at("activation-choose")
    phone.choose_pin("123456")
    phone.wait_to_say("too common")
    inspect.of("activation-choose")
    phone.choose_pin()
    inspect.of("activated")
    phone.open()
    inspect.of("overview")

    mobile.declare("givenName", "{ name: nickname, required: false }", "address")
    try:
        page = mobile.begin_login(computer)
        phone.scan(page)
        phone.at("login")
        phone.agree()
        phone.wait_to_say("required")
        inspect.of("login")
    finally:
        mobile.declare()
    phone.press("not me")
    inspect.of("notMe-login")

    page = mobile.begin_login(computer)
    link = phone.link_of(page)
    phone.open(link)
    phone.agree()
    inspect.of("type-digits")
    phone.type_digits(page.digits())
    inspect.of("type-pin")
    phone.type_pin(NEW_PIN)
    phone.wait_to_say("wrong PIN")
    inspect.of("type-pin", "type-pin-again")
    phone.type_pin()
    inspect.of("done-login")
    phone.open(link)
    inspect.of("refusal-sessionEnded")

    phone.open()
    phone.press("change PIN")
    inspect.of("change-pin")
    phone.press("cancel")
    phone.at("overview")
    phone.press("remove")
    inspect.of("remove")
    phone.press("remove it")
    inspect.of("removed")


def test_everything_can_be_done_by_keyboard_alone(mobile, new_phone, computer):
    phone = new_phone(keyboard=True)
    phone.activate(mobile.invited())
    assert NAME in phone.browser.text
    phone.log_in(mobile.begin_login(computer))
    phone.open()
    phone.at("overview")
    phone.press("change PIN")
    phone.ask_to_change_pin(NEW_PIN)
    phone.at("pin-changed")
    phone.press("overview")
    phone.at("overview")
    phone.press("remove")
    phone.at("remove")
    phone.press("remove it")
    phone.at("removed")


def test_a_browser_without_scripts_is_told_what_the_page_needs(mobile, new_phone):
    phone = new_phone()
    phone.browser.allow_scripts(False)
    try:
        phone.open()
        assert "This page needs JavaScript" in phone.browser.text
        assert_accessible(phone.browser)
    finally:
        phone.browser.allow_scripts(True)
