"""The modules below the commands name no program in their texts: an error's `Advice` says which command mends it."""

import re
from collections.abc import Iterator
from pathlib import Path

import tree
from fault import Fault

SOURCES = "Manager/Sources"
# The commands, what serves and examines for them, and the words of pages.
ABOVE = ("xignin-manager", "XignServer", "XignWording")
# Files whose texts name commands all the same.
EXCEPT = {
    # The audit log has them.
    "Manager/Sources/XignUseCases/Directory/Apply/Apply.swift",
    "Manager/Sources/XignUseCases/Directory/Apply/Apply+Services.swift",
    # Refusals of commands alone.
    "Manager/Sources/XignUseCases/Acts/MachineAct.swift",
    # The report of a command: each of its sentences says what the operator does next.
    "Manager/Sources/XignUseCases/Restore/AuditReplay.swift",
    "Manager/Sources/XignUseCases/Restore/RestoreDatabase.swift",
}

COMMENT = re.compile(r"^\s*//")


def faulty_lines(text: str) -> Iterator[int]:
    for number, line in enumerate(text.splitlines(), 1):
        if "xignin-manager" in line and not COMMENT.match(line):
            yield number


def faults() -> Iterator[Fault]:
    for path in tree.files(".swift", below=SOURCES):
        if Path(path).parts[2] in ABOVE or str(path) in EXCEPT:
            continue
        for line in faulty_lines((tree.ROOT / path).read_text()):
            yield Fault(path, line, "a text names a command: give the error an `Advice` instead")
