# Long because: all stories of one client, with one scene and one kind of person.
"""The authenticator's client in a browser, below its page: against a real manager, with answers that get lost."""

import base64
import itertools
import re

import pytest
from stage.interrupted_scene import InterruptedScene
from stage.plain_account import PlainSession
from stage.plain_browser import PlainLoginPage
from stage.protocol_pages import ProtocolError, ProtocolPage, ProtocolPages

PIN = "735198"
NEW_PIN = "402816"

names = (f"ada{number}" for number in itertools.count(1))


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    folder = tmp_path_factory.mktemp("authenticator")
    settings = "settings:\n  lockoutSeconds: [1]\n"
    with InterruptedScene(
        folder,
        settings=settings,
        interceptor=ProtocolPages,
        configuration=("surfaces: [account, authenticator]",),
    ) as scene:
        yield scene
        assert not scene.interceptor.plan, "what was to happen did not"


@pytest.fixture
def page(scene, reset_browser) -> ProtocolPage:
    """A browser without activations."""
    page = ProtocolPage(reset_browser, scene.interceptor)
    page.step("clear")
    page.load()
    return page


class Person:
    """A person who has an invitation, and a browser."""

    def __init__(self, scene: InterruptedScene, page: ProtocolPage):
        self.scene, self.page = scene, page
        self.name = next(names)
        scene.manager.apply(f"users:\n  - name: {self.name}\n    memberships: [Example Inc.]\n")
        self.invitation = scene.manager.invite(self.name)
        self.idm = f"127.0.0.1:{scene.manager.port}"

    def open(self) -> dict:
        return self.page.step("open", link=self.invitation.link, pin=self.invitation.pin)

    def activate(self) -> None:
        self.open()
        assert self.page.step("personalize", pin=PIN, alias="phone") == {"userName": self.name, "alias": "phone"}

    def begin_login(self):
        """Begins a login at the website, whose link is opened on this device."""
        login = self.scene.login_page()
        started = self.page.step("start", link=login.link_data)
        assert (started["purpose"], started["channel"]) == ("login", "sameDevice")
        assert self.page.step("prepare", attributes={}) == {}
        return login

    def can_log_in(self, pin: str) -> bool:
        self.begin_login()
        return "result" in self.page.step("finish", pin=pin)

    def events(self) -> list[str]:
        return self.scene.audit(self.name)

    def activation(self) -> dict:
        (activation,) = self.page.step("activations")
        return activation


@pytest.fixture
def ada(scene, page) -> Person:
    return Person(scene, page)


@pytest.fixture
def active(ada) -> Person:
    ada.activate()
    return ada


def test_this_browser_has_what_an_authenticator_needs(page):
    assert page.step("missing") == []


def test_a_browser_is_activated_and_logs_its_person_in(active, scene):
    login = active.begin_login()
    answer = active.page.step("finish", pin=PIN)
    assert answer["result"]["failedAttempts"] == 0
    assert answer["result"]["returnURL"].startswith(f"{scene.manager.issuer}/return#")
    assert next(login.follow(scene.manager.address)) == "confirmed"


def test_nothing_that_is_stored_can_be_exported_or_depends_on_the_pin(active):
    stored = active.page.step("stored")
    assert stored.count('"extractable":false') == 2, "the device's private key, and the key that binds PINs"
    assert stored.count('"extractable":true') == 1, "the device's public key"
    for word in ("Ed25519", "pinKey", "seed", PIN):
        assert word not in stored


def test_a_wrong_pin_locks_and_the_next_statement_is_signed_without_another_question(active):
    active.begin_login()
    refused = active.page.step("finish", pin="735199")
    assert refused["lockout"]["isPermanent"] is False
    assert refused["canGoOn"]
    active.scene.wait_for_end_of_lockouts()
    answer = active.page.step("finish", pin=PIN)
    assert answer["result"]["failedAttempts"] == 1


def test_a_wrong_activation_pin_locks(ada):
    answer = ada.page.step("open", link=ada.invitation.link, pin="111222")
    assert answer["lockout"]["isPermanent"] is False
    assert ada.page.step("activations") == []


@pytest.mark.parametrize("operation", ["start", "prepare", "finish", "open", "personalizeFinish"])
def test_an_answer_that_is_lost_once_is_asked_for_again(ada, scene, operation):
    scene.interceptor.lose_answers(operation, 1)
    ada.activate()
    assert ada.can_log_in(PIN)
    assert ada.events().count("loginConfirmed") == 1


def test_a_finish_without_an_answer_is_repeated_and_judged_once(active, scene):
    active.begin_login()
    scene.interceptor.lose_answers("finish", 2)
    assert active.page.failure("finish", pin="735199") == "noAnswer"
    assert "lockout" in active.page.step("finish", pin="735199")
    assert active.events().count("loginRefused") == 1
    scene.wait_for_end_of_lockouts()
    scene.interceptor.lose_answers("finish", 2)
    assert active.page.failure("finish", pin=PIN) == "noAnswer"
    assert active.page.step("finish", pin=PIN)["result"]["failedAttempts"] == 1


