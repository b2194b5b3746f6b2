"""A file of more than 300 lines says near its top why it is not split: `Long because: ...`, in a comment."""

import re
from collections.abc import Iterator

import tree
from fault import Fault

LINES = 300
TOP = 20

REASON = re.compile(r"^ *(?://|#|<!--) Long because: \S", re.MULTILINE)


def is_too_long(text: str) -> bool:
    lines = text.splitlines()
    return len(lines) > LINES and not REASON.search("\n".join(lines[:TOP]))


def faults() -> Iterator[Fault]:
    for path in tree.files(".swift", ".py", ".md"):
        text = (tree.ROOT / path).read_text()
        if is_too_long(text):
            advice = f"{len(text.splitlines())} lines: split the file, or say why not in its first {TOP} lines"
            yield Fault(path, LINES, f"{advice} (`Long because: ...`)")
