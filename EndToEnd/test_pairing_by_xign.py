"""`xign` with the link of a QR code, not its picture: the page shows two digits, which the person types."""

import re
import subprocess

import pytest
from stage.authenticator import Authenticator
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import ending_with_parent, run
from stage.terminal import Terminal


@pytest.fixture
def page(relying_party) -> PlainLoginPage:
    return PlainLoginPage(PlainBrowser(), relying_party.authorization_request())


def link(page: PlainLoginPage) -> str:
    """The link in the page's QR code, which a phone's camera opens and anybody can send."""
    return f"{page.data['data-app-link-origin']}/a#{page.process_data}"


def digits(page: PlainLoginPage) -> str:
    """The digits that the page shows now."""
    shown = re.search(r"<strong data-digits>([0-9 ]+)<", page.browser.get(page.url).text)
    assert shown, "the page shows no digits"
    return shown[1].replace(" ", "")


def other(digits: str) -> str:
    return "00" if digits != "00" else "01"


def test_who_opens_the_code_types_the_digits_of_the_page(ada, page):
    login = Terminal(*ada.command("login", link(page)))
    login.expect("I did not begin this]")
    login.type("y")
    explanation = login.expect("Digits [n = no, x = I did not begin this]:")
    assert "the login page now shows two digits" in explanation
    assert "If someone sent you the code" in explanation
    login.type("4")
    login.expect("these are not two digits; nothing was sent")
    login.expect("Digits")
    login.type(digits(page))
    login.expect("PIN:")
    login.type(ada.pin)
    login.expect("Logged in at Demo website")
    assert login.wait() == 0
    assert "code=" in page.proceed().headers["Location"]


def test_a_scanned_code_asks_for_no_digits(ada, page):
    login = ada.login(page.process_data)
    assert login.returncode == 0
    assert "digits" not in login.stdout + login.stderr


def test_wrong_digits_end_the_login_on_both_sides(ada, page):
    login = Terminal(*ada.command("login", link(page), "--yes"))
    login.expect("Digits")
    login.type(other(digits(page)))
    login.expect("the digits were not those of the page: start the login again on the website")
    assert login.wait() == 3
    assert "error=access_denied" in page.proceed().headers["Location"]


def test_who_was_sent_the_link_says_so_in_place_of_digits(ada, page):
    login = Terminal(*ada.command("login", link(page), "--yes"))
    login.expect("Digits")
    login.type("x")
    login.expect("reported to the manager as not begun by you")
    assert login.wait() == 1
    assert "error=access_denied" in page.proceed().headers["Location"]


def test_the_question_is_german_for_a_german_reader(ada, page):
    hedwig = Authenticator(ada.home, ada.pin, variables={"LANG": "de_DE.UTF-8"})
    login = Terminal(*hedwig.command("login", link(page), "--yes"))
    assert "Darum zeigt die Anmeldeseite jetzt zwei Ziffern." in login.expect("Ziffern [n = nein")
    login.type(other(digits(page)))
    login.expect("die Ziffern waren nicht die der Seite")
    assert login.wait() == 3


def test_a_script_reads_the_digits_from_the_page_and_writes_them(ada, page):
    command = ada.command("login", link(page), "--yes", "--pairing", "-", "--pin-stdin")
    with subprocess.Popen(
        ending_with_parent(*command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as login:
        while "now shows two digits" not in login.stdout.readline():
            assert login.poll() is None, "xign asked for no digits"
        shown, _ = login.communicate(f"{digits(page)}\n{ada.pin}\n", timeout=30)
    assert login.returncode == 0
    assert "Logged in at Demo website" in shown


def test_a_script_without_digits_comes_back_with_them(ada, page):
    code = link(page)
    first = run(*ada.command("login", code, "--yes", "--pin-stdin"), input=f"{ada.pin}\n")
    assert first.returncode == 66
    assert "run the command again at once with --pairing" in first.stderr
    again = run(*ada.command("login", code, "--yes", "--pairing", digits(page), "--pin-stdin"), input=f"{ada.pin}\n")
    assert again.returncode == 0
    assert "code=" in page.proceed().headers["Location"]


def test_digits_of_another_form_are_refused_before_anything_is_sent(ada, page):
    login = run(*ada.command("login", link(page), "--yes", "--pairing", "420"))
    assert login.returncode == 64
    assert "not two digits" in login.stderr
    assert 'data-state="waiting"' in page.browser.get(page.url).text
