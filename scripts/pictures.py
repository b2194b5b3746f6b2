"""`make pictures`: the pictures of the README, from the real programs, into docs/images.

Each picture is made in the light and in the dark. Names, devices and addresses are fixed; QR codes, times and days are
those of the run, so that pictures differ between runs.
"""

import html
import re
import sys
import tempfile
from pathlib import Path

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
DESKTOP = Window(1100, 920)
COMPUTER = Window(960, 880)
PHONE = Window(390, 870, is_phone=True)
TERMINAL_WIDTH = 760
MARGIN = 20
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

# The colours of the pages below, by scheme.
COLOURS = """
  :root { color-scheme: light dark; --ground: #f4f5f7; --sheet: #fff; --text: #1b2330; --line: #d5d9e0; }
  @media (prefers-color-scheme: dark) {
    :root { --ground: #0d1117; --sheet: #161b22; --text: #e6edf3; --line: #30363d; }
  }
  body { margin: 0; padding: 20px; background: var(--ground); color: var(--text); }
"""

# A terminal. The text of the program is escaped; of its control sequences, bold letters alone mean something.
TERMINAL_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Terminal</title>
<style>{colours}
  pre {{ margin: 0; padding: 18px 22px; background: var(--sheet); border: 1px solid var(--line); border-radius: 10px;
        font: 14px/1.5 "DejaVu Sans Mono", monospace; white-space: pre-wrap; }}
</style>
<pre>{text}</pre>
"""

# A computer and a phone beside each other.
DEVICES_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Devices</title>
<style>{colours}
  body {{ display: flex; align-items: center; gap: 20px; }}
  img {{ display: block; border: 1px solid var(--line); border-radius: 10px; }}
  picture + picture img {{ border-width: 8px; border-radius: 30px; }}
</style>
<picture>
  <source media="(prefers-color-scheme: dark)" srcset="computer-dark.png"><img src="computer-light.png">
</picture>
<picture>
  <source media="(prefers-color-scheme: dark)" srcset="phone-dark.png"><img src="phone-light.png">
</picture>
"""


class Album:
    """Takes the pictures. Its folder has those that are parts of others."""

    def __init__(self, browser: Browser, folder: Path):
        self.browser, self.folder = browser, folder
        browser.devtools("Emulation.setScrollbarsHidden", hidden=True)

    def page(self, name: str) -> None:
        """Takes the page that the browser shows."""
        self.take(PICTURES / name, DESKTOP)

    def computer(self) -> None:
        """Takes the page that the browser shows, as the computer's part of `devices`."""
        self.take(self.folder / "computer", COMPUTER)

    def phone(self) -> None:
        """Takes the page that the browser shows, as the phone's part of `devices`."""
        self.take(self.folder / "phone", PHONE)

    def devices(self, name: str) -> None:
        """Takes the computer and the phone beside each other."""
        self.made(name, DEVICES_PAGE.format(colours=COLOURS))

    def terminal(self, name: str, text: str) -> None:
        """Takes a terminal with this text."""
        shown = re.sub(r"\x1b\[1m(.*?)\x1b\[(?:0|22)?m", r"<b>\1</b>", html.escape(text))
        self.made(name, TERMINAL_PAGE.format(colours=COLOURS, text=shown), width=TERMINAL_WIDTH)

    def made(self, name: str, page: str, width: int = 2000) -> None:
        """Takes a page of ours, as large as its content. `width` is the most."""
        file = self.folder / "page.html"
        file.write_text(page)
        self.browser.resize(Window(width, 400))
        self.browser.open(file.as_uri())
        box = self.browser.evaluate(
            "(({ right, bottom }) => ({ right, bottom }))(document.body.lastElementChild.getBoundingClientRect())"
        )
        self.take(PICTURES / name, Window(int(box["right"]) + MARGIN, int(box["bottom"]) + MARGIN))

    def take(self, picture: Path, window: Window) -> None:
        self.browser.resize(window)
        for scheme in SCHEMES:
            self.browser.prefer(color_scheme=scheme, reduced_motion="reduce")
            self.browser.screenshot(picture.with_name(f"{picture.name}-{scheme}.png"))


class Story:
    """Ada, her devices, and the shop where she logs in."""

    def __init__(self, scene: Scene, browser: Browser):
        self.scene, self.browser, self.album = scene, browser, Album(browser, scene.folder)
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
        self.album.terminal("consent", f"{command}{shown} y\nPIN: ")

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

    def login(self) -> None:
        """The login page on a computer, and beside it the phone without an app that has opened its code."""
        self.browser.forget()
        phone = Phone(self.scene, self.browser, window=PHONE)
        phone.activate(self.scene.manager.invite("ada"))
        self.browser.resize(COMPUTER)
        self.browser.open(self.shop.authorization_request())
        link = phone.link_of(LoginPage(self.browser, self.scene.manager.issuer))
        self.album.computer()
        phone.take()
        phone.open(link)
        phone.at("login")
        self.album.phone()
        self.album.devices("login")


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
                    story.consent()
                    story.console()
                    story.login()
                finally:
                    browser.stop()
        except ProcessFailure as failure:
            sys.exit(f"The pictures failed. {failure}")


if __name__ == "__main__":
    main()