def test_an_activation_without_an_answer_is_finished_by_the_same_call(ada, scene):
    ada.open()
    scene.interceptor.lose_answers("personalizeFinish", 2)
    assert ada.page.failure("personalize", pin=PIN, alias="phone") == "noAnswer"
    assert ada.page.failure("personalize", pin=NEW_PIN, alias="phone") == "otherPinSent"
    ada.page.step("personalize", pin=PIN, alias="phone")
    assert ada.can_log_in(PIN)


def test_an_activation_without_an_answer_is_found_after_a_reload(ada, scene):
    ada.open()
    scene.interceptor.lose_answers("personalizeFinish", 2)
    assert ada.page.failure("personalize", pin=PIN, alias="phone") == "noAnswer"
    ada.page.load()
    assert ada.activation()["isPending"]
    assert ada.page.step("resolve", idm=ada.idm) == "phone"
    assert not ada.activation()["isPending"]
    assert ada.can_log_in(PIN)


def test_an_attempt_whose_request_never_arrived_is_replaced_by_another(ada, scene):
    ada.open()
    scene.interceptor.lose_requests("personalizeFinish", 2)
    assert ada.page.failure("personalize", pin=PIN, alias="phone") == "noAnswer"
    ada.page.load()
    assert ada.page.step("resolve", idm=ada.idm) is None
    assert ada.activation()["isPending"], "the request may still be in transit"
    ada.open()
    ada.page.step("personalize", pin=NEW_PIN, alias="tablet")
    assert ada.activation()["alias"] == "tablet"
    assert ada.can_log_in(NEW_PIN)


def test_of_two_tabs_that_activate_at_once_one_wins(ada):
    outcomes = ada.page.step("personalizeTwice", link=ada.invitation.link, pin=ada.invitation.pin, pins=[PIN, NEW_PIN])
    assert outcomes == ["fulfilled", "alreadyPersonalized"]
    assert ada.can_log_in(PIN)


def test_another_tab_sees_that_the_activation_is_gone(active):
    browser = active.page.browser
    active.begin_login()
    first = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    ProtocolPage(browser, active.page.pages).step("revoke", idm=active.idm)
    browser.driver.close()
    browser.driver.switch_to.window(first)
    assert active.page.step("activations") == []
    assert active.page.failure("finish", pin=PIN) in ("sessionEnded", "unauthenticated", "activationUnknown")
    assert active.page.failure("start", link=active.scene.login_page().link_data) == "activationUnknown"


def test_a_browser_whose_storage_is_cleared_has_no_activation(active):
    active.page.step("clear")
    assert active.page.step("activations") == []
    assert active.page.failure("start", link=active.scene.login_page().link_data) == "activationUnknown"


def test_an_invitation_is_not_opened_by_a_browser_that_has_an_activation(active):
    another = Person(active.scene, active.page)
    assert active.page.failure("open", link=another.invitation.link, pin=another.invitation.pin) in (
        "alreadyPersonalized",
        "otherAccount",
    )
    assert active.can_log_in(PIN)


def test_the_pin_is_changed(active):
    assert active.page.step("startChangePin", idm=active.idm) == {"minimumLength": 6, "maximumLength": 32}
    assert active.page.failure("changePin", pin=PIN, newPin=PIN) == "samePin"
    assert active.page.step("changePin", pin=PIN, newPin=NEW_PIN) == {
        "result": {"failedAttempts": 0},
        "canGoOn": False,
    }
    assert not active.activation()["isPinChangePending"]
    assert active.can_log_in(NEW_PIN)
    assert not active.can_log_in(PIN)


def test_a_wrong_pin_does_not_change_the_pin(active):
    active.page.step("startChangePin", idm=active.idm)
    refused = active.page.step("changePin", pin="735199", newPin=NEW_PIN)
    assert refused["canGoOn"]
    active.scene.wait_for_end_of_lockouts()
    assert active.page.step("changePin", pin=PIN, newPin=NEW_PIN)["result"]["failedAttempts"] == 1
    assert active.can_log_in(NEW_PIN)


@pytest.mark.parametrize("operation", ["finish", "finishUtility"])
def test_a_change_of_the_pin_without_an_answer_is_repeated(active, scene, operation):
    active.page.step("startChangePin", idm=active.idm)
    scene.interceptor.lose_answers(operation, 2)
    assert active.page.failure("changePin", pin=PIN, newPin=NEW_PIN) == "noAnswer"
    assert active.activation()["isPinChangePending"] == (operation == "finishUtility")
    assert active.page.step("changePin", pin=PIN, newPin=NEW_PIN)["result"] == {"failedAttempts": 0}
    assert not active.activation()["isPinChangePending"]
    assert active.events().count("pinChanged") == 1
    assert active.can_log_in(NEW_PIN)


