"""Login on one device: the link in place of the QR code, and the return to the browser."""

import json

import pytest
from stage.browser import PHONE, Browser
from stage.login_page import CODE, LINK, OTHER_DEVICE, LoginPage

NO_BROWSER = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}


@pytest.fixture
def another_browser(tmp_path):
    """Another browser with its own cookies, of the same or another person."""
    folder = tmp_path / "another"
    folder.mkdir()
    browser = Browser(folder)
    yield browser
    browser.stop()


def begin(scene, browser) -> LoginPage:
    browser.open(f"{scene.website.url}/login")
    return LoginPage(browser, scene.manager.issuer)


def confirm(person, page: LoginPage) -> str:
    """Follows the page's link and confirms. Returns the URL that the app opens."""
    login = person.login(page.link(), "--json")
    assert login.returncode == 0, login.stderr
    return json.loads(login.stdout)["returnUrl"]


def test_the_browser_that_showed_the_link_gets_in_by_the_way_back(scene, ada, browser):
    page = begin(scene, browser)
    assert page.link().startswith("http://localhost:"), "it must not be the page's own host"
    address = confirm(ada, page)
    assert address.startswith(f"{scene.manager.issuer}/return#")
    page.wait_for_state("confirmed")
    assert "Go back to where you confirmed" in page.status()

    first = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    # The return URL also works if its page is already open from an earlier login.
    browser.open(f"{scene.manager.issuer}/return")
    browser.wait_for("main", lambda page: "nothing to finish" in page.text)
    browser.open(address)
    browser.wait_for_site(scene.website.url)
    browser.wait_for("body", lambda body: "You are logged in with Xign" in body.text)

    # The secret is removed from the URL, and the page in the first tab shows the new state.
    browser.driver.back()
    assert "#" not in browser.url
    browser.driver.switch_to.window(first)
    page.wait_for_state("returned")
    browser.open(address)
    browser.wait_for("h1", lambda title: title.text == "This login was used already")


def test_a_mailed_link_gets_nobody_in(scene, ada, browser, another_browser):
    # The sender begins a login, and ada follows the link. Her app opens her own browser.
    sender, ada_browser = another_browser, browser
    page = begin(scene, sender)
    address = confirm(ada, page)
    ada_browser.open(address)
    ada_browser.wait_for("h1", lambda title: title.text == "Go back to the browser where you began")

    page.wait_for_state("confirmed")
    sender.driver.execute_script("document.querySelector('form[action$=continue]').submit()")
    sender.wait_for("main[data-state=confirmed]")
    for browser_ in [sender, ada_browser]:
        browser_.open(scene.website.url)
        browser_.wait_for("#log-in")


def test_a_browser_that_has_no_app_for_the_link_says_so_and_forgets_it(scene, ada, browser):
    page = begin(scene, browser)
    secret = page.link().partition("#")[2]
    browser.click(LINK)
    browser.wait_for("h1", lambda title: "authenticator app" in title.text)
    browser.wait(lambda driver: "#" not in driver.current_url, "The fragment stays")
    assert secret not in browser.url
    browser.driver.back()
    page.wait_for_state("waiting")
    browser.open(confirm(ada, page))
    browser.wait_for("#subject")


def test_xign_opens_the_persons_browser_and_says_where_to_go_if_there_is_none(scene, ada, browser, tmp_path):
    opened = tmp_path / "opened"
    program = tmp_path / "my-browser"
    program.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}\n')
    program.chmod(0o700)
    page = begin(scene, browser)
    login = ada.login(page.link(), environment=NO_BROWSER | {"BROWSER": str(program)})
    assert login.returncode == 0, login.stderr
    assert "#" not in login.stdout
    browser.open(opened.read_text())
    browser.wait_for("#subject")

    browser.click("form button")
    browser.wait_for("#log-in")
    page = begin(scene, browser)
    login = ada.login(page.link(), environment=NO_BROWSER)
    assert "Open this address in the browser where you began" in login.stdout
    browser.open(login.stdout.split()[-1])
    browser.wait_for("#subject")


def test_the_link_is_the_first_thing_where_fingers_point(scene, browser, tmp_path):
    browser.resize(PHONE)
    begin(scene, browser)
    link = browser.wait_for(LINK)
    assert browser.driver.execute_script("return matchMedia('(pointer: coarse)').matches")
    assert link.rect["height"] >= 44 and link.text == "Open in app"
    assert "Only go on if you opened" in browser.find(".link").text
    assert not browser.shows(CODE), "the code is for another device"
    browser.click(OTHER_DEVICE)
    assert browser.wait_for(CODE).rect["y"] > link.rect["y"]
    assert "Only scan this code if you opened" in browser.find(".scan").text


def test_the_code_comes_first_where_a_mouse_points(scene, browser, tmp_path):
    begin(scene, browser)
    code, link = browser.wait_for(".code"), browser.wait_for(LINK)
    assert not browser.shows("summary")
    assert browser.find(".scan .warning").rect["y"] < code.rect["y"] < link.rect["y"]
