"""README.md shows its first command early, and a picture in docs/images is shown by README.md.

Before `make demo` stand at most 45 lines, 200 words and one picture: what a new reader takes in within a minute.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import tree
from fault import Fault

README = Path("README.md")
PICTURES = "docs/images"
COMMAND = "make demo"
LIMITS = {"lines": 45, "words": 200, "pictures": 1}

TAG = re.compile(r"<[^>]*>")
PICTURE = re.compile(r"<img\b|!\[")
ADDRESS = re.compile(r"(?<=\])\([^)]*\)")
WORD = re.compile(r"\w[^\s]*")


def counts(text: str) -> dict[str, int]:
    """Counts lines, words and pictures before the first command. Tags, as of a picture, have no words."""
    screen = text.partition(COMMAND)[0]
    words = WORD.findall(ADDRESS.sub("", TAG.sub("", screen)))
    return {"lines": screen.count("\n"), "words": len(words), "pictures": len(PICTURE.findall(screen))}


def faults_of(text: str) -> Iterator[str]:
    """The advice for each limit that a README exceeds."""
    if COMMAND not in text:
        yield f"show the first command, `{COMMAND}`"
    for name, count in counts(text).items():
        if count > LIMITS[name]:
            yield f"{count} {name} before `{COMMAND}`: leave {LIMITS[name]}, and move the others down"


def faults() -> Iterator[Fault]:
    text = (tree.ROOT / README).read_text()
    for advice in faults_of(text):
        yield Fault(README, 1, advice)
    for picture in tree.files(".png", below=PICTURES):
        if picture.as_posix() not in text:
            yield Fault(picture, 1, f"{README} does not show it: remove it, and what scripts/pictures.py does for it")
