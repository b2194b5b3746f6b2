"""The account pages of a manager, as one person uses them in a browser."""

import itertools
import json
import subprocess
from collections.abc import Callable
from dataclasses import dataclass

from .authenticator import Authenticator
from .browser import DESKTOP, Browser, Window
from .keyboard import Keyboard
from .login_page import LoginPage
from .pointer import Pointer
from .scene import Scene
from .words import assert_speaks

# The names of links, buttons and fields, and what pages say, by language.
WORDS = {
    "en": {
        "log in": "Log in with your device",
        "yes": "Yes, I am {}",
        "look again": "Look again",
        "go on": "Continue…",
        "confirmed": "Confirmed. Finish in the browser.",
        "account at": "Your account at",
        "connect": "Connect another device",
        "continue": "Continue on your device",
        "device name": "Name of the device",
        "save": "Save",
        "rename": "Rename {}",
        "remove": "Remove {}",
        "removed": "The device was removed. It can no longer log in.",
        "renamed": "The device has a new name.",
        "error": "Error: ",
        "delete": "Delete your account",
        "deleted": "Your account is deleted",
        "not me": "This was not me Login to Demo website with {}…",
        "yes, not me": "Yes, this was not me",
        "disowned": "This login has ended",
        "lock": "Lock this device",
        "locked": "The device is locked for good. It can no longer log in.",
        "website": "{}…",
        "withdraw": "Withdraw",
        "given name": "Given name",
        "data saved": "Your data is saved.",
        "remove value": "Remove Given name…",
        "remove it": "Remove",
        "data removed": "The value is removed.",
        "withdrawn": "You have withdrawn. The website receives nothing more until you log in there again.",
    },
    "de": {
        "log in": "Mit Ihrem Gerät anmelden",
        "yes": "Ja, ich bin {}",
        "look again": "Nachsehen",
        "go on": "Weiter…",
        "confirmed": "Bestätigt. Machen Sie im Browser weiter.",
        "account at": "Ihr Konto bei",
        "connect": "Weiteres Gerät verbinden",
        "continue": "Weiter auf Ihrem Gerät",
        "device name": "Name des Geräts",
        "save": "Speichern",
        "rename": "Umbenennen {}",
        "remove": "Entfernen {}",
        "removed": "Das Gerät wurde entfernt. Es kann sich nicht mehr anmelden.",
        "renamed": "Das Gerät hat einen neuen Namen.",
        "error": "Fehler: ",
        "delete": "Ihr Konto löschen",
        "deleted": "Ihr Konto ist gelöscht",
        "not me": "Das war ich nicht Anmeldung mit {}: Demo website…",
        "yes, not me": "Ja, das war ich nicht",
        "disowned": "Diese Anmeldung ist beendet",
        "lock": "Dieses Gerät sperren",
        "locked": "Das Gerät ist dauerhaft gesperrt. Es kann sich nicht mehr anmelden.",
        "website": "{}…",
        "withdraw": "Widerrufen",
        "given name": "Vorname",
        "data saved": "Ihre Daten sind gespeichert.",
        "remove value": "Entfernen Vorname…",
        "remove it": "Entfernen",
        "data removed": "Der Wert ist entfernt.",
        "withdrawn": "Sie haben widerrufen. Die Website erhält nichts mehr, bis Sie sich dort wieder anmelden.",
    },
}
pictures = itertools.count(1)
NO_BROWSER = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}


@dataclass(frozen=True)
class Circumstances:
    """How a person uses the pages."""

    language: str = "en"
    window: Window = DESKTOP
    keyboard: bool = False
    scripts: bool = True

    def __str__(self) -> str:
        return "-".join(
            [
                self.language,
                "phone" if self.window.is_phone else "desktop",
                "keyboard" if self.keyboard else "pointer",
                "scripts" if self.scripts else "plain",
            ]
        )


class AccountPages:
    """The pages in one browser. Whatever is pressed is found by its name in the person's language."""

    surface = "account"

    def __init__(self, scene: Scene, browser: Browser, circumstances: Circumstances | None = None):
        self.circumstances = circumstances or Circumstances()
        self.scene, self.browser = scene, browser
        self.origin = scene.manager.issuer
        self.address = f"{self.origin}/account"
        self.words = WORDS[self.circumstances.language]
        browser.allow_scripts(self.circumstances.scripts)
        browser.ask_for_language(self.circumstances.language)
        browser.resize(self.circumstances.window)
        self.hand = Keyboard(browser) if self.circumstances.keyboard else Pointer(browser)

    def open(self, path: str = "") -> None:
        self.browser.open(self.address + path)

    def press(self, name: str, thing: str = "") -> None:
        """Presses the link or button that `WORDS` has under this name, for a thing where the page has several."""
        assert_speaks(self.browser, self.circumstances.language)
        self.hand.press(self.words[name].format(thing))

    def fill(self, label: str, text: str) -> None:
        self.hand.fill(self.words[label], text)

    def wait_for(self, path: str) -> None:
        """Waits for the page at a path below the first one."""
        address = self.address + path
        self.browser.wait(
            lambda driver: driver.current_url.partition("?")[0].partition("#")[0] == address,
            f"The browser does not come to {address}",
        )

    def wait_for_login(self) -> LoginPage:
        """Waits for the page with a code for the device."""
        return LoginPage(self.browser, self.origin)

    def log_in(self, device: Authenticator, path: str = "", before_knowing: Callable[[], None] | None = None) -> None:
        """Logs in with a device, and ends at the page that was opened."""
        self.open(path)
        self.press("log in")
        login = self.confirm(device)
        assert login.returncode == 0, login.stderr
        self.enter(device, path, before_knowing)

    def enter(self, device: Authenticator, path: str, before_knowing: Callable[[], None] | None = None) -> None:
        """Comes to a page after the login. A browser that has not seen the account yet asks if it is the person's."""
        self.browser.wait_for_site(self.address)
        # A page that is there has its foot.
        self.browser.wait_for("footer")
        question = f"form[action='/{self.surface}/known']"
        if self.browser.find_all(question):
            if before_knowing:
                before_knowing()
            self.press("yes", device.accounts()[0]["userName"])
            self.browser.wait(lambda _: not self.browser.find_all(question), "The question stays")
        self.wait_for(path)

    def confirm(self, device: Authenticator, *options: str) -> subprocess.CompletedProcess:
        """Scans the code on the page, and confirms with the device."""
        page = self.wait_for_login()
        outcome = device.login(page.picture(self.scene.folder / f"code-{next(pictures)}.png"), *options)
        if not self.circumstances.scripts and outcome.returncode == 0:
            self.press("look again")
            page.wait_for_state("done")
            self.press("go on")
        return outcome

    def confirm_here(self, device: Authenticator) -> None:
        """Opens the app on the device with the browser, confirms, and comes back."""
        page = self.wait_for_login()
        outcome = device.login(page.link(), "--json", environment=NO_BROWSER)
        assert outcome.returncode == 0, outcome.stderr
        self.browser.open(json.loads(outcome.stdout)["returnUrl"])

    @property
    def heading(self) -> str:
        return self.browser.find("h1").text

    def said(self) -> str:
        """The sentence at the top of the page after an act."""
        return self.browser.wait_for(".notice.good").text
