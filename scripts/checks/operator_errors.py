"""`xign` and the browser's authenticator give the id of the request with the same errors: those that the operator can
explain or end, and failures of the manager.

Each has its own list, since the page knows the protocol's codes, and `xign` those of XignSDK alone, which has fewer.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import tree
from fault import Fault

PAGE = Path("Manager/Sources/XignPages/Authenticator/RefusalSteps.swift")
TERMINAL = Path("Authenticator/Sources/xign/Refusal.swift")
MAPPING = Path("Sources/XignSDK/Errors/ErrorMapping.swift")

# The SDK has one code for this, which happens when a login went on elsewhere, and for a manager that asks for another
# signature than it should.
ELSEWHERE = {"statementMismatch"}

LIST = re.compile(r"var isForOperator: Bool \{(.*?)default: false", re.DOTALL)
NAME = re.compile(r"\.(\w+)")
CASE = re.compile(r"case ((?:\.\w+(?:, )?)+):\s*XignSdkError\(\s*\.(\w+)")


def listed(text: str) -> set[str]:
    """The codes for which `isForOperator` is true."""
    return set(NAME.findall(LIST.search(text)[1]))


def codes_of_sdk(text: str) -> dict[str, str]:
    """The SDK's code of each refusal of the manager."""
    function = text.partition("static func refusal(")[2].partition("\n    }\n")[0]
    return {name: code for names, code in CASE.findall(function) for name in NAME.findall(names)}


def differences(page: set[str], terminal: set[str], codes: dict[str, str]) -> Iterator[str]:
    for refusal, code in codes.items():
        if (refusal in page) != (code in terminal) and refusal not in ELSEWHERE:
            other = f"not {TERMINAL} with .{code}" if refusal in page else f"{TERMINAL} does with .{code}"
            yield f"`isForOperator` has {'' if refusal in page else 'not '}.{refusal}, {other}: let both agree"


def faults() -> Iterator[Fault]:
    page, terminal, mapping = ((tree.ROOT / path).read_text() for path in (PAGE, TERMINAL, MAPPING))
    for difference in differences(listed(page), listed(terminal), codes_of_sdk(mapping)):
        yield Fault(PAGE, 1, difference)
