"""Debian's Firefox, without a window."""

import json

from selenium import webdriver

from .browser import Window
from .driven_browser import DrivenBrowser
from .marionette import Marionette
from .processes import Process, wait_until

# The port is written to a file of the profile.
PREFERENCES = {
    "marionette.port": 0,
    "remote.log.level": "Warn",
    "intl.accept_languages": "en",
    # Nothing is fetched that no page asks for.
    "app.normandy.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "messaging-system.rsexperimentloader.enabled": False,
    "services.settings.server": "data:,",
}
RESIZE = """
const [width, height] = arguments;
const { style } = gBrowser.selectedBrowser;
style.minWidth = style.maxWidth = `${width}px`;
style.minHeight = style.maxHeight = `${height}px`;
"""
COARSE, FINE_AND_HOVERS = 1, 6
POINTER = """
for (const name of ["ui.primaryPointerCapabilities", "ui.allPointerCapabilities"]) {
  Services.prefs.setIntPref(name, arguments[0]);
}
"""
ASK_FOR_LANGUAGE = 'Services.prefs.setStringPref("intl.accept_languages", arguments[0])'
FORGET = "Services.cookies.removeAll()"


class Firefox(DrivenBrowser):
    """One person's Firefox."""

    # An answer that a page takes with it when it is left.
    passing_errors = ("does not belong to the document", "unloaded", "not known in the current", "discarded", "Actor")

    def start(self) -> None:
        profile = self.folder / "firefox"
        profile.mkdir(exist_ok=True)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(lines))
        port_file = profile / "MarionetteActivePort"
        port_file.unlink(missing_ok=True)
        command = ["firefox-esr", "--marionette", "--headless", "--remote-allow-system-access", "--no-remote"]
        self.process = Process(
            [*command, "--profile", profile], self.folder / "firefox.log", environment={"HOME": str(self.folder)}
        )
        self.process.wait_until(lambda: port_file.exists() and port_file.read_text().strip())
        self.marionette = Marionette(int(port_file.read_text()))
        self.driver = webdriver.Remote(self.marionette, options=webdriver.FirefoxOptions())
        self.waiting = self.patience()

    def chrome(self, script: str, *arguments):
        """Runs a script with the rights of Firefox itself."""
        self.marionette.send("Marionette:SetContext", {"value": "chrome"})
        try:
            return self.driver.execute_script(script, *arguments)
        finally:
            self.marionette.send("Marionette:SetContext", {"value": "content"})

    def resize(self, window: Window) -> None:
        self.chrome(RESIZE, window.width, window.height)
        self.chrome(POINTER, COARSE if window.is_phone else FINE_AND_HOVERS)
        wait_until(lambda: self.evaluate("[innerWidth, innerHeight]") == [window.width, window.height])

    def ask_for_language(self, language: str) -> None:
        self.chrome(ASK_FOR_LANGUAGE, language)

    def forget(self) -> None:
        self.open("about:blank")
        self.chrome(FORGET)
