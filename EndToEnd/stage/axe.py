"""axe-core, a script that finds faults of accessibility in a page.

It comes with a Python package for another driver of browsers, of which only this file is used. DevTools runs it in the
page: neither Content Security Policy nor Trusted Types restrict what DevTools runs.
"""

import json
from importlib.util import find_spec
from pathlib import Path

from .browser import Browser

SCRIPT = Path(find_spec("axe_playwright_python").origin).with_name("axe.min.js").read_text()
OPTIONS = {
    # All levels that WCAG 2.2 AA includes, and what axe-core's authors recommend beyond.
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    # axe-core leaves the rules of WCAG 2.2 off unless they are named, and those that it calls experimental.
    "rules": {"target-size": {"enabled": True}, "label-content-name-mismatch": {"enabled": True}},
    "resultTypes": ["violations"],
}
# The rules among them that look at colours.
COLOURS = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    "resultTypes": ["violations"],
}
# The rule among them that looks at words.
WORDS = {
    "runOnly": {"type": "rule", "values": ["label-content-name-mismatch"]},
    "resultTypes": ["violations"],
}


def violations(browser: Browser, options: dict = OPTIONS) -> list[str]:
    """Returns the faults of the page as it is now: for each the rule and the element."""
    if browser.evaluate("typeof axe") == "undefined":
        browser.evaluate(SCRIPT)
    found = browser.evaluate(f"axe.run({json.dumps(options)})")
    assert found["testEngine"]["version"].startswith("4.12."), found["testEngine"]
    return [f"{rule['id']}: {node['html']}" for rule in found["violations"] for node in rule["nodes"]]
