"""`make demo`: one login with the real programs, from the invitation to the data that the website receives.

Exits with status 0 only if the website accepted the login. All processes end with the demo.
"""

import sys
import tempfile
import time
from pathlib import Path

from stage.authenticator import Authenticator
from stage.browser import Browser
from stage.login_page import LoginPage
from stage.processes import ProcessFailure, end_by_exception
from stage.scene import Scene

BEGIN = time.monotonic()


def step(text: str) -> None:
    print(f"[{time.monotonic() - BEGIN:5.1f} s] {text}", flush=True)


def demo(folder: Path) -> None:
    step("Starting a manager with a new SQLite database, and the example website")
    with Scene(folder, attributes=True) as scene:
        step(f"Manager: {scene.manager.issuer}   Website: {scene.website.url}")

        activation = scene.manager.invite("ada")
        step(
            f"Ada has an account. She gets an activation code ({activation.picture.name}) "
            f"and, separately, a PIN ({activation.pin})"
        )

        ada = Authenticator(folder / "ada")
        ada.trust(scene.manager.key_material())
        ada.activate(activation)
        step("Her authenticator `xign` read the code from the picture. She chose a new PIN: the device is activated")

        browser = Browser(folder)
        try:
            log_in(scene, ada, browser)
        finally:
            browser.stop()


def log_in(scene: Scene, ada: Authenticator, browser: Browser) -> None:
    browser.open(scene.website.url)
    browser.click("#log-in")
    page = LoginPage(browser, scene.manager.issuer)
    picture = page.picture(scene.folder / "login-page.png")
    step("In a browser, she opened the website and clicked “Log in”: the manager's login page shows a QR code")

    login = ada.login(picture, "--include", "email")
    if login.returncode != 0:
        raise ProcessFailure(f"xign login ended with status {login.returncode}:\n{login.stderr}{login.stdout}")
    step("`xign login` read the code from a screenshot, showed the requested data, and asked for her PIN")

    browser.wait_for_site(scene.website.url)
    greeting = browser.wait_for("#greeting").text
    step(f"The browser returned to the website, which says: “{greeting}”. The website received:")
    for row in browser.find_all("#received tr"):
        label, value = (cell.text.splitlines()[0] for cell in row.find_elements("css selector", "th, td"))
        print(f"{'':12}{label:22}{value}")
    print("\nTo try it yourself: make run")


def main() -> None:
    end_by_exception()
    with tempfile.TemporaryDirectory(prefix="xign-demo-") as folder:
        try:
            demo(Path(folder))
        except ProcessFailure as failure:
            sys.exit(f"The demo failed. {failure}")


if __name__ == "__main__":
    main()