def test_a_change_of_the_pin_without_an_answer_is_remembered_after_a_reload(active, scene):
    active.page.step("startChangePin", idm=active.idm)
    scene.interceptor.lose_answers("finishUtility", 2)
    assert active.page.failure("changePin", pin=PIN, newPin=NEW_PIN) == "noAnswer"
    assert active.page.failure("changePin", pin=PIN, newPin="918273") == "otherPinSent"
    active.page.load()
    assert active.activation()["isPinChangePending"]
    assert active.can_log_in(NEW_PIN)
    assert not active.activation()["isPinChangePending"]


def test_an_activation_is_removed_here_and_at_the_manager(active):
    active.page.step("revoke", idm=active.idm)
    assert active.page.step("activations") == []
    assert "activationRevoked" in active.events()


def test_an_activation_stays_while_the_manager_cannot_be_told(active, scene):
    scene.interceptor.lose_answers("revoke", 2)
    assert active.page.failure("revoke", idm=active.idm) == "noAnswer"
    assert active.activation()["alias"] == "phone"
    active.page.step("forget", idm=active.idm)
    assert active.page.step("activations") == []


def test_a_device_whose_clock_is_wrong_seals_nothing(active):
    for days in (-100, 150):
        before = len(active.scene.interceptor.recorded)
        active.page.load()
        active.page.step("shiftClock", days=days)
        assert active.page.failure("start", link=active.scene.login_page().link_data) == "keyMaterialExpired"
        assert len(active.scene.interceptor.recorded) == before


def test_a_code_of_another_manager_is_refused(ada):
    link, _, pid = ada.invitation.link.partition("#")
    data = base64.urlsafe_b64decode(pid + "=" * (-len(pid) % 4))
    other = base64.urlsafe_b64encode(data[:34] + b"https://login.example.org").rstrip(b"=").decode()
    assert ada.page.failure("open", link=f"{link}#{other}", pin=ada.invitation.pin) == "wrongManager"
    assert ada.page.step("activations") == []


def shown_digits(login) -> str:
    """The digits on the login page, which only the browser with its cookie is told."""
    page = login.browser.get(login.url).text
    return "".join(re.search(r"data-digits>(\d) (\d)<", page).groups())


def test_a_login_by_an_opened_qr_code_needs_the_digits_of_its_page(active, scene):
    login = scene.login_page()
    started = active.page.step("start", link=login.process_data)
    assert (started["channel"], started["pairing"]) == ("crossDevice", True)
    active.page.step("prepare", pairing=shown_digits(login), attributes={})
    assert active.page.step("finish", pin=PIN)["result"] == {"failedAttempts": 0}
    assert next(login.follow(scene.manager.address)) == "done"


@pytest.mark.parametrize("right", [False, None], ids=["wrong digits", "no digits"])
def test_a_login_without_the_right_digits_is_over(active, scene, right):
    login = scene.login_page()
    active.page.step("start", link=login.process_data)
    digits = shown_digits(login)
    other = {} if right is None else {"pairing": f"{(int(digits) + 1) % 100:02}"}
    scene.interceptor.lose_answers("prepare", 1)
    assert active.page.failure("prepare", attributes={}, **other) == "pairingFailed"
    assert active.page.failure("prepare", attributes={}, pairing=digits) == "pairingFailed"
    assert next(login.follow(scene.manager.address)) == "declined"


class AccountByBrowser(PlainSession):
    """A session of the account pages that the authenticator in a browser has confirmed."""

    def __init__(self, person: Person):
        super().__init__(person.scene.manager.issuer, "/account", person)

    def confirm(self, device: Person, page: PlainLoginPage) -> dict:
        started = device.page.step("start", link=page.process_data)
        device.page.step("prepare", pairing=shown_digits(page), attributes={})
        assert device.page.step("finish", pin=PIN)["result"]["failedAttempts"] == 0
        return started


def test_an_act_of_the_account_pages_is_confirmed(active):
    account = AccountByBrowser(active)
    page = account.ask("/account/settings", "/account/export")
    started = account.confirm(active, page)
    assert started["purpose"] == "transaction"
    assert started["transaction"]["type"] == "exportData"
    assert {"name": active.name} in started["transaction"]["text"]
    assert active.name in page.proceed().text
    assert "accountExported" in active.events()


def test_a_declined_login_is_over(active, scene):
    login = active.begin_login()
    active.page.step("abort", reason="notMe")
    assert next(login.follow(scene.manager.address)) == "declined"
    with pytest.raises(ProtocolError):
        active.page.step("finish", pin=PIN)
