"""Each test of a suite stands in its list: a method that is in no list would never run.

A suite that has a list of `TestCase`, and its extensions, may have other methods too. They are private, or something
else of the module's tests names them.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import tree
from fault import Fault

TYPE = re.compile(r"^( *)(?:\w+ )*(?:struct|class|actor|enum|extension) (?:\w+\.)*(\w+)")
LIST = re.compile(r"^ +static let \w+: \[TestCase<")
METHOD = re.compile(r"^( +)(?:@\w+ )*(?:mutating )?func (\w+)")
NAME = re.compile(r"\w+")


def methods(text: str) -> Iterator[tuple[str, int, str]]:
    """The type, the line and the name of each method that may be a test; an empty name for a list of tests."""
    types: list[tuple[int, str]] = []
    paragraph = ""
    for number, line in enumerate(text.splitlines(), 1):
        paragraph = f"{paragraph}\n{line}" if line.strip() else ""
        if found := TYPE.match(line):
            types = [(indent, name) for indent, name in types if indent < len(found[1])]
            types.append((len(found[1]), found[2]))
        elif types and LIST.match(line):
            yield types[-1][1], number, ""
        elif found := METHOD.match(line):
            for indent, name in types:
                if len(found[1]) == indent + 4 and "@Test" not in paragraph:
                    yield name, number, found[2]


def unlisted(texts: dict[Path, str]) -> Iterator[tuple[Path, int, str]]:
    """Methods of a module's suites with a list that nothing else names."""
    uses = Counter(word for text in texts.values() for word in NAME.findall(text))
    found = [(path, *method) for path, text in texts.items() for method in methods(text)]
    suites = {suite for _, suite, _, name in found if not name}
    for path, suite, number, name in found:
        if suite in suites and uses[name] == 1:
            yield path, number, name


def faults() -> Iterator[Fault]:
    modules: dict[str, dict[Path, str]] = {}
    for path in tree.files(".swift"):
        if "Tests" in path.parts:
            module = "/".join(path.parts[: path.parts.index("Tests") + 2])
            modules.setdefault(module, {})[path] = (tree.ROOT / path).read_text()
    for texts in modules.values():
        for path, number, name in unlisted(texts):
            yield Fault(path, number, f"`{name}` never runs: add it to the list of the suite's tests")
