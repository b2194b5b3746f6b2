"""The storage of a phone's browser: cleared, shared by two tabs, after a kill, and when answers get lost."""

import contextlib
from collections.abc import Callable
from threading import Event

import pytest
from selenium.common.exceptions import WebDriverException
from stage.interceptor import Moment
from stage.manager import Activation
from stage.phone import PIN, Phone
from urllib3.exceptions import HTTPError

NEW_PIN = "402816"
REQUEST, ANSWER = Moment.REQUEST, Moment.ANSWER


@pytest.fixture
def phone(mobile, new_phone) -> Phone:
    phone = new_phone()
    phone.activate(mobile.invited())
    return phone


@pytest.mark.parametrize("moment", ["activate", "activation-pin", "activation-choose"])
def test_storage_that_is_cleared_during_the_activation_is_made_anew(mobile, new_phone, computer, moment):
    phone = new_phone()
    invitation = mobile.invited()
    phone.look_at(invitation.picture)
    for step in ("activate", "activation-pin", "activation-choose"):
        phone.at(step)
        if step == moment:
            phone.clear_storage()
        if step == "activate":
            phone.press("continue")
        if step == "activation-pin":
            phone.type_activation_pin(invitation.pin)
    phone.choose_pin()
    phone.at("activated")
    phone.log_in(mobile.begin_login(computer))
    computer.wait_for("#subject")


def test_a_browser_whose_storage_was_cleared_says_that_it_is_not_connected(mobile, phone, computer):
    link = phone.link_of(mobile.begin_login(computer))
    phone.open(link)
    phone.at("login")
    phone.clear_storage()
    phone.open()
    phone.at("overview")
    assert phone.browser.find_all(".facts") == []
    phone.open(link)
    phone.at("refusal-activationUnknown")


def test_a_device_that_is_full_after_the_manager_has_activated_it_goes_on_when_there_is_room(
    mobile, new_phone, computer
):
    phone = new_phone()
    invitation = mobile.invited()
    with phone.without_room():
        phone.begin_activation(invitation)
        phone.choose_pin()
        phone.wait_to_say("not stored")
        phone.open()
        phone.at("overview")
        phone.wait_to_say("not stored")
        phone.look_at(invitation.picture)
        phone.at("refusal-unfinished")
    phone.look_at(invitation.picture)
    phone.at("activated")
    phone.log_in(mobile.begin_login(computer))
    assert mobile.audited(mobile.newest_person).count("activationPersonalized") == 1


def test_a_question_of_the_browser_that_nobody_answers_keeps_no_page_waiting(new_phone, mobile):
    phone = new_phone()
    # The first page, which is blank, has no storage.
    silence = "if (globalThis.StorageManager) StorageManager.prototype.persist = () => new Promise(() => {});"
    script = phone.browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=silence)["identifier"]
    try:
        phone.activate(mobile.invited())
        phone.browser.click("[data-act=ask]")
        phone.browser.wait_for(".keeping", lambda part: "You can also go on without an answer" in part.text)
        assert not phone.browser.find_all("main[aria-busy]")
        phone.press("overview")
        phone.at("overview")
        phone.browser.wait_for("[data-act=ask]")
    finally:
        phone.browser.devtools("Page.removeScriptToEvaluateOnNewDocument", identifier=script)


# MARK: Two tabs


class Tabs:
    """Two tabs of a phone's browser, in which the same is done at the same time."""

    def __init__(self, phone: Phone):
        self.phone, self.driver = phone, phone.browser.driver
        self.first = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        phone.take()
        self.handles = [self.first, self.driver.current_window_handle]

    def each(self, act: Callable[[], object]) -> list:
        """Does the same in both tabs, without waiting for the first one."""
        found = []
        for handle in self.handles:
            self.driver.switch_to.window(handle)
            found.append(act())
        return found

    def close(self) -> None:
        self.driver.switch_to.window(self.handles[1])
        self.driver.close()
        self.driver.switch_to.window(self.first)


@pytest.fixture
def in_tabs():
    """Returns a function that opens a second tab of a phone's browser."""
    with contextlib.ExitStack() as opened:
        yield lambda phone: opened.enter_context(contextlib.closing(Tabs(phone)))


def test_of_two_tabs_that_activate_at_once_one_does_and_the_other_says_so(mobile, new_phone, computer, in_tabs):
    phone = new_phone()
    invitation = mobile.invited()
    tabs = in_tabs(phone)
    tabs.each(lambda: phone.begin_activation(invitation))
    tabs.each(phone.choose_pin)
    ends = ("activated", "refusal-alreadyPersonalized", "refusal-enrolmentRefused", "refusal-unauthenticated")
    found = tabs.each(lambda: phone.at(*ends))
    assert found.count("activated") == 1, found
    assert mobile.audited(mobile.newest_person).count("activationPersonalized") == 1
    phone.log_in(mobile.begin_login(computer))


def test_of_two_tabs_with_one_login_the_newer_one_confirms_it_and_the_older_one_says_so(
    mobile, phone, computer, in_tabs
):
    page = mobile.begin_login(computer)
    link = phone.link_of(page)
    tabs = in_tabs(phone)
    tabs.each(lambda: (phone.open(link), phone.at("login")))
    digits = page.digits()
    tabs.each(phone.agree)
    tabs.each(lambda: phone.type_digits(digits))
    found = tabs.each(lambda: phone.at("type-pin", "refusal-unauthenticated"))
    assert found == ["refusal-unauthenticated", "type-pin"]
    phone.type_pin()
    phone.at("done-login")
    computer.wait_for("#subject")
    assert mobile.audited(mobile.newest_person).count("loginConfirmed") == 1


