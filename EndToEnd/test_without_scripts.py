"""Login in a browser without scripts."""

from contextlib import contextmanager

from selenium.common.exceptions import StaleElementReferenceException
from stage.browser import Browser
from stage.login_page import LoginPage
from stage.plain_browser import PlainBrowser, PlainLoginPage

PICTURE = ".code img"
DRAWN = ".code svg"
DRAWING = ".code svg path[d]"


@contextmanager
def a_browser(folder, **options):
    folder.mkdir()
    browser = Browser(folder, **options)
    try:
        yield browser
    finally:
        browser.stop()


def is_gone(element) -> bool:
    try:
        return not element.is_enabled()
    except StaleElementReferenceException:
        return True


def test_a_person_without_scripts_logs_in_by_scanning_the_code(scene, ada, tmp_path):
    with a_browser(tmp_path / "browser", scripts=False) as browser:
        browser.open(f"{scene.website.url}/login")
        page = LoginPage(browser, scene.manager.issuer)
        first = browser.wait_for(PICTURE)
        browser.wait(lambda _: is_gone(first), "The page does not load itself again")
        # When this returns, the page is complete with its picture.
        browser.open(browser.url)
        login = ada.login(browser.screenshot(tmp_path / "login.png"))
        assert login.returncode == 0, login.stderr

        page.wait_for_state("done")
        page.button(f"Continue to {scene.website.host}").click()
        browser.wait_for_site(scene.website.url)
        assert browser.wait_for("#subject").text


def test_where_the_page_cannot_draw_the_code_the_server_does(scene, ada, tmp_path):
    with a_browser(tmp_path / "browser") as browser:
        browser.block("*/assets/qrcode.*")
        browser.open(f"{scene.website.url}/login")
        picture = browser.wait_for(PICTURE, lambda picture: picture.get_property("naturalWidth") > 0)
        browser.wait(lambda _: is_gone(picture), "The page does not load itself again")
        browser.wait_for(PICTURE, lambda picture: picture.get_property("naturalWidth") > 0)

        login = ada.login(browser.screenshot(tmp_path / "login.png"))
        assert login.returncode == 0, login.stderr
        browser.wait_for_site(scene.website.url)
        assert browser.wait_for("#subject").text


def test_the_code_stands_at_the_same_place_with_and_without_scripts_once(scene, tmp_path):
    with a_browser(tmp_path / "with") as browser:
        browser.open(f"{scene.website.url}/login")
        browser.wait_for(DRAWING)
        place = browser.find(DRAWN).rect
        assert not browser.shows(PICTURE)
    with a_browser(tmp_path / "without", scripts=False) as browser:
        browser.open(f"{scene.website.url}/login")
        assert browser.wait_for(PICTURE).rect == place
        assert not browser.shows(DRAWING)
        assert browser.find(".code").value_of_css_property("background-color") == "rgba(255, 255, 255, 1)"


def test_the_codes_picture_is_kept_by_nobody_and_given_to_nobody_else(relying_party):
    page = PlainLoginPage(PlainBrowser(), relying_party.authorization_request())
    picture = page.browser.get(f"{page.url}/code.svg")
    assert picture.status_code == 200
    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert picture.headers["Cache-Control"] == "no-store"

    other = PlainLoginPage(PlainBrowser(), relying_party.authorization_request())
    for browser in (PlainBrowser(), other.browser):
        refused = browser.get(f"{page.url}/code.svg")
        assert refused.status_code == 404
        assert "svg" not in refused.text
