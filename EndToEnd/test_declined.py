"""Declining a login: the manager learns the reason, the website does not."""

import pytest
from stage.login_page import LoginPage


@pytest.mark.parametrize(
    ("option", "state", "told"),
    [
        ("--decline", "declined-cancelled", "You cancelled"),
        ("--not-me", "declined-notMe", "not you"),
    ],
)
def test_declining_is_told_apart_on_the_page_and_is_the_same_to_the_website(
    scene, ada, browser, tmp_path, option, state, told
):
    browser.open(f"{scene.website.url}/login")
    page = LoginPage(browser, scene.manager.issuer)
    ada.login(page.picture(tmp_path / "login.png"), option)

    page.wait_for_state(state)
    assert told in page.status()

    page.button(f"Back to {scene.website.host}").click()
    browser.wait_for_site(scene.website.url)
    assert browser.find("#error").text.startswith("You are not logged in: access_denied")
    assert "cancel" not in browser.text and "not me" not in browser.text


def test_a_new_code_is_one_click_away(scene, ada, browser, tmp_path):
    browser.open(f"{scene.website.url}/login")
    page = LoginPage(browser, scene.manager.issuer)
    ada.login(page.picture(tmp_path / "declined.png"), "--decline")
    page.wait_for_state("declined-cancelled")

    page.button("Start over").click()
    page.wait_for_state("waiting")
    assert ada.login(page.picture(tmp_path / "login.png")).returncode == 0
    browser.wait_for("#subject")
