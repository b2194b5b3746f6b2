"""Kotlin sources: 120 columns, sorted imports, no trailing space, and a comment at each public declaration of the SDK.

No formatter of Kotlin can be had from Debian or PyPI, so that these rules stand in for one.
"""

import re
from collections.abc import Iterator

import tree
from comments import HEADLESS
from fault import Fault

COLUMNS = 120
OPENING = re.compile(rf"\s*(?:/\*\*|\*) +{HEADLESS}")
LIBRARIES = ("Kotlin/sdk/", "Kotlin/jvm/", "Kotlin/android/", "Kotlin/testing/")
DECLARATION = re.compile(
    r" *public (?:(?:open|abstract|sealed|data|inline|const|final|fun(?= interface)|enum|annotation) )*"
    r"(?:class|interface|object|fun|va[lr]|constructor|typealias)\b"
)
PROPERTY = re.compile(r"\bpublic va[lr] (\w+)")
ANNOTATION = re.compile(r" *@[\w:.]+(?:\(.*\))?$")


def faults_of_lines(text: str) -> Iterator[tuple[int, str]]:
    imports = []
    previous = ""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > COLUMNS:
            yield number, f"wrap the line at {COLUMNS} columns"
        if line != line.rstrip():
            yield number, "remove the space at the end of the line"
        opening = OPENING.match(line)
        if opening and (line.lstrip().startswith("/**") or previous.strip() == "/**"):
            yield number, f'begin the comment with a noun phrase or a verb, not with "{opening[1]}"'
        if line.startswith("import "):
            if imports and line < imports[-1]:
                yield number, "sort the imports"
            imports.append(line)
        previous = line


def undocumented(text: str) -> Iterator[int]:
    """Lines of public declarations without a comment. Functions that override have the comment of the first one.

    The comment of a class describes the properties of its constructor, each with `@property`.
    """
    lines = text.splitlines()
    described = set(re.findall(r"@property (\w+)", text))
    for number, line in enumerate(lines, 1):
        properties = PROPERTY.findall(line)
        if not DECLARATION.match(line) or (properties and described.issuperset(properties)):
            continue
        above = number - 2
        while above >= 0 and ANNOTATION.match(lines[above]):
            above -= 1
        if above < 0 or not lines[above].rstrip().endswith("*/"):
            yield number


def faults() -> Iterator[Fault]:
    for path in tree.files(".kt", below="Kotlin"):
        text = (tree.ROOT / path).read_text()
        for number, advice in faults_of_lines(text):
            yield Fault(path, number, advice)
        if str(path).startswith(LIBRARIES):
            for number in undocumented(text):
                yield Fault(path, number, "say what the declaration does, in a comment `/** ... */` above it")
