"""A documentation comment begins with a noun phrase or a verb, never with a clause that has no head."""

import re
from collections.abc import Iterator

import tree
from fault import Fault

OPENING = re.compile(r"\s*///\s*(What|Whether|Of|Whom?|Whoever)\b")


def headless_openings(text: str) -> Iterator[tuple[int, str]]:
    """Line and first word of each comment that begins in this way."""
    previous = ""
    for number, line in enumerate(text.splitlines(), 1):
        match = OPENING.match(line)
        if match and not previous.lstrip().startswith("///"):
            yield number, match[1]
        previous = line


def faults() -> Iterator[Fault]:
    for path in tree.files(".swift"):
        for number, word in headless_openings((tree.ROOT / path).read_text()):
            yield Fault(path, number, f'begin the comment with a noun phrase or a verb, not with "{word}"')
