"""A script of a page wraps at 120 columns, writes nothing to the console, and makes no text into code or markup.

The console's lines outlive the page, so a secret could stay there. Policy and Trusted Types refuse the rest when it
runs; this finds it before.
"""

import re
from collections.abc import Iterator

import tree
from fault import Fault

WIDTH = 120
FOLDERS = ("Manager/Sources/XignWebAssets", "EndToEnd/authenticator")
COPIED = "qrcode.js"
FORBIDDEN = re.compile(
    r"\b(console\.|innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|Function\(|localStorage|sessionStorage)"
)


def faults_of(text: str) -> Iterator[tuple[int, str]]:
    """Line and advice of each fault."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > WIDTH:
            yield number, f"wrap the line at {WIDTH} columns"
        if match := FORBIDDEN.search(line):
            yield number, f'do without "{match[1]}": scripts/checks/page_scripts.py says why'


def faults() -> Iterator[Fault]:
    for folder in FOLDERS:
        for path in tree.files(".js", below=folder):
            if path.name != COPIED:
                for number, advice in faults_of((tree.ROOT / path).read_text()):
                    yield Fault(path, number, advice)
