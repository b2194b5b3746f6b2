"""`xign` and the pages of the manager name a person's data alike, in German: people see both in one login."""

import re
from collections.abc import Iterator
from pathlib import Path

import tree
from fault import Fault

XIGN = Path("Authenticator/Sources/xign/Wording/German/GermanAttributes.swift")
PAGES = Path("Manager/Sources/XignWording/German/GermanAccountData.swift")

FUNCTION = re.compile(r"func (?:label|name)\(.*?\) -> String \{(.*?)\n    \}", re.DOTALL)
CASE = re.compile(r'case \.(\w+): "([^"]+)"')


def names(text: str) -> dict[str, str]:
    """The names of data in a source of texts, by attribute."""
    return dict(CASE.findall(FUNCTION.search(text)[1]))


def faults() -> Iterator[Fault]:
    ours, theirs = (names((tree.ROOT / path).read_text()) for path in (XIGN, PAGES))
    for attribute in sorted(ours.keys() | theirs.keys()):
        if ours.get(attribute) != theirs.get(attribute):
            yield Fault(XIGN, 1, f"{attribute}: {ours.get(attribute)} here, {theirs.get(attribute)} in {PAGES.name}")
