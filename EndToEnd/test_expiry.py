"""The expiry of a login page."""

import pytest
from stage.login_page import LoginPage
from stage.scene import Scene


@pytest.fixture
def impatient(tmp_path):
    """A website whose logins expire after five seconds."""
    with Scene(tmp_path) as scene:
        declaration = scene.website.declaration()
        scene.manager.apply(declaration.replace("pkce: required", "pkce: required\n        sessionSeconds: 5"))
        yield scene


def test_an_expired_login_says_so_and_a_new_code_is_one_click_away(impatient, browser, tmp_path):
    ada = impatient.person("ada")
    browser.open(f"{impatient.website.url}/login")
    page = LoginPage(browser, impatient.manager.issuer)
    late = page.picture(tmp_path / "late.png")
    page.wait_for_state("expired")
    assert page.heading() == "The time is over"
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
