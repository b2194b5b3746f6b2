"""The checks that every page passes (docs/accessibility.md)."""

from .axe import COLOURS, OPTIONS, violations
from .browser import DESKTOP, LANDSCAPE, NARROW, PHONE, SMALL_PHONE, ZOOMED, Browser, Window
from .keyboard import Keyboard
from .words import assert_speaks

# WCAG 2.2, 1.4.12: a person's own spacing of the text.
SPACING = """
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
"""
STRUCTURE = """
(() => ({
  title: document.title.trim(),
  headings: Array.from(document.querySelectorAll("h1"), (heading) => heading.textContent.trim()),
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  cut: Array.from(document.querySelectorAll("body *"))
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1
      && ["hidden", "clip"].includes(getComputedStyle(element).overflowX))
    .map((element) => element.outerHTML.slice(0, 120)),
}))()
"""


def assert_accessible(browser: Browser, language: str = "en") -> None:
    """Asserts all that a program can check of the page as it is now, at each width and with each preference.

    Leaves the window at the size of a desktop. A page that was opened without scripts can be checked, too.
    """
    browser.allow_scripts(True)
    assert_speaks(browser, language)
    structure = browser.evaluate(STRUCTURE)
    assert structure["title"], browser.url
    assert len(structure["headings"]) == 1 and structure["headings"][0], (browser.url, structure["headings"])
    # Before the colours change, or the buttons would fade from one to the other.
    browser.prefer(reduced_motion="reduce")
    for window in (SMALL_PHONE, DESKTOP):
        browser.resize(window)
        # The dark style changes colours and a shadow alone: all other rules have judged the page in this window.
        for scheme, options in (("light", OPTIONS), ("dark", COLOURS)):
            browser.prefer(color_scheme=scheme, reduced_motion="reduce")
            faults = violations(browser, options)
            assert not faults, f"{browser.url}, {window}, {scheme}: {faults}"
    browser.prefer()
    for window in (NARROW, PHONE, LANDSCAPE, ZOOMED, DESKTOP):
        assert_fits(browser, window)
    browser.evaluate(f"(window.spacing = new CSSStyleSheet()).replaceSync({SPACING!r})")
    browser.evaluate("document.adoptedStyleSheets.push(spacing), 0")
    for window in (NARROW, DESKTOP):
        assert_fits(browser, window)
    browser.evaluate("document.adoptedStyleSheets.pop(), 0")


def assert_fits(browser: Browser, window: Window) -> None:
    """Asserts that nobody has to scroll to the side to read, and that no text is cut off."""
    browser.resize(window)
    structure = browser.evaluate(STRUCTURE)
    assert structure["overflow"] <= 0, f"{browser.url} is wider than {window} by {structure['overflow']}"
    assert not structure["cut"], f"{browser.url}, {window}: {structure['cut']}"


def assert_usable_by_keyboard(browser: Browser) -> list[str]:
    """Asserts that the focus is visible wherever Tab leads, also in forced colours. Returns the names of the stops."""
    keyboard = Keyboard(browser)
    browser.prefer(color_scheme="light", reduced_motion="reduce")
    stops = keyboard.stops()
    for stop in stops:
        assert stop.name and stop.is_visible, f"{browser.url}: {stop}"
    for features in ({"color_scheme": "dark"}, {"forced_colors": "active"}):
        browser.prefer(**features, reduced_motion="reduce")
        looks = keyboard.looks()
        assert len(looks) == len(stops), browser.url
        for stop, look in zip(stops, looks, strict=True):
            assert look.is_visible, f"{browser.url}, {features}, {stop.name}: {look}"
    browser.prefer()
    return [stop.name for stop in stops]
