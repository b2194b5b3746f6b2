"""People who join an organization by a code, in Chromium, with `xign` and with the authenticator in a browser."""

import contextlib
import itertools
import json
import re
from pathlib import Path

from selenium.webdriver.common.action_chains import ActionChains
from stage.accessibility import assert_page, assert_page_in_both
from stage.authenticator import Authenticator
from stage.processes import run_or_fail

CONNECTED = {"en": "Your device is connected", "de": "Ihr Gerät ist verbunden"}
GONE = 410
numbers = itertools.count(1)


def make_link(scene, places: int = 5) -> dict:
    options = ["--organization", "Example Inc.", "--role", "demo/user", "--places", str(places), "--json"]
    return json.loads(scene.manager.command("join", "create", *options))


def listed(scene, link: dict) -> dict:
    return next(
        entry for entry in json.loads(scene.manager.command("join", "list", "--json")) if entry["id"] == link["id"]
    )


def send(browser, field: str, text: str) -> None:
    browser.find(f"#{field}").send_keys(text)
    browser.click(f"form:has(#{field}) button")


def heading(browser) -> str:
    return browser.wait_for("h1").text


def origin(scene) -> dict[str, str]:
    """The text that differs in each run of this manager, for `assert_tree`."""
    return {f"127.0.0.1:{scene.manager.port}": "login.example"}


def link_and_pin(browser) -> tuple[str, str]:
    """The link and the PIN of the page for the first device."""
    pin = browser.wait_for(".secret code").text
    return browser.find(".steps a").get_attribute("href"), pin


def test_a_person_types_a_code_and_connects_xign(mobile, computer, tmp_path):
    link, name = make_link(mobile), f"grace{next(numbers)}"
    names = {name: "ada", link["code"]: "CODE"} | origin(mobile)

    def check_page(page: str, **more: str) -> None:
        assert_page_in_both(computer, f"join-{page}", names | {text: word for word, text in more.items()})

    computer.open(f"{mobile.manager.issuer}/join")
    check_page("code")
    send(computer, "code", link["code"].lower().replace("-", " "))
    computer.wait_for("#name")
    assert computer.url == link["link"]
    assert "Example Inc." in heading(computer)
    check_page("invitation")

    mobile.invited()
    send(computer, "name", mobile.newest_person.upper())
    computer.wait_for("#name[aria-invalid=true]")
    check_page("taken", TAKEN=mobile.newest_person.upper())
    computer.find("#name").clear()
    send(computer, "name", name)
    pin = computer.wait_for(".secret code").text
    assert computer.url.endswith("/join/device")
    check_page("device", PIN=pin)

    computer.open(f"{mobile.manager.issuer}/join/device")
    assert link_and_pin(computer)[1] == pin
    picture = tmp_path / "code.png"
    assert computer.find(".code svg").screenshot(str(picture))
    device = Authenticator(tmp_path / name)
    device.trust(mobile.manager.key_material())
    run_or_fail(*device.command("activate", picture, "--pin-stdin"), input=f"{pin}\n{device.pin}\n")
    computer.open(f"{mobile.manager.issuer}/join/device")
    assert heading(computer) == CONNECTED["en"]
    # This page is shown once.
    assert_page(computer, "join-connected", "en", names)

    login = device.login(mobile.begin_login(computer).picture(mobile.new_picture()))
    assert login.returncode == 0, login.stderr
    assert [person["user"] for person in listed(mobile, link)["people"]] == [name]


def test_a_person_opens_a_link_on_the_phone_whose_browser_is_the_authenticator(mobile, new_phone):
    link, name = make_link(mobile), f"ida-joins{next(numbers)}"
    phone = new_phone("de")
    phone.open(link["link"])
    send(phone.browser, "name", name)
    phone.activate_by_link(*link_and_pin(phone.browser))
    phone.open(f"{mobile.manager.issuer}/join/device")
    assert heading(phone.browser) == CONNECTED["de"]
    assert_page(phone.browser, "join-connected", "de", {name: "ada"} | origin(mobile))
    assert listed(mobile, link)["taken"] == 1


def test_without_scripts_a_person_joins_renews_the_code_and_cancels(mobile, computer):
    link, name = make_link(mobile), f"lin{next(numbers)}"
    computer.allow_scripts(False)
    computer.open(link["link"])
    send(computer, "name", name)
    former = link_and_pin(computer)
    computer.find_all(".actions form button")[0].click()
    computer.wait_for(".secret code", lambda pin: pin.text != former[1])
    computer.find_all(".actions form button")[1].click()
    computer.wait(lambda _: listed(mobile, link)["reserved"] == 0, "The place stays reserved")
    assert mobile.manager.try_command("user", "show", name).returncode != 0


def test_a_double_click_makes_one_account_and_the_way_back_leads_to_its_code(mobile, computer):
    link, name = make_link(mobile, places=1), f"max{next(numbers)}"
    computer.allow_scripts(False)
    computer.open(link["link"])
    computer.find("#name").send_keys(name)
    ActionChains(computer.driver).double_click(computer.find("form:has(#name) button")).perform()
    former = link_and_pin(computer)
    assert listed(mobile, link)["reserved"] == 1
    computer.open(link["link"])
    assert link_and_pin(computer) == former
    assert computer.url.endswith("/join/device")


def test_a_withdrawn_link_is_told_as_such(mobile, computer):
    link = make_link(mobile)
    assert mobile.manager.command("join", "withdraw", link["code"]).strip() == "Withdrawn."
    computer.open(link["link"])
    assert heading(computer) == "This invitation was withdrawn"
    assert_page(computer, "join-withdrawn", "en", origin(mobile))
    assert re.search("withdrawn", mobile.manager.command("join", "list"))


def test_the_thread_that_stretches_the_pins_of_strangers_comes_after_all_others(mobile):
    nice = {}
    for task in Path(f"/proc/{mobile.manager.process.child.pid}/task").iterdir():
        # A thread may end at any time.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            # The 19th field of stat, of which the second is the name in parentheses (proc_pid_stat(5)).
            _, name, fields = re.fullmatch(r"(\d+) \((.*)\) (.*)\n", (task / "stat").read_text()).groups()
            nice[name] = int(fields.split()[16])
    assert nice.pop("join-pin-0") == 19
    assert max(nice.values()) < 19
