"""A person whose only device is lost comes back alone: with a printed code, a mailbox, and a day."""

import shutil

import pytest
import requests
from stage import later
from stage.accessibility import assert_page_in_both
from stage.account import Circumstances
from stage.authenticator import Authenticator
from stage.browser import DESKTOP, SMALL_PHONE
from stage.manager import Manager
from stage.phone import Phone
from stage.recovery import (
    A_DAY_LATER,
    SOON,
    STOP_LINK,
    Recovering,
    configuration,
    let_time_pass,
    prepared,
    printed_code,
)
from stage.scene import Scene

BY_KEYBOARD = Circumstances("en", DESKTOP, keyboard=True)
WITHOUT_SCRIPTS = Circumstances("de", SMALL_PHONE, scripts=False)
PAGES = ["/recover", "/recover/mail", "/recover/device", "/account/recovery", "/account/recovery/code"]


@pytest.fixture(scope="module")
def original(tmp_path_factory) -> tuple[Manager, Authenticator]:
    """A manager that does not run, and the only device of a person: each test has copies of both."""
    with Scene(tmp_path_factory.mktemp("original")) as scene:
        phone = prepared(scene)
    return scene.manager, phone


@pytest.fixture
def scene(original, tmp_path, mailbox):
    manager, _ = original
    with Scene(tmp_path, configuration=configuration(mailbox), manager=manager.copied(tmp_path)) as scene:
        yield scene


@pytest.fixture
def phone(original, tmp_path) -> Authenticator:
    _, phone = original
    return Authenticator(shutil.copytree(phone.home, tmp_path / "ada"))


@pytest.mark.parametrize("circumstances", [BY_KEYBOARD, WITHOUT_SCRIPTS], ids=str)
def test_a_person_without_a_device_stops_a_recovery_by_mail_begins_again_and_comes_back_a_day_later(
    scene, mailbox, reset_browser, phone, circumstances
):
    person = Recovering(scene, reset_browser, mailbox, circumstances)
    code = person.make_code(phone)
    person.press("on paper")
    person.wait_for("/recovery")
    reset_browser.forget()

    let_time_pass(scene, SOON)
    person.prove(code)
    person.wait_for_heading("waiting")
    person.stop_by_mail()
    assert scene.audited("ada").count("recoveryStopped") == 1

    # A stop by mail leaves the code: who reads the mailbox alone must not take it from its person.
    person.prove(code.lower().replace("-", " "))
    person.wait_for_heading("waiting")
    person.open_ways()
    person.type_code(code)
    person.wait_for_heading("waiting")

    let_time_pass(scene, A_DAY_LATER)
    person.prove(code)
    new = Authenticator(scene.folder / "new", pin="640913", variables=later.variables(A_DAY_LATER))
    person.connect(new)
    person.press("connected")
    person.wait_for_heading("back")

    phone.variables = later.variables(A_DAY_LATER)
    person.open()
    person.press("log in")
    refused = phone.login(person.wait_for_login().picture(scene.folder / "lost.png"))
    assert "expired or revoked" in refused.stderr
    person.log_in(new)
    assert person.words["prepare"] in reset_browser.text
    assert len(new.activations()) == 1
    assert "recoveryCompleted" in scene.audited("ada")
    person.open_ways()
    person.type_code(code)
    reset_browser.wait_for(".error-summary")


def test_the_authenticator_in_a_browser_takes_the_place_of_a_lost_device(tmp_path, mailbox, reset_browser, pocket):
    lines = ("surfaces: [account, recovery, authenticator]", mailbox.configuration)
    with Scene(tmp_path, configuration=lines) as scene:
        lost = prepared(scene)
        person = Recovering(scene, reset_browser, mailbox)
        person.prove_a_day_apart(person.make_code(lost))
        pocket.complaints()
        phone = Phone(scene, pocket)
        phone.activate(person.handout())
        person.press("connected")
        person.wait_for_heading("back")
        assert "recoveryCompleted" in scene.audited("ada")
        assert pocket.complaints() == []


