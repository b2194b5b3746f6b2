"""No decision of the manager depends on the text of a database's message, which the server may have translated.

SQLSTATE decides, and the other fields that a server does not translate; for SQLite the result code.
"""

import re
from collections.abc import Iterator

import tree
from fault import Fault

SOURCES = "Manager/Sources"
ENGINE = "XignStorage/Engine"
SEARCHES = r"(?:contains|hasPrefix|hasSuffix|\w*[rR]anges?|starts|\w*[mM]atch(?:es)?)\b[(: {]"
LOOKS = r"[?!)\"]*\.(?:lowercased\(\)\.|uppercased\(\)\.)?" + SEARCHES
# The text of an error, anywhere.
OF_ERRORS = re.compile(
    r"\b(?:\w*[eE]rror|failure)(?:\)?\??\.(?:detail|description|message|localizedDescription)|\)\")" + LOOKS
)
# In the engines, each variable with the usual names of a message. `detail` of an event is not one of them.
OF_ENGINES = re.compile(r"\b(?:message|primary|detail|description|errorMessage|PQerrorMessage\([^)]*\))" + LOOKS)
COMPARED = re.compile(r"\b(?:message|primary|errorMessage)\s*[=!]=\s*\"")


def faulty_lines(text: str, is_engine: bool) -> list[int]:
    patterns = [OF_ERRORS, OF_ENGINES, COMPARED] if is_engine else [OF_ERRORS]
    return [
        number
        for number, line in enumerate(text.splitlines(), 1)
        if any(pattern.search(line) for pattern in patterns) and not line.lstrip().startswith("//")
    ]


def faults() -> Iterator[Fault]:
    for path in tree.files(".swift", below=SOURCES):
        for number in faulty_lines((tree.ROOT / path).read_text(), ENGINE in str(path)):
            yield Fault(path, number, "decide by SQLSTATE or a code: the server may have translated the message")
