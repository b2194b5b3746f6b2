"""The programs' own English sentences are ASCII, since they are shown in every locale, whatever its encoding.

Names that people have chosen are shown as they are, and so is the log of `serve`.
"""

from collections.abc import Iterator

import tree
from fault import Fault

FOLDERS = (
    "Authenticator/Sources/xign",
    "Manager/Sources/xignin-manager",
    "Manager/Sources/XignServer",
    "Manager/Sources/XignUseCases",
    "Terminal/Sources",
)
# Lines of the log.
LOGS = "Manager/Sources/XignServer/Outbox"


def faulty_lines(text: str) -> Iterator[int]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.partition("//")[0].isascii():
            yield number


def faults() -> Iterator[Fault]:
    for folder in FOLDERS:
        for path in tree.files(".swift", below=folder):
            if path.name.startswith("German") or path.is_relative_to(LOGS):
                continue
            for line in faulty_lines((tree.ROOT / path).read_text()):
                yield Fault(path, line, "a text in English has another character than those of ASCII: replace it")
