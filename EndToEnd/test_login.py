"""A login at a website by scanning the QR code."""

from stage.login_page import LoginPage
from stage.processes import wait_until
from stage.scene import Scene


def test_a_person_logs_in_at_a_website_by_scanning_the_code(tmp_path, database, browser):
    with Scene(tmp_path, database=database, attributes=True) as scene:
        ada = scene.person("ada")

        browser.open(scene.website.url)
        browser.click("#log-in")
        page = LoginPage(browser, scene.manager.issuer)
        login = ada.login(page.picture(tmp_path / "login.png"), "--include", "email")
        assert login.returncode == 0, login.stderr

        browser.wait_for_site(scene.website.url)
        browser.wait_for("#subject")
        assert browser.find("#greeting").text == "Welcome, Ada Lovelace"
        received = [line.strip() for line in browser.find("#received").text.splitlines()]
        assert {"Given name Ada", "Family name Lovelace", "Email ada@example.org (verified)"} <= set(received)
        assert not browser.shows("details pre"), "the raw claims are folded"

        # The subject at this website is the same in every login.
        subject = browser.find("#subject").text
        browser.click("form button")
        browser.wait_for("#log-in").click()
        assert ada.login(LoginPage(browser, scene.manager.issuer).picture(tmp_path / "again.png")).returncode == 0
        browser.wait_for_site(scene.website.url)
        assert browser.wait_for("#subject").text == subject


def test_the_page_follows_what_happens_on_the_device(scene, ada, browser, tmp_path):
    browser.open(f"{scene.website.url}/login")
    page = LoginPage(browser, scene.manager.issuer)
    assert page.state == "waiting"

    login = ada.begin_login(page.picture(tmp_path / "login.png"))
    page.wait_for_state("confirming")
    assert "device" in page.status()
    login.communicate(f"{ada.pin}\n", timeout=30)
    assert login.returncode == 0

    browser.wait_for_site(scene.website.url)
    browser.wait_for("#subject")


def test_the_code_changes_by_itself_and_each_one_works(scene, ada, browser, tmp_path):
    browser.open(f"{scene.website.url}/login")
    page = LoginPage(browser, scene.manager.issuer)
    browser.driver.execute_script("window.isTheSameDocument = true")
    first = page.code()
    wait_until(lambda: page.code() != first)
    assert browser.driver.execute_script("return window.isTheSameDocument"), "it was loaded again"

    assert ada.login(page.picture(tmp_path / "login.png")).returncode == 0
    browser.wait_for("#subject")


def test_a_browser_that_darkens_pages_leaves_the_code_as_it_is(scene, ada, dark_browser, tmp_path):
    for scripts in (True, False):
        dark_browser.allow_scripts(scripts)
        dark_browser.open(f"{scene.website.url}/login")
        page = LoginPage(dark_browser, scene.manager.issuer)
        login = ada.login(page.picture(tmp_path / f"dark-{scripts}.png"))
        assert login.returncode == 0, login.stderr


def test_a_code_that_somebody_scanned_is_nothing_to_anybody_else(scene, ada, browser, tmp_path):
    mallory = scene.person(f"{ada.home.name}-mallory")
    browser.open(f"{scene.website.url}/login")
    page = LoginPage(browser, scene.manager.issuer)
    picture = page.picture(tmp_path / "login.png")

    login = ada.begin_login(picture)
    page.wait_for_state("confirming")
    assert mallory.login(picture).returncode != 0

    login.communicate(f"{ada.pin}\n", timeout=30)
    browser.wait_for("#subject")


def test_a_login_can_be_given_up_and_the_website_learns_that_nobody_logged_in(scene, ada, browser, tmp_path):
    browser.open(f"{scene.website.url}/login")
    page = LoginPage(browser, scene.manager.issuer)
    login = ada.begin_login(page.picture(tmp_path / "login.png"))
    page.wait_for_state("confirming")
    page.button(f"Cancel, back to {scene.website.host}").click()
    browser.wait_for_site(scene.website.url)
    assert browser.find("#error").text.startswith("You are not logged in: access_denied")
    login.communicate(f"{ada.pin}\n", timeout=30)
    assert login.returncode != 0


def test_the_title_and_the_heading_say_how_a_login_ended_and_the_focus_is_there(scene, ada, browser, tmp_path):
    browser.open(f"{scene.website.url}/login")
    page = LoginPage(browser, scene.manager.issuer)
    picture = page.picture(tmp_path / "login.png")
    assert browser.driver.title == page.heading()
    ada.login(picture, "--not-me")
    page.wait_for_state("declined-notMe")
    assert page.heading() == "Nobody was logged in"
    assert browser.driver.title.startswith("Nobody was logged in")
    assert browser.evaluate("document.activeElement === document.querySelector('h1')")
    assert not browser.shows("[action$=again]"), "it offers another code"
