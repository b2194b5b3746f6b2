"""The implementations of the protocol, Swift's, the browser's and Kotlin's, read the same inputs alike.

XIGN_TEST_DIFFERENTIAL=7:20000 judges 20,000 inputs of each kind, by the seed 7.
"""

import base64
import json
import os
import subprocess
import sys
from collections import Counter

import pytest
from stage.mutations import ANSWERS, Mutations
from stage.processes import PROGRAMS, REPOSITORY
from stage.protocol_pages import ProtocolPages

SEED, COUNT = map(int, os.environ.get("XIGN_TEST_DIFFERENTIAL", "1:2000").split(":"))
REFUSED = "-"
# The kinds whose refusals have names, which are compared.
NAMED = {"link", "phone", "flaw", "address"}


@pytest.fixture(scope="module")
def pages():
    pages = ProtocolPages()
    yield pages
    pages.stop()


def judged_by_swift(lines: list[str]) -> list[str]:
    judge = subprocess.run(
        [PROGRAMS / "ProtocolJudge"], input="\n".join([*lines, ""]), text=True, capture_output=True, check=True
    )
    return judge.stdout.splitlines()


def judged_by_browser(browser, pages: ProtocolPages, lines: list[str]) -> list[str]:
    browser.open(pages.url)
    size = 2000
    return [
        judgement
        for start in range(0, len(lines), size)
        for judgement in browser.evaluate(
            f"import('/checks/judge.js').then(({{ judge }}) => judge({json.dumps(lines[start : start + size])}))"
        )
    ]


def judged_by_kotlin(lines: list[str]) -> list[str]:
    command = [sys.executable, REPOSITORY / "scripts" / "kotlin.py", "judge"]
    judge = subprocess.run(command, input="\n".join([*lines, ""]), text=True, capture_output=True, check=True)
    return judge.stdout.splitlines()


def value(judgement: str) -> object:
    """The judgement, as JSON where it is JSON: the order of its members has no meaning."""
    try:
        return json.loads(base64.urlsafe_b64decode(judgement + "=" * (-len(judgement) % 4)))
    except ValueError:
        return judgement


def are_alike(kind: str, swift: str, other: str) -> bool:
    # XignProtocol reads texts, lengths and negative numbers of answers as they are; its callers refuse them.
    if kind in [*ANSWERS, "start", "offers"]:
        return other in (swift, REFUSED)
    return swift == other or value(swift) == value(other)


def test_both_implementations_judge_mutated_inputs_alike(pages, reset_browser):
    lines = Mutations(SEED).lines(COUNT)
    swift, browser = judged_by_swift(lines), judged_by_browser(reset_browser, pages, lines)
    kinds = [line.partition(" ")[0] for line in lines]
    judgements = list(zip(kinds, lines, swift, browser, strict=True))
    different = [judgement for judgement in judgements if not are_alike(judgement[0], *judgement[2:])]
    assert different == []
    accepted = Counter(kind for kind, _, _, judgement in judgements if judgement != REFUSED)
    assert set(accepted) == set(kinds), "a kind of which nothing is accepted compares nothing"
    refused = Counter(kind for kind, _, _, judgement in judgements if judgement in (REFUSED, "false"))
    assert set(refused) >= set(kinds) - NAMED, "a kind of which nothing is refused compares little"


def test_kotlin_judges_mutated_inputs_as_swift_does():
    lines = Mutations(SEED).lines(COUNT)
    kinds = [line.partition(" ")[0] for line in lines]
    judgements = list(zip(kinds, lines, judged_by_swift(lines), judged_by_kotlin(lines), strict=True))
    different = [judgement for judgement in judgements if not are_alike(judgement[0], *judgement[2:])]
    assert different == []
    accepted = {kind for kind, _, _, judgement in judgements if judgement != REFUSED}
    assert accepted == set(kinds), "a kind of which nothing is accepted compares nothing"