def test_of_two_tabs_that_change_the_pin_at_once_one_does(mobile, phone, computer, in_tabs):
    tabs = in_tabs(phone)
    tabs.each(lambda: (phone.open(), phone.at("overview"), phone.press("change PIN"), phone.at("change-pin")))
    pins = iter([NEW_PIN, "615043"])
    asked = tabs.each(lambda: phone.ask_to_change_pin(pin := next(pins)) or pin)
    ends = ("pin-changed", "locked", "locked-until", "refusal-grantExpired", "refusal-grantMismatch")
    found = tabs.each(lambda: phone.at(*ends, "refusal-unauthenticated", "refusal-sessionEnded"))
    assert found.count("pin-changed") == 1, found
    phone.pin = asked[found.index("pin-changed")]
    mobile.wait_for_end_of_lockouts()
    phone.log_in(mobile.begin_login(computer))


# MARK: A browser that is killed


def kill_during(phone: Phone, operation: str, moment: Moment, act: Callable[[], None]) -> None:
    """Does something, kills the browser in the middle of this request, and starts it again."""
    is_dead = Event()
    phone.scene.interceptor.once(operation, moment, lambda: (phone.browser.kill(), is_dead.set()))
    # The driver ends with its browser.
    with contextlib.suppress(WebDriverException, HTTPError):
        act()
    assert is_dead.wait(20), f"{operation} was not called"
    phone.browser.start()
    phone.take()


def finish_activation(phone: Phone, invitation: Activation) -> None:
    """Opens the code once more, and does what the page then asks for."""
    phone.look_at(invitation.picture)
    # The manager knows an activation of which this browser has heard nothing.
    if phone.at("activate", "activated") == "activate":
        phone.press("continue")
        phone.type_activation_pin(invitation.pin)
        phone.at("activation-choose")
        phone.choose_pin()
        phone.at("activated")


@pytest.mark.parametrize(
    ("operation", "moment"), [("open", ANSWER), ("personalizeFinish", REQUEST), ("personalizeFinish", ANSWER)]
)
def test_a_browser_that_is_killed_while_it_is_activated_goes_on_with_the_same_code(
    mobile, new_phone, computer, operation, moment
):
    phone = new_phone()
    invitation = mobile.invited()
    if operation == "open":
        phone.look_at(invitation.picture)
        phone.at("activate")
        phone.press("continue")
        kill_during(phone, operation, moment, lambda: phone.type_activation_pin(invitation.pin))
    else:
        phone.begin_activation(invitation)
        kill_during(phone, operation, moment, phone.choose_pin)
    finish_activation(phone, invitation)
    phone.log_in(mobile.begin_login(computer))
    events = mobile.audited(mobile.newest_person)
    assert events.count("activationPersonalized") == 1 and "activationPINWrong" not in events


@pytest.mark.parametrize(
    ("operation", "moment"), [("finish", ANSWER), ("finishUtility", REQUEST), ("finishUtility", ANSWER)]
)
def test_a_browser_that_is_killed_while_it_changes_the_pin_has_one_of_both(mobile, phone, computer, operation, moment):
    phone.open()
    phone.at("overview")
    phone.press("change PIN")
    kill_during(phone, operation, moment, lambda: phone.ask_to_change_pin(NEW_PIN))
    phone.open()
    phone.at("overview")
    if operation == "finishUtility":
        phone.wait_to_say("try the new PIN first")
    phone.pin = NEW_PIN if (operation, moment) == ("finishUtility", ANSWER) else PIN
    phone.log_in(mobile.begin_login(computer))
    # A PIN that is right resolves the doubt.
    phone.open()
    phone.at("overview")
    assert phone.words["try the new PIN first"] not in phone.browser.text


# MARK: Lost answers


def test_answers_that_are_lost_once_are_asked_for_again_without_a_word(mobile, new_phone, computer):
    phone = new_phone()
    for operation in ("open", "personalizeFinish", "start", "prepare", "finish"):
        mobile.interceptor.lose_answers(operation)
    phone.activate(mobile.invited())
    phone.log_in(mobile.begin_login(computer))
    computer.wait_for("#subject")
    events = mobile.audited(mobile.newest_person)
    assert [events.count(event) for event in ("activationPersonalized", "loginConfirmed")] == [1, 1]


def test_answers_that_are_lost_twice_are_told_and_asked_for_by_the_same_button(mobile, new_phone, computer):
    phone = new_phone()
    phone.begin_activation(mobile.invited())
    mobile.interceptor.lose_answers("personalizeFinish", 2)
    phone.choose_pin()
    phone.wait_to_say("no answer")
    phone.press("connect")
    phone.at("activated")

    page = mobile.begin_login(computer)
    phone.scan(page)
    phone.agree()
    phone.type_digits(page.digits())
    phone.at("type-pin")
    mobile.interceptor.lose_answers("finish", 2)
    phone.type_pin()
    phone.wait_to_say("no answer")
    phone.press("confirm")
    phone.at("done-login")

    phone.open()
    phone.at("overview")
    phone.press("change PIN")
    mobile.interceptor.lose_answers("finishUtility", 2)
    phone.ask_to_change_pin(NEW_PIN)
    phone.wait_to_say("change unclear")
    phone.press("change")
    phone.at("pin-changed")

    # The removal is not believed before the manager has said so.
    phone.open()
    phone.at("overview")
    phone.press("remove")
    phone.at("remove")
    mobile.interceptor.lose_answers("revoke", 2)
    phone.press("remove it")
    phone.at("remove-unheard")
    phone.press("try again")
    phone.at("removed")
