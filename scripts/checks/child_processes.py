"""Swift tests start programs by ChildProcess, which waits for no other program than its own."""

import re
from collections.abc import Iterator

import tree
from fault import Fault

FOUNDATIONS = re.compile(r"\bProcess\(\)|\bProcess\.run\(|\bwaitUntilExit\(")


def faulty_lines(text: str) -> list[int]:
    return [number for number, line in enumerate(text.splitlines(), 1) if FOUNDATIONS.search(line)]


def faults() -> Iterator[Fault]:
    for path in tree.files(".swift"):
        if "Tests" in path.parts:
            for number in faulty_lines((tree.ROOT / path).read_text()):
                yield Fault(path, number, "start the program by ChildProcess, which says why")
