"""Tables in documents have a header, and each row has as many cells as it."""

import re
from collections.abc import Iterator

import tree
from documents import FENCE
from fault import Fault

BORDER = re.compile(r"(?<!\\)\|")
DELIMITERS = re.compile(r"\|( *:?-+:? *\|)+")


def faults_of(text: str) -> Iterator[tuple[int, str]]:
    """Number of each wrong line, and what to do."""
    is_fenced = False
    table: list[str] = []
    # The empty line at the end closes a table.
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if FENCE.match(line):
            is_fenced = not is_fenced
        row = line.strip()
        if row.startswith("|") and not line.startswith("    ") and not is_fenced:
            table.append(row)
            if len(table) > 1 and cells(row) != cells(table[0]):
                yield number, f"{cells(row)} cells: write {cells(table[0])}, as in the header, and \\| inside of a cell"
            if len(table) == 2 and not DELIMITERS.fullmatch(row):
                yield number, "begin the table with a header and | --- |, or join it to the rows before the empty line"
        else:
            if len(table) == 1:
                yield number - 1, "join the row to its table: a table ends at an empty line"
            table = []


def cells(row: str) -> int:
    return len(BORDER.findall(row.removesuffix("|")))


def faults() -> Iterator[Fault]:
    for path in tree.files(".md"):
        for number, advice in faults_of((tree.ROOT / path).read_text()):
            yield Fault(path, number, advice)
