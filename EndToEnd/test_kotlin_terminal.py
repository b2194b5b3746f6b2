"""A person at the desktop sample of the Kotlin SDK: digits, attributes, and acts of the account pages."""

import json
import re
import sys

import pytest
from stage.plain_account import PlainAccount
from stage.plain_browser import PlainLoginPage
from stage.processes import REPOSITORY, ending_with_parent, run_or_fail
from stage.scene import Scene
from stage.shop import Shop
from stage.terminal import Terminal

sys.path.insert(0, str(REPOSITORY / "scripts"))
import kotlin_packages  # noqa: E402

PIN = "482951"


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    with Scene(tmp_path_factory.mktemp("kotlin-shop")) as scene:
        yield Shop(scene)


@pytest.fixture(scope="module")
def phone(shop):
    """The first device of the person, with `xign`."""
    return shop.person()


@pytest.fixture(scope="module")
def sample(shop, phone, tmp_path_factory):
    """The sample as the person's second device. It runs until all tests are over, and asks for a link between them."""
    command = phone.command("activation", "new", "--alias", "kotlin", "--yes", "--pin-stdin", "--json")
    code = json.loads(run_or_fail(*command, input=f"{phone.pin}\n{PIN}\n"))["code"]
    arguments = [shop.manager.key_material().file, tmp_path_factory.mktemp("sample") / "device"]
    terminal = Terminal(*ending_with_parent(*kotlin_packages.sample_command(), *arguments))
    answer(terminal, "Link:", code)
    answer(terminal, "Activation PIN:", PIN)
    terminal.expect("This device is activated.")
    shop.scene.let_a_day_pass()
    yield terminal
    answer(terminal, "Link:", "quit")
    assert terminal.wait() == 0


def answer(terminal: Terminal, question: str, line: str) -> str:
    """Answers a question, and returns the output up to it."""
    shown = terminal.expect(question)
    terminal.type(line)
    return shown


def digits(page: PlainLoginPage) -> str:
    """The digits that the page shows now."""
    shown = re.search(r"<strong data-digits>([0-9 ]+)<", page.browser.get(page.url).text)
    assert shown, "the page shows no digits"
    return shown[1].replace(" ", "")


def confirm(terminal: Terminal, page: PlainLoginPage) -> str:
    """Pastes the text of a page's QR code, types the page's digits, and confirms. Returns what was shown before."""
    answer(terminal, "Link:", page.process_data)
    shown = terminal.expect("The two digits on the page")
    terminal.type(digits(page))
    answer(terminal, "Confirm? [y/n]", "y")
    answer(terminal, "PIN:", PIN)
    return shown


class Account(PlainAccount):
    """A session of the account pages that the sample confirms."""

    def confirm(self, device: Terminal, page: PlainLoginPage) -> None:
        confirm(device, page)
        device.expect("You are logged in at")


def test_a_pasted_code_asks_for_the_digits_of_its_page(shop, sample):
    shop.asks_for()
    page = shop.login_page()
    assert "Demo website" in confirm(sample, page)
    sample.expect("You are logged in at")
    assert shop.claims(page) == {}


def test_wrong_digits_stop_the_login(shop, sample):
    page = shop.login_page()
    answer(sample, "Link:", page.process_data)
    sample.expect("The two digits on the page")
    right = digits(page)
    sample.type("4")
    answer(sample, "The two digits on the page", "00" if right != "00" else "01")
    answer(sample, "Confirm? [y/n]", "y")
    sample.expect("The page shows other digits.")
    assert page.state != "confirmed"


def test_attributes_are_typed_chosen_or_left_out(shop, phone, sample):
    shop.asks_for(
        "givenName", "{ name: email, verified: false }", "{ name: nickname, required: false }",
        "{ name: familyName, required: false }",
    )  # fmt: skip
    shop.store(phone, "email", "erika@work.example", "--alias", "work")
    shop.store(phone, "email", "erika@home.example", "--alias", "home", "--primary")
    shop.store(phone, "nickname", "Eri")
    page = shop.login_page()
    answer(sample, "Link:", page.process_data)
    answer(sample, "Nickname", "")
    answer(sample, "Send it? [y/n]", "n")
    answer(sample, "Given name, which the service receives:", "Erika")
    answer(sample, "Family name, which the service receives, empty to leave it out:", "")
    shown = sample.expect("Email address, which the service receives:")
    assert "erika@" not in shown
    sample.type(re.search(r"(\d)  work", shown)[1])
    answer(sample, "The two digits on the page", digits(page))
    answer(sample, "Confirm? [y/n]", "y")
    answer(sample, "PIN:", PIN)
    sample.expect("You are logged in at")
    claims = shop.claims(page)
    assert claims == {"given_name": "Erika", "email": "erika@work.example", "email_verified": False}


def test_an_act_of_the_account_pages_is_confirmed_and_the_browser_does_the_rest(shop, phone, sample):
    (alias,) = phone.device_names() - {"kotlin"}
    page = Account(shop.scene, sample).ask_to_remove(alias)
    shown = confirm(sample, page)
    assert f"  {alias}\n" in shown, "a name stands on a line of its own"
    sample.expect("Confirmed at")
    page.proceed()
    assert phone.login(shop.login_page().process_data).returncode != 0
