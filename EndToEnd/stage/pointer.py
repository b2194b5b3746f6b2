"""A person who uses a mouse or a finger."""

from selenium.webdriver.remote.webelement import WebElement

from .browser import Browser
from .keyboard import MAY_BE_NAMED, is_named, word_of

CANDIDATES = f"""
const [selector, word] = arguments;
return [...document.querySelectorAll(selector)].filter((element) => {MAY_BE_NAMED.strip()}(element, word));
"""


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
        def found(driver) -> WebElement | None:
            candidates = driver.execute_script(CANDIDATES, selector, word_of(name))
            return next((one for one in candidates if is_named(one.accessible_name, name) and one.is_displayed()), None)

        return self.browser.wait(found, f"{selector} named {name!r} does not appear")
