"""The threat model, docs/openid.md and docs/assurance.md promise nothing that is not there.

A test is named as `Folder/File.swift` "its name", "another of the same file", and so is a check in Kotlin. Each must be
in the tree. In every table whose last column is headed "Test", each row names a test or a fuzz target (`Fuzz/Target`),
or says in words, beginning with "None", that there is none.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import tree
from fault import Fault

DOCUMENTS = (Path("docs/threat-model.md"), Path("docs/openid.md"), Path("docs/assurance.md"))
FOLDERS = ("Tests", "Manager/Tests", "Authenticator/Tests", "Terminal/Tests", "EndToEnd", "Kotlin")

CITATION = re.compile(r'`((?:\w+/)*[\w+]+\.(?:swift|py|kt))`((?:,? "[^"]+")+)')
# A file of tests without the name of a test behind it: a name in another form would go unchecked.
FILE_ALONE = re.compile(r'`((?:\w+/)*(?:\w+Tests(?:\+\w+)?\.swift|test_\w+\.py))`(?!,? ")')
FUZZ_TARGET = re.compile(r"`Fuzz/(\w+)`")
SWIFT_TEST = re.compile(r'(?:@Test|\bTestCase)\(\s*"((?:[^"\\]|\\.)+)"')
KOTLIN_CHECK = re.compile(r'\bcheck\("((?:[^"\\]|\\.)+)"')
PYTHON_TEST = re.compile(r"^def (test_\w+)\(", re.MULTILINE)


def tests(path: Path) -> set[str]:
    text = (tree.ROOT / path).read_text()
    if path.suffix == ".py":
        return set(PYTHON_TEST.findall(text))
    pattern = KOTLIN_CHECK if path.suffix == ".kt" else SWIFT_TEST
    return {name.replace('\\"', '"') for name in pattern.findall(text)}


def faults_of_citation(file: str, names: list[str], files: list[Path]) -> Iterator[str]:
    matching = [path for path in files if path.as_posix().endswith(f"/{file}")]
    if len(matching) != 1:
        yield f"`{file}` names {len(matching)} files: name the folder too, or the file that is there"
        return
    known = tests(matching[0])
    for name in names:
        if name not in known:
            yield f'`{file}` has no test "{name}"'


def faults_of_line(line: str, files: list[Path]) -> Iterator[str]:
    for file, names in CITATION.findall(line):
        yield from faults_of_citation(file, re.findall(r'"([^"]+)"', names), files)
    for file in FILE_ALONE.findall(line):
        yield f"`{file}` is named without a test"
    for target in FUZZ_TARGET.findall(line):
        if not (tree.ROOT / "Fuzz" / target / "Fuzz.swift").exists():
            yield f"`Fuzz/{target}` is no fuzz target"


def faults_of_tables(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Rows that neither name a test nor say that there is none."""
    width = None
    for number, line in enumerate(lines, 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|"):
            width = None
        elif cells[-1] == "Test":
            width = len(cells)
        elif width is not None and not set(cells[-1]) <= {"-"}:
            if len(cells) != width:
                yield number, f"{len(cells)} cells in a table of {width} columns"
            elif not (CITATION.search(cells[-1]) or FUZZ_TARGET.search(cells[-1]) or cells[-1].startswith("None")):
                yield number, 'a row that names no test: name one, or begin its last cell with "None"'


def faults_of_document(document: Path, files: list[Path]) -> Iterator[Fault]:
    lines = (tree.ROOT / document).read_text().splitlines()
    if not any(CITATION.search(line) for line in lines):
        yield Fault(document, 1, "no test is named at all")
    for number, advice in faults_of_tables(lines):
        yield Fault(document, number, advice)
    for number, line in enumerate(lines, 1):
        for advice in faults_of_line(line, files):
            yield Fault(document, number, advice)


def faults() -> Iterator[Fault]:
    files = [path for folder in FOLDERS for path in tree.files(".swift", ".py", ".kt", below=folder)]
    for document in DOCUMENTS:
        yield from faults_of_document(document, files)
