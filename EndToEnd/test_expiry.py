"""The expiry of a login page."""

from contextlib import contextmanager

import pytest
from stage.login_page import LoginPage
from stage.scene import Scene


@contextmanager
def scene_with_logins_of(seconds: int, folder):
    """A website whose logins expire after this time."""
    with Scene(folder) as scene:
        declaration = scene.website.declaration()
        scene.manager.apply(declaration.replace("pkce: required", f"pkce: required\n        sessionSeconds: {seconds}"))
        yield scene


@pytest.fixture
def impatient(tmp_path):
    """A website whose logins expire after 15 seconds."""
    with scene_with_logins_of(15, tmp_path) as scene:
        yield scene


def test_an_expired_login_says_so_and_a_new_code_is_one_click_away(impatient, browser, tmp_path):
    ada = impatient.person("ada")
    browser.open(f"{impatient.website.url}/login")
    page = LoginPage(browser, impatient.manager.issuer)
    late = page.picture(tmp_path / "late.png")
    page.wait_for_state("expired")
    assert page.heading() == "The time is over"
    assert browser.driver.switch_to.active_element == browser.find("h1")
    assert ada.login(late).returncode != 0

    page.button("Start over").click()
    page.wait_for_state("waiting")
    assert ada.login(page.picture(tmp_path / "new.png")).returncode == 0
    browser.wait_for("#subject")


def test_the_website_learns_that_nobody_logged_in(impatient, browser):
    browser.open(f"{impatient.website.url}/login")
    page = LoginPage(browser, impatient.manager.issuer)
    page.wait_for_state("expired")
    page.button(f"Back to {impatient.website.host}").click()
    assert browser.wait_for("#error").text.startswith("You are not logged in: access_denied")


def test_the_last_minute_is_announced(browser, tmp_path):
    with scene_with_logins_of(76, tmp_path) as scene:
        for language, sentence in (("en", "One minute left"), ("de", "Noch eine Minute")):
            browser.ask_for_language(language)
            browser.open(f"{scene.website.url}/login")
            page = LoginPage(browser, scene.manager.issuer)
            assert browser.find("[data-last-minute]").aria_role == "status"
            assert announcement(browser) == ""
            browser.wait(lambda _: announcement(browser), "The last minute is not announced")
            assert announcement(browser) == sentence
            assert page.state == "waiting"


def announcement(browser) -> str:
    """What the page tells a screen reader beside the state of the login."""
    return browser.find("[data-last-minute]").get_attribute("textContent")
