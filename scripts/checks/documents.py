"""Documents wrap at 100 columns. Tables, code and the addresses of links may be longer."""

import re
from collections.abc import Iterator

import tree
from fault import Fault

COLUMNS = 100

FENCE = re.compile(r" *(```|~~~)")
ADDRESS = re.compile(r"(?<=\])\([^)]*\)|https?://\S+")


def long_lines(text: str) -> Iterator[tuple[int, int]]:
    """Number and length of each line that is too long."""
    is_fenced = is_indented_code = False
    is_after_blank = True
    for number, line in enumerate(text.splitlines(), 1):
        is_fence = FENCE.match(line)
        if is_fence:
            is_fenced = not is_fenced
        # Indented code begins after an empty line, and ends at a line that is not indented.
        is_indented_code = line.startswith("    ") and (is_after_blank or is_indented_code)
        is_after_blank = not line.strip()
        is_exempt = is_fence or is_fenced or is_indented_code or line.lstrip().startswith("|")
        length = len(ADDRESS.sub("", line))
        if length > COLUMNS and not is_exempt:
            yield number, length


def faults() -> Iterator[Fault]:
    for path in tree.files(".md"):
        for number, length in long_lines((tree.ROOT / path).read_text()):
            yield Fault(path, number, f"{length} columns: wrap the line at {COLUMNS}")
