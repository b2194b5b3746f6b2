"""The manager's login page in a browser."""

from pathlib import Path

from selenium.webdriver.remote.webelement import WebElement

from .browser import Browser

CODE = ".code svg path[d]"
PICTURE = ".code img"
OTHER_DEVICE = ".other-device:not([open]) summary"
LINK = ".this-device a"
DIGITS = ".sign [data-digits]"


class LoginPage:
    """The login page that a person sees between “Log in” and the return to the website."""

    def __init__(self, browser: Browser, issuer: str):
        """Waits until the browser shows the manager's login page."""
        self.browser = browser
        browser.wait_for_site(f"{issuer}/login/")
        browser.wait_for("main[data-state]")

    @property
    def state(self) -> str | None:
        return self.browser.find("main").get_attribute("data-state")

    def wait_for_state(self, state: str) -> None:
        self.browser.wait_for(f"main[data-state={state}]")

    def picture(self, file: Path) -> Path:
        """Saves a screenshot with the QR code, for which a phone first shows the way into the app."""
        if self.browser.shows(OTHER_DEVICE):
            self.browser.click(OTHER_DEVICE)
        code = self.browser.wait_for(f"{CODE}, {PICTURE}")
        self.browser.scroll_to(code)
        return self.browser.screenshot(file)

    def link(self) -> str:
        """The link of “Open in app”."""
        return self.browser.wait_for(LINK).get_attribute("href")

    def code(self) -> str:
        """The shape of the QR code on the page."""
        return self.browser.wait_for(CODE).get_attribute("d")

    def digits(self) -> str:
        """The two digits that a person types on the device."""
        self.wait_for_state("scanned-pairing")
        digits = self.browser.wait_for(DIGITS).text.replace(" ", "")
        assert len(digits) == 2 and digits.isdigit(), digits
        return digits

    def button(self, text: str) -> WebElement:
        return self.browser.wait_for("button", lambda button: button.text == text)

    def heading(self) -> str:
        return self.browser.find("h1").text

    def status(self) -> str:
        """The status line, with what to do."""
        return self.browser.find("[role=status]").text
