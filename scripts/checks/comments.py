"""A documentation comment begins with a noun phrase or a verb, never with a clause that has no head. Comments wrap."""

import re
from collections.abc import Iterator

import tree
from fault import Fault

HEADLESS = r"(What|Whether|Of|Whom?|Whoever)\b"
"""The words with which no comment begins, of Swift and of Kotlin."""

OPENING = re.compile(rf"\s*///\s*{HEADLESS}")
COMMENT = re.compile(r"\s*///?(?!/)(?! {4})(?! https?://\S+$)")
WIDTH = 120


def headless_openings(text: str) -> Iterator[tuple[int, str]]:
    """Line and first word of each comment that begins in this way."""
    previous = ""
    for number, line in enumerate(text.splitlines(), 1):
        match = OPENING.match(line)
        if match and not previous.lstrip().startswith("///"):
            yield number, match[1]
        previous = line


def long_lines(text: str) -> Iterator[int]:
    """Lines of comments beyond WIDTH columns. Indented examples and addresses on lines of their own are exempt."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > WIDTH and COMMENT.match(line):
            yield number


def faults() -> Iterator[Fault]:
    for path in tree.files(".swift"):
        text = (tree.ROOT / path).read_text()
        for number in long_lines(text):
            yield Fault(path, number, f"wrap the comment at {WIDTH} columns")
        for number, word in headless_openings(text):
            yield Fault(path, number, f'begin the comment with a noun phrase or a verb, not with "{word}"')
