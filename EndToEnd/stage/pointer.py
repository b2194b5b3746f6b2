"""A person who uses a mouse or a finger."""

from selenium.webdriver.remote.webelement import WebElement

from .browser import Browser
from .keyboard import is_named


class Pointer:
    """Finds what it presses by the name that a person sees or hears, as `Keyboard` does."""

    def __init__(self, browser: Browser):
        self.browser = browser

    def press(self, name: str) -> None:
        self._find("a, button, summary, input[type=submit], input[type=radio]", name).click()

    def choose(self, name: str) -> None:
        self._find("input[type=radio], input[type=checkbox]", name).click()

    def fill(self, label: str, text: str) -> None:
        """Replaces the text of a field."""
        field = self._find("input, textarea", label)
        field.clear()
        field.send_keys(text)

    def _find(self, selector: str, name: str) -> WebElement:
        return self.browser.wait_for(selector, lambda element: is_named(element.accessible_name, name))
