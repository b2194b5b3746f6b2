"""Each test of Swift's SDK against bad input, hostile managers and Keycloaks has its twin in Kotlin, or a reason.

Kotlin/HOSTILE.md has a row for each test of the suites in SUITES: the suite, the name of the test, and the twin: a file
with the name of a check in it, or words. A twin is looked up.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import tree
from cited_tests import KOTLIN_CHECK, PYTHON_TEST
from fault import Fault

DOCUMENT = Path("Kotlin/HOSTILE.md")
TESTS = Path("Tests/XignSDKTests")
TWINS = ("Kotlin/tests", "Kotlin/platform-tests", "EndToEnd")
SUITES = (
    "AdditionalInformationTests",
    "ComparisonVectorTests",
    "ConsentComparisonTests",
    "CurlTransportTests",
    "DirectLoginTests",
    "FileKeyStoreTests",
    "ForeignAnswerTests",
    "InitializationDataTests",
    "Keycloak/CookieJarTests",
    "Keycloak/KeycloakLoginTests",
    "Keycloak/WrongReturnTests",
    "Keycloak/WrongTurnTests",
    "KeyMaterialsTests",
    "MinimumEpochTests",
    "OtherManagerTests",
    "PairingTests",
    "PinSecrecyTests",
    "ProxyTests",
    "RepetitionTests",
    "SameDeviceTests",
    "StorageLocationTests",
    "TransactionTests",
    "TransportTests",
    "Utility/UtilityComparisonTests",
)

# A test of a list, or one of its own; the title of a suite has arguments.
SWIFT_TEST = re.compile(r'(?:\bTestCase\(\s*|@Test\(\s*)"((?:[^"\\]|\\.)+)"(?!, arguments: TestCase)')
ROW = re.compile(r"\| (\w+) \| (.+?) \| (.+) \|$")
TWIN = re.compile(r'`([\w/]+\.(?:kt|py))`((?:,? "[^"]+")+)')


def names(suite: str) -> list[str]:
    """The tests of a suite of Swift."""
    return [name.replace('\\"', '"') for name in SWIFT_TEST.findall((tree.ROOT / TESTS / f"{suite}.swift").read_text())]


def rows(text: str) -> Iterator[tuple[int, str, str, str]]:
    """Line, suite, test and twin of each row."""
    for number, line in enumerate(text.splitlines(), 1):
        if (match := ROW.match(line)) and match[1] != "suite":
            yield number, match[1], match[2], match[3]


def faults_of(text: str, tests: dict[str, list[str]], sources: dict[str, str]) -> Iterator[tuple[int, str]]:
    """Lines of the document, and what to do. `tests` are Swift's by suite, `sources` the files of twins by name."""
    told = set()
    for number, suite, test, twin in rows(text):
        told.add((suite, test))
        if test not in tests.get(suite, []):
            yield number, f"{suite} has no test {test!r}: remove the row"
        for file, quoted in TWIN.findall(twin):
            source = sources.get(file, "")
            known = (PYTHON_TEST if file.endswith(".py") else KOTLIN_CHECK).findall(source)
            for name in re.findall(r'"([^"]+)"', quoted):
                if name not in known:
                    yield number, f"{file} has no check {name!r}"
    for suite, listed in tests.items():
        for test in listed:
            if (suite, test) not in told:
                yield 1, f"add a row for {test!r} of {suite}: its twin in Kotlin, or why there is none"


def faults() -> Iterator[Fault]:
    tests = {suite.rpartition("/")[2]: names(suite) for suite in SUITES}
    files = [path for folder in TWINS for path in tree.files(".kt", ".py", below=folder)]
    sources = {path.name: (tree.ROOT / path).read_text() for path in files}
    for number, advice in faults_of((tree.ROOT / DOCUMENT).read_text(), tests, sources):
        yield Fault(DOCUMENT, number, advice)
