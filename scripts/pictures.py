"""`make pictures`: the pictures of the README, from the real programs, into docs/images.

Each picture is made in the light and in the dark, the pages also as on a phone. Names, devices and addresses are fixed;
QR codes, times and days are those of the run, so that pictures differ between runs.
"""

import html
import re
import sys
import tempfile
from pathlib import Path

from stage.account import AccountPages
from stage.authenticator import Authenticator
from stage.browser import Browser, Window
from stage.console import ConsolePages
from stage.login_page import LoginPage
from stage.phone import Phone
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import REPOSITORY, ProcessFailure, end_by_exception
from stage.relying_party import RelyingParty, answer
from stage.scene import Scene
from stage.terminal import Terminal

PICTURES = REPOSITORY / "docs" / "images"
WINDOWS = {"phone": Window(390, 844, zoom=1.5, is_phone=True), "desktop": Window(1100, 920)}
TERMINAL = Window(760, 500)
SCHEMES = ("light", "dark")
MANAGER_PORT, WEBSITE_PORT = 8080, 8090
SURFACES = ("surfaces: [account, console, authenticator]",)

DECLARATION = """
settings:
  lockoutSeconds: [600]
  operator:
    name: Example Inc.
    help: https://example.org/help
    imprint: https://example.org/imprint
    privacy: https://example.org/privacy
organizations:
  - name: Example Inc.
    website: https://example.org
    services:
      - name: shop
        displayName: Example shop
        redirectUris: [https://shop.example.org/callback]
        signingAlgorithm: ES256
        pkce: required
        attributes: [givenName, familyName, email]
        roles:
          - name: customer
            alternatives: [[pin, device]]
            platforms: [Linux, Web]
users:
  - name: ada
    memberships: [Example Inc.]
    attributes: { givenName: Ada, familyName: Lovelace, email: { value: ada@example.org, verified: true } }
"""

# The colours of the page of a terminal, by scheme. The text of the program is escaped; of its control sequences, bold
# letters alone mean something.
TERMINAL_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Terminal</title>
<style>
  :root {{ color-scheme: light dark; --ground: #f4f5f7; --sheet: #fff; --text: #1b2330; --line: #d5d9e0; }}
  @media (prefers-color-scheme: dark) {{
    :root {{ --ground: #0d1117; --sheet: #161b22; --text: #e6edf3; --line: #30363d; }}
  }}
  body {{ margin: 0; padding: 20px; background: var(--ground); color: var(--text); }}
  pre {{ margin: 0; padding: 18px 22px; background: var(--sheet); border: 1px solid var(--line); border-radius: 10px;
        font: 14px/1.5 "DejaVu Sans Mono", monospace; white-space: pre-wrap; }}
</style>
<pre>{text}</pre>
"""


class Album:
    """Takes the pictures."""

    def __init__(self, browser: Browser):
        self.browser = browser
        browser.devtools("Emulation.setScrollbarsHidden", hidden=True)

    def page(self, name: str) -> None:
        """Takes the page that the browser shows, in each window and scheme."""
        for device, window in WINDOWS.items():
            self.browser.resize(window)
            self.take(f"{name}-{device}")

    def terminal(self, name: str, text: str, file: Path) -> None:
        """Takes a terminal with this text."""
        shown = re.sub(r"\x1b\[1m(.*?)\x1b\[(?:0|22)?m", r"<b>\1</b>", html.escape(text))
        file.write_text(TERMINAL_PAGE.format(text=shown))
        self.browser.resize(TERMINAL)
        self.browser.open(file.as_uri())
        height = self.browser.evaluate("document.querySelector('pre').getBoundingClientRect().height")
        self.browser.resize(Window(TERMINAL.width, int(height) + 40))
        self.take(name)

    def take(self, name: str) -> None:
        for scheme in SCHEMES:
            self.browser.prefer(color_scheme=scheme, reduced_motion="reduce")
            self.browser.screenshot(PICTURES / f"{name}-{scheme}.png")


class Story:
    """Ada, her devices, and the shop where she logs in."""

    def __init__(self, scene: Scene, browser: Browser):
        self.scene, self.browser, self.album = scene, browser, Album(browser)
        scene.manager.apply(DECLARATION)
        service = scene.manager.service("shop")
        self.shop = RelyingParty(
            scene.manager.issuer, service["clientId"], service["clientSecret"], "https://shop.example.org/callback"
        )
        self.laptop = Authenticator(scene.folder / "laptop")
        self.laptop.trust(scene.manager.key_material())
        self.laptop.activate(scene.manager.invite("ada"), "--alias", "Laptop")

        self.phone = scene.another_device(self.laptop, "PinePhone", home="phone")
        scene.let_a_day_pass()

    def account_and_devices(self) -> None:
        account = AccountPages(self.scene, self.browser)
        # The first visit tells what happened before it.
        account.log_in(self.laptop)
        self.browser.forget()
        account.log_in(self.laptop)
        self.album.page("account")
        account.open("/devices")
        self.album.page("devices")

    def console(self) -> None:
        """Ada's account as an administrator sees it, with a locked phone."""
        page = PlainLoginPage(PlainBrowser(), self.shop.authorization_request())
        refused = self.phone.login(page.process_data, pin="111222")
        assert "10 minutes" in refused.stderr, refused.stderr
        grace = self.scene.person("grace", "--alias", "Laptop")
        self.scene.manager.command("administrator", "add", "grace")
        self.browser.forget()
        console = ConsolePages(self.scene, self.browser)
        console.log_in(grace)
        console.find("ada")
        self.album.page("console")

    def login_page(self) -> None:
        self.browser.open(self.shop.authorization_request())
        self.browser.wait_for(".code svg path[d]")
        self.album.page("login-page")

    def authenticator(self) -> None:
        """The page of the authenticator on a phone without an app, which has opened the code of the login page."""
        self.browser.forget()
        phone = Phone(self.scene, self.browser, window=WINDOWS["phone"])
        phone.activate(self.scene.manager.invite("ada"))
        self.browser.resize(WINDOWS["desktop"])
        self.browser.open(self.shop.authorization_request())
        link = phone.link_of(LoginPage(self.browser, self.scene.manager.issuer))
        phone.take()
        phone.open(link)
        phone.at("login")
        self.album.take("authenticator-phone")

    def consent(self) -> None:
        page = PlainLoginPage(PlainBrowser(), self.shop.authorization_request())
        login = Terminal(*self.laptop.command("login", "--scanned", page.process_data), is_plain=False)
        shown = login.expect("I did not begin this]")
        login.type("y")
        login.expect("PIN:")
        login.type(self.laptop.pin)
        assert login.wait() == 0, login.shown
        self.shop.redeem(answer(page.proceed())["code"])
        command = "\x1b[1m$ xign login screenshot.png\x1b[0m\n"
        self.album.terminal("consent", f"{command}{shown} y\nPIN: ", self.scene.folder / "terminal.html")


def main() -> None:
    end_by_exception()
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="xign-pictures-") as folder:
        try:
            with Scene(
                Path(folder), manager_port=MANAGER_PORT, website_port=WEBSITE_PORT, configuration=SURFACES
            ) as scene:
                browser = Browser(Path(folder))
                try:
                    story = Story(scene, browser)
                    story.login_page()
                    story.consent()
                    story.account_and_devices()
                    story.console()
                    story.authenticator()
                finally:
                    browser.stop()
        except ProcessFailure as failure:
            sys.exit(f"The pictures failed. {failure}")


if __name__ == "__main__":
    main()
