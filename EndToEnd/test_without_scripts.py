"""Login in a browser without scripts."""

from contextlib import contextmanager

from selenium.webdriver.support.expected_conditions import staleness_of
from stage.browser import Browser
from stage.login_page import PICTURE, LoginPage
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import wait_until
from stage.scene import Scene

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


def test_a_person_without_scripts_logs_in_by_scanning_the_code(scene, ada, tmp_path):
    with a_browser(tmp_path / "browser", scripts=False) as browser:
        browser.open(f"{scene.website.url}/login")
        page = LoginPage(browser, scene.manager.issuer)
        browser.wait_for(PICTURE, lambda picture: picture.get_property("naturalWidth") > 0)
        # The page stays, and its picture goes on to other codes by itself.
        shown = set()
        wait_until(lambda: shown.add(browser.find(PICTURE).screenshot_as_base64) or len(shown) > 2)
        login = ada.login(browser.screenshot(tmp_path / "login.png"))
        assert login.returncode == 0, login.stderr

        assert page.state == "waiting", "the page loaded itself again"
        page.button("Look again").click()
        page.wait_for_state("done")
        page.button(f"Continue to {scene.website.host}").click()
        browser.wait_for_site(scene.website.url)
        assert browser.wait_for("#subject").text


def test_without_scripts_the_moving_code_can_be_hidden_and_shown_again(scene, tmp_path):
    with a_browser(tmp_path / "browser", scripts=False) as browser:
        browser.open(f"{scene.website.url}/login")
        page = LoginPage(browser, scene.manager.issuer)
        browser.wait_for(PICTURE)
        page.button("Hide the code").click()
        page.button("Show the code")
        assert not browser.find_all(PICTURE)
        former = browser.find("main")
        page.button("Look again").click()
        browser.wait(staleness_of(former), "The page stays")
        page.button("Show the code").click()
        browser.wait_for(PICTURE)


def test_when_the_time_is_over_the_picture_shows_no_code(tmp_path):
    with Scene(tmp_path) as scene, a_browser(tmp_path / "browser", scripts=False) as browser:
        ada = scene.person("ada")
        declaration = scene.website.declaration()
        scene.manager.apply(declaration.replace("pkce: required", "pkce: required\n        sessionSeconds: 5"))
        browser.open(f"{scene.website.url}/login")
        browser.wait_for(PICTURE, lambda picture: picture.get_property("naturalWidth") > 0)
        # The codes of a login that has ended log nobody in, so that it does no harm to try them.
        same_browser = PlainBrowser(browser.cookies())
        wait_until(lambda: 'data-state="expired"' in same_browser.get(browser.url).text)
        wait_until(lambda: "no QR code" in ada.login(browser.screenshot(tmp_path / "late.png")).stderr)


def test_where_the_page_cannot_draw_the_code_the_server_does(scene, ada, tmp_path):
    with a_browser(tmp_path / "browser") as browser:
        browser.block("*/assets/qrcode.*")
        browser.open(f"{scene.website.url}/login")
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
    picture = page.browser.get(f"{page.url}/code.png")
    assert picture.status_code == 200
    assert picture.headers["Content-Type"] == "image/png"
    assert picture.headers["Cache-Control"] == "no-store"

    other = PlainLoginPage(PlainBrowser(), relying_party.authorization_request())
    for browser in (PlainBrowser(), other.browser):
        refused = browser.get(f"{page.url}/code.png")
        assert refused.status_code == 404
        assert b"PNG" not in refused.content