def test_who_is_logged_in_stops_the_recovery_at_the_account_and_its_code_no_longer_works(
    scene, mailbox, reset_browser, phone
):
    person = Recovering(scene, reset_browser, mailbox)
    code = person.make_code(phone)
    let_time_pass(scene, SOON)
    person.prove(code)
    person.wait_for_heading("waiting")
    # A browser that was logged in before.
    person.open()
    assert person.words["recovering"] in reset_browser.text
    person.press("stop")
    person.wait_for("/recovery")
    assert person.said() == person.words["stopped here"]
    person.open_ways()
    person.type_code(code)
    reset_browser.wait_for(".error-summary")
    assert person.words["unknown"] in reset_browser.text


def test_to_open_the_links_of_all_mails_stops_nothing_and_changes_nothing(scene, mailbox, reset_browser, phone):
    code = printed_code(scene, phone)
    person = Recovering(scene, reset_browser, mailbox)
    let_time_pass(scene, SOON)
    person.prove(code)
    person.wait_for_heading("waiting")
    link = person.mailed(STOP_LINK)
    before = scene.manager.audit()
    # A filter with scripts, and one that asks for the head alone.
    reset_browser.forget()
    reset_browser.open(link)
    reset_browser.wait_for("button.danger")
    assert requests.head(link, timeout=60).status_code == 200
    assert scene.manager.audit() == before
    person.open_ways()
    person.type_code(code)
    person.wait_for_heading("waiting")


def test_the_pages_of_recovery_are_for_everybody(scene, mailbox, reset_browser, phone):
    person = Recovering(scene, reset_browser, mailbox)
    names = {f"127.0.0.1:{scene.manager.port}": "login.example"}

    def check(name: str) -> None:
        codes = {code.text: "CODE" for code in reset_browser.find_all("main code")}
        assert_page_in_both(reset_browser, f"recovery-{name}", codes | names)

    person.log_in(phone, "/recovery")
    check("own-none")
    person.press("make code")
    assert person.confirm(phone).returncode == 0
    code = reset_browser.wait_for(".sheet code").text
    check("own-code")
    person.press("on paper")
    person.wait_for("/recovery")
    check("own")
    let_time_pass(scene, SOON)
    person.open_ways()
    check("ways")
    person.type_code("K7QM-2XPD")
    reset_browser.wait_for(".error-summary")
    assert reset_browser.find("#code").get_property("value") == "K7QM-2XPD"
    check("ways-unknown")
    person.open_ways()
    person.type_code(code)
    person.wait_for_heading("choose")
    check("choose")
    since = len(mailbox.mails)
    person.press("mail me")
    person.wait_for_heading("type")
    check("type")
    person.fill("mailed code", "ZZZZ-ZZZZ")
    person.press("proceed")
    reset_browser.wait_for(".error-summary")
    check("type-wrong")
    person.fill("mailed code", person.mailed_code(since))
    person.press("proceed")
    person.wait_for_heading("waiting")
    check("waiting")
    person.open()
    check("running")
    reset_browser.open(person.mailed(STOP_LINK))
    check("stop")
    let_time_pass(scene, A_DAY_LATER)
    person.prove(code)
    person.wait_for_heading("connect new")
    check("device")
    person.press("connected")
    reset_browser.wait_for("main", lambda main: person.words["not yet"] in main.text)
    check("device-not-yet")
    new = Authenticator(scene.folder / "new", pin="640913", variables=later.variables(A_DAY_LATER))
    person.connect(new)
    person.press("connected")
    person.wait_for_heading("back")
    check("done")


def test_without_recovery_its_pages_are_not_there_and_the_ways_name_no_code(tmp_path):
    with Scene(tmp_path) as scene:
        found = {path: requests.get(scene.manager.issuer + path, timeout=60) for path in PAGES}
        assert [answer.status_code for answer in found.values()] == [200, 404, 404, 404, 404]
        assert 'name="code"' not in found["/recover"].text
