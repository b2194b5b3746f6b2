"""The checks that every page passes (docs/accessibility.md)."""

from .axe import OPTIONS, WORDS, violations
from .boxes import assert_boxes
from .browser import DESKTOP, LANDSCAPE, NARROW, PHONE, SMALL_PHONE, ZOOMED, Browser, Window
from .keyboard import Keyboard
from .tree import assert_tree
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
# The windows and colours in which axe-core looks at a page. `ContrastTests` computes all pairs of colours besides.
LOOKS = [(SMALL_PHONE, "dark", OPTIONS), (DESKTOP, "light", OPTIONS)]
LOOKS_AT_WORDS = [(DESKTOP, "light", WORDS)]


def assert_for_everybody(browser: Browser, language: str = "en") -> None:
    """Asserts all that a program can check of the page as it is now: with each preference, at each width, by keyboard.

    A page in another language than English has the same elements with other words. Its elements are compared with the
    English ones (`assert_tree`), so here the words alone are checked: their language, that a button's name has its
    text, and their room.
    """
    assert_accessible(browser, language)
    if language == "en":
        assert_usable_by_keyboard(browser)


def assert_page(browser: Browser, tree: str, language: str, names: dict[str, str]) -> None:
    """Asserts that the page as it is now is for everybody, that its boxes are in order, and that it has this tree.

    `names` are texts that differ in each run, as for `assert_tree`. Leaves the window at the size of a desktop.
    """
    assert_for_everybody(browser, language)
    assert_boxes(browser)
    browser.resize(DESKTOP)
    assert_tree(browser, tree, language, names)
    browser.resize(DESKTOP)


def assert_page_in_both(browser: Browser, tree: str, names: dict[str, str]) -> None:
    """Asserts `assert_page` of an English page, and of the German one that the browser gets by asking for it again.

    Leaves the browser at the English page, which was asked for once more.
    """
    assert_page(browser, tree, "en", names)
    browser.ask_for_language("de")
    browser.reload()
    assert_page(browser, tree, "de", names)
    browser.ask_for_language("en")
    browser.reload()


def assert_accessible(browser: Browser, language: str = "en") -> None:
    """Asserts all that `assert_for_everybody` does, but for the keyboard.

    Leaves the window at the size of a desktop. A page that was opened without scripts can be checked, too.
    """
    browser.allow_scripts(True)
    assert_speaks(browser, language)
    structure = browser.evaluate(STRUCTURE)
    assert structure["title"], browser.url
    assert len(structure["headings"]) == 1 and structure["headings"][0], (browser.url, structure["headings"])
    # Before the colours change, or the buttons would fade from one to the other.
    browser.prefer(reduced_motion="reduce")
    for window, scheme, options in LOOKS if language == "en" else LOOKS_AT_WORDS:
        browser.resize(window)
        browser.prefer(color_scheme=scheme, reduced_motion="reduce")
        faults = violations(browser, options)
        assert not faults, f"{browser.url}, {window}, {scheme}: {faults}"
    browser.prefer()
    # Words are at their widest in a person's own spacing.
    for window in (NARROW, PHONE, LANDSCAPE, ZOOMED, DESKTOP) if language == "en" else (PHONE, LANDSCAPE):
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
