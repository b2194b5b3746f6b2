"""The boxes of a page: columns of text that can be read, nothing outside of its parent, dates that stay together.

Of a page with one thing to do: what has to be seen before its button, without scrolling.
"""

import json

from .browser import PHONE, Browser, Window

# A small phone, a phone, a tablet, and a large screen.
WINDOWS = [Window(320, 640, is_phone=True), PHONE, Window(768, 1024), Window(1440, 900)]

# A column is a block with text of its own. Its lines are counted by the tops of the text's boxes; characters are as
# wide as they are on average. Words that screen readers alone read have no boxes that count.
FAULTS = """
(() => {
  const faults = [];
  const describe = (element) => {
    const words = (element.textContent || "").replace(/\\s+/g, " ").trim().slice(0, 60);
    return `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> ${words}`;
  };
  const isClipped = (element) => element && (getComputedStyle(element).clipPath !== "none"
    || isClipped(element.parentElement));
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true })
    && !element.closest("svg, option, details:not([open]) > :not(summary)") && !isClipped(element);
  const isInline = (element) => getComputedStyle(element).display === "inline";
  const columnOf = (node) => {
    let element = node.parentElement;
    while (isInline(element)) element = element.parentElement;
    return element;
  };
  const boxesOf = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter((box) => box.width > 0);
  };
  const linesOf = (boxes) => {
    const lines = [];
    for (const box of boxes) {
      const line = lines.find((line) => box.top < line.bottom - 2 && box.bottom > line.top + 2);
      if (!line) lines.push({ top: box.top, bottom: box.bottom, left: box.left, right: box.right });
      else [line.left, line.right] = [Math.min(line.left, box.left), Math.max(line.right, box.right)];
    }
    return lines;
  };

  const columns = new Map();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!node.data.trim() || !isShown(node.parentElement)) continue;
    const column = columnOf(node);
    if (!columns.has(column)) columns.set(column, []);
    columns.get(column).push(node);
  }
  for (const [column, nodes] of columns) {
    const boxes = nodes.flatMap(boxesOf);
    const characters = nodes.reduce((sum, node) => sum + node.data.replace(/\\s+/g, " ").length, 0);
    const character = boxes.reduce((sum, box) => sum + box.width, 0) / characters;
    const lines = linesOf(boxes);
    if (lines.length < 2 || !character) continue;
    const widest = Math.max(...lines.map((line) => line.right - line.left)) / character;
    // A wider column would take the text in fewer lines.
    if (column.clientWidth / character < 12) faults.push(`under 12 characters: ${describe(column)}`);
    if (widest > 90) faults.push(`${Math.round(widest)} characters: ${describe(column)}`);
  }
  for (const element of document.querySelectorAll("time")) {
    if (isShown(element) && linesOf(boxesOf(element)).length > 2) faults.push(`a date in lines: ${describe(element)}`);
  }
  for (const element of document.querySelectorAll("body *")) {
    const parent = element.parentElement;
    if (!isShown(element) || getComputedStyle(element).position === "absolute") continue;
    if (getComputedStyle(parent).display === "contents" || isInline(parent)) continue;
    const [box, around] = [element.getBoundingClientRect(), parent.getBoundingClientRect()];
    if (box.width && (box.left < around.left - 1 || box.right > around.right + 1)) {
      faults.push(`outside of its parent: ${describe(element)}`);
    }
  }
  return faults;
})()
"""


def assert_boxes(browser: Browser) -> None:
    """Asserts that the boxes of the page are in order at each width. Leaves the window at the last one."""
    for window in WINDOWS:
        browser.resize(window)
        faults = browser.evaluate(FAULTS)
        assert not faults, f"{browser.url}, {window.width} pixels: {faults}"


# The elements that end below the window, of those that are shown at all.
BELOW = """
[...document.querySelectorAll(SELECTORS)].filter((element) => element.checkVisibility({ visibilityProperty: true }))
  .filter((element) => element.getBoundingClientRect().bottom > innerHeight)
  .map((element) => `${Math.round(element.getBoundingClientRect().bottom)}: ${element.textContent.trim()}`)
"""


def assert_on_first_screen(browser: Browser, *selectors: str) -> None:
    """Asserts that a phone shows these elements without scrolling. Leaves the window at its size."""
    browser.resize(PHONE)
    below = browser.evaluate(BELOW.replace("SELECTORS", json.dumps(", ".join(selectors))))
    assert not below, f"{browser.url}, below {PHONE.height} pixels: {below}"
