"""Links of QR codes that somebody opened: two digits stand between a phisher's login and the victim's PIN."""

from contextlib import closing

import pytest
from stage.login_page import LoginPage
from stage.mail import Mail
from stage.phone import Phone
from stage.plain_browser import PlainBrowser, PlainLoginPage


@pytest.fixture
def phone(mobile, new_phone) -> Phone:
    phone = new_phone()
    phone.activate(mobile.invited())
    return phone


@pytest.fixture
def plain_page(mobile) -> PlainLoginPage:
    return PlainLoginPage(PlainBrowser(), mobile.relying_party().authorization_request())


def other_digits(digits: str) -> str:
    return f"{(int(digits) + 1) % 100:02}"


def test_wrong_digits_end_the_login_for_good_and_both_sides_are_told(mobile, phone, computer):
    page = mobile.begin_login(computer)
    phone.scan(page)
    phone.agree()
    phone.type_digits(other_digits(page.digits()))
    phone.at("refusal-pairingFailed")
    page.wait_for_state("declined-pairing")

    # The right ones come too late, also by the link of the page.
    again = computer.evaluate("document.querySelector('.this-device a').href")
    phone.open(again)
    phone.at("refusal-sessionEnded")
    page.button(f"Back to {mobile.website.host}").click()
    computer.wait_for_site(mobile.website.url)
    assert computer.find("#error").text.startswith("You are not logged in: access_denied")


def test_a_mailed_link_asks_for_digits_that_its_reader_does_not_see(mobile, phone, computer):
    sender = mobile.begin_login(computer)
    # Always a fresh code, as a live phisher has it.
    with closing(Mail(phone.link_of(sender))) as mail:
        phone.open(mail.link)
        phone.agree()
        phone.at("type-digits")
        # Whole words: a port and the time that is left have two digits, too.
        assert sender.digits() not in phone.browser.text.split()
        assert " ".join(sender.digits()) not in phone.browser.text
        phone.press("not me")
        phone.at("notMe-login")
    sender.wait_for_state("declined-notMe")


def test_a_code_that_another_web_page_brings_is_refused_and_nothing_is_sent(mobile, phone, computer):
    page = mobile.begin_login(computer)
    link = phone.link_of(page)
    before = len(mobile.interceptor.recorded)
    for elsewhere in (mobile.website.url, f"{mobile.manager.issuer}/return"):
        phone.browser.open(elsewhere)
        phone.browser.evaluate(f"void (location.href = {link!r})")
        phone.at("refusal-openedByPage")
    assert mobile.interceptor.operations()[before:] == []
    assert page.state == "waiting"
    # The same code in front of the camera.
    phone.log_in(page)


def test_a_second_scan_that_comes_to_the_same_tab_is_taken_up(mobile, phone, computer):
    phone.open()
    phone.at("overview")
    # Chrome on Android uses the tab again that the camera has opened before. No other page has a handle to it.
    link = phone.link_of(mobile.begin_login(computer))
    phone.browser.evaluate(f"void (location.href = {link!r})")
    phone.at("login")
    assert "#" not in phone.browser.url


@pytest.mark.parametrize("policy", ["refuse", "allow"])
def test_a_service_may_refuse_opened_codes_or_do_without_digits(mobile, phone, computer, policy):
    mobile.declare(members=f"        openedQRCodes: {policy}\n")
    try:
        page = mobile.begin_login(computer)
        phone.scan(page)
        if policy == "refuse":
            phone.at("refusal-scanRequired")
            assert page.state == "waiting"
        else:
            phone.agree()
            phone.type_pin()
            phone.at("done-login")
            computer.wait_for("#subject")
    finally:
        mobile.declare()


def test_a_copied_code_is_of_no_use_after_its_time(mobile, phone, plain_page):
    plain_page.begun += 120
    phone.open(f"{mobile.origin}/a#{plain_page.process_data}")
    phone.at("refusal-qrCodeExpired")
    plain_page.begun -= 120
    phone.open(f"{mobile.origin}/a#{plain_page.process_data}")
    phone.at("login")


def test_a_mailed_link_of_the_page_gets_its_sender_nothing(mobile, phone, computer):
    link = mobile.begin_login(computer).link()
    phone.open(link)
    phone.agree()
    phone.type_pin()
    phone.browser.wait_for("h1", lambda title: title.text == "Go back to the browser where you began")
    LoginPage(computer, mobile.manager.issuer).wait_for_state("confirmed")
    computer.open(mobile.website.url)
    computer.wait_for("#log-in")
