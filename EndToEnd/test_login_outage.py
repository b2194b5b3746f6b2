"""The open login page while the manager, or its database, does not answer."""

import tempfile
from pathlib import Path

import pytest
from stage.login_page import LoginPage
from stage.postgresql import PostgreSQL
from stage.scene import Scene

OPERATOR = "settings: {operator: {name: Example City}}\n"
SENTENCE = "Example City does not answer at the moment. Keep this page open: it goes on by itself."


@pytest.fixture(scope="module")
def server():
    """A PostgreSQL server that a test stops."""
    with tempfile.TemporaryDirectory(prefix="xign-postgresql-") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL's user needs access.
        server = PostgreSQL(Path(folder) / "cluster")
        yield server
        server.stop()


def opened(scene: Scene, browser) -> LoginPage:
    browser.open(f"{scene.website.url}/login")
    page = LoginPage(browser, scene.manager.issuer)
    browser.driver.execute_script("window.isTheSameDocument = true")
    assert not browser.find("[data-outage]").text
    return page


def goes_on_after(scene: Scene, page: LoginPage, picture: Path, stop, start) -> None:
    """Asserts that the page says that nobody answers, and then leads to the website without being loaded again."""
    stop()
    page.browser.wait_for("[data-outage]", lambda element: element.text == SENTENCE)
    page.browser.screenshot(picture.with_name("outage.png"))
    start()
    page.browser.wait(lambda _: not page.browser.find("[data-outage]").text, "It still says that nobody answers")
    assert page.browser.evaluate("window.isTheSameDocument"), "it was loaded again"
    assert scene.ada.login(page.picture(picture)).returncode == 0
    page.browser.wait_for("#subject")


def test_the_page_says_that_the_manager_does_not_answer_and_goes_on_by_itself(tmp_path, browser):
    with Scene(tmp_path) as scene:
        scene.manager.apply(OPERATOR)
        page = opened(scene, browser)
        goes_on_after(scene, page, tmp_path / "login.png", scene.manager.stop, scene.manager.start)


def test_the_page_says_that_the_database_does_not_answer_and_goes_on_by_itself(tmp_path, browser, server):
    with Scene(tmp_path, database=server.new_database()) as scene:
        scene.manager.apply(OPERATOR)
        page = opened(scene, browser)
        goes_on_after(scene, page, tmp_path / "login.png", server.stop, server.start)
