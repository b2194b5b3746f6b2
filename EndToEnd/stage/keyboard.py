"""A person who uses the keyboard alone."""

import contextlib
import re
from dataclasses import dataclass

from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from .browser import Browser

MOST_STOPS = 80
SOME_TABS = Keys.TAB * 8

# The focus of an element is visible if it has an outline of 2 pixels, in a colour with a contrast of 3:1 to its
# surroundings (WCAG 2.2, 2.4.7 and 1.4.11). Forced colours leave outlines, and no shadows. The element is not hidden if
# its centre is in the window and belongs to it (2.4.11).
LOOK = """
((element) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((part) => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const style = getComputedStyle(element);
  let behind = element.parentElement;
  while (behind && rgba(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement;
  const ground = luminance(rgba(behind ? getComputedStyle(behind).backgroundColor : "Canvas"));
  const line = luminance(rgba(style.outlineColor));
  const box = element.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return {
    outline: style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth),
    contrast: (Math.max(ground, line) + 0.05) / (Math.min(ground, line) + 0.05),
    isHidden: !top || !(element.contains(top) || top.contains(element)),
  };
})
"""
FOCUS = f"""
(() => {{
  const element = document.activeElement;
  if (!element || element === document.body || element === document.documentElement) return null;
  return {LOOK.strip()}(element);
}})()
"""
# Keeps each element that gets the focus, with its look, until the focus has been everywhere.
WATCH = f"""
(() => {{
  window.watch?.abort();
  window.watch = new AbortController();
  window.stops = [];
  window.stopLooks = [];
  window.hasLeft = false;
  document.activeElement?.blur();
  document.addEventListener("focusin", ({{ target }}) => {{
    if (stops.includes(target)) return watch.abort();
    stops.push(target);
    stopLooks.push({LOOK.strip()}(target));
  }}, {{ signal: watch.signal }});
  document.addEventListener("focusout", ({{ relatedTarget }}) => {{
    if (!relatedTarget) hasLeft = true;
  }}, {{ signal: watch.signal }});
}})()
"""
WATCHED = "({ stops: stops.length, isRound: watch.signal.aborted, hasLeft, looks: stopLooks })"
# The focus that a script moves is as visible as the one that a key has moved before it (Selectors 4, :focus-visible).
LOOKS = f"""
window.stops.filter((element) => element.isConnected)
  .map((element) => (element.focus(), {LOOK.strip()}(element)))
"""

# True of each element whose name can contain this word. To ask for the name itself costs more. Only `aria-labelledby`
# takes a name from elsewhere.
MAY_BE_NAMED = """
((element, word) => element.hasAttribute("aria-labelledby")
  || [element, ...(element.labels ?? [])].some(({ outerHTML }) => outerHTML.includes(word)))
"""
# The element that has the focus, if it may have a name with this word, and the beginning of its markup.
FOCUSED = f"""
const [word] = arguments;
const element = document.activeElement;
if (!element || element === document.body || element === document.documentElement) return null;
return [element.outerHTML.slice(0, 80), {MAY_BE_NAMED.strip()}(element, word) ? element : null];
"""


def word_of(name: str) -> str:
    """The longest word of a name, which stands in the markup as it is."""
    return max(re.findall(r"\w+", name), key=len)


def is_named(name: str, wanted: str) -> bool:
    """Returns true if an element's name is the wanted one, or begins with it where that ends with `…`."""
    return name.startswith(wanted.removesuffix("…")) if wanted.endswith("…") else name == wanted


@dataclass(frozen=True)
class Look:
    """The look of an element that has the focus."""

    outline: float
    contrast: float
    isHidden: bool

    @property
    def is_visible(self) -> bool:
        return self.outline >= 2 and self.contrast >= 3 and not self.isHidden


@dataclass(frozen=True)
class Stop:
    """An element that has the focus."""

    name: str
    look: Look

    @property
    def is_visible(self) -> bool:
        return self.look.is_visible


class Keyboard:
    """The keys of one browser."""

    def __init__(self, browser: Browser):
        self.browser = browser

    def send(self, *keys: str) -> None:
        ActionChains(self.browser.driver, duration=0).send_keys(*keys).perform()

    def stops(self) -> list[Stop]:
        """Presses Tab until the focus has been everywhere and outside of the page, and returns where it was."""
        self.browser.evaluate(WATCH)
        # Some of the keys go round once more: asking for the focus after each would cost three times as much.
        for _ in range(MOST_STOPS // len(SOME_TABS)):
            self.send(SOME_TABS)
            watched = self.browser.evaluate(WATCHED)
            if watched["isRound"] or not watched["stops"]:
                break
        assert watched["hasLeft"] or not watched["stops"], f"the focus does not leave the page: {watched}"
        elements = self.browser.driver.execute_script("return window.stops")
        return [
            Stop(element.accessible_name, Look(**look))
            for element, look in zip(elements, watched["looks"], strict=True)
        ]

    def looks(self) -> list[Look]:
        """Gives the focus to each element of the last `stops` once more, by a script: as it looks now."""
        self.send(Keys.TAB)
        if self.browser.evaluate(FOCUS) is None:
            self.send(Keys.TAB)  # The focus is back in the page.
        return [Look(**look) for look in self.browser.evaluate(LOOKS)]

    def go_to(self, name: str) -> None:
        """Presses Tab until the element of this name (`is_named`) has the focus, which must be visible."""
        seen, word = [], word_of(name)
        # From where the focus is, to the end of the page, and through the page once.
        while seen.count(None) < 2 and len(seen) < MOST_STOPS:
            self.send(Keys.TAB)
            markup, element = self.browser.driver.execute_script(FOCUSED, word) or (None, None)
            seen.append(markup)
            # An element may be replaced at any time.
            with contextlib.suppress(StaleElementReferenceException):
                if element and is_named(element.accessible_name, name) and (look := self.browser.evaluate(FOCUS)):
                    assert Look(**look).is_visible, (name, look)
                    return
        raise AssertionError(f"{name!r} is not reached at {self.browser.url}, but {seen}")

    def press(self, name: str) -> None:
        """Goes to a link or button, and presses Enter."""
        self.go_to(name)
        self.send(Keys.ENTER)

    def choose(self, name: str) -> None:
        """Goes to a choice, and presses the space bar."""
        self.go_to(name)
        self.send(Keys.SPACE)

    def fill(self, label: str, text: str) -> None:
        """Goes to a field, and replaces its text."""
        self.go_to(label)
        ActionChains(self.browser.driver, duration=0).key_down(Keys.CONTROL).send_keys("a").key_up(
            Keys.CONTROL
        ).send_keys(text).perform()
