"""The symbolic models (Models/Symbolic) and docs/protocol.md name the same labels and members of statements.

Each label and each member of a statement stands in a model, or in the models' README among those that are left out. In
a model, a label stands in a comment beside its constant or function, and members in a comment "members of the ...:".
Each run finds the lines that it exchanges, and each run that a document names as `model.pv` "its name" exists.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import tree
from fault import Fault

PROTOCOL = Path("docs/protocol.md")
FOLDER = Path("Models/Symbolic")
README = FOLDER / "README.md"
RUNS = FOLDER / "runs.py"
# The sections of the protocol that have the members of a statement.
STATEMENTS = {
    "key material": "## 1. Key material",
    "enrolment statement": "### Personalization",
    "consent statement": "### The consent statement",
    "key-change statement": "### The key-change statement",
}

LABEL = re.compile(r'"(xign/1 [^"]+)"|`(xign-[a-z-]+\+jws)`')
DECLARATION = re.compile(r'^(?:const|fun) (\w+)\b.*\(\* "(xign[^"]+)"', re.MULTILINE)
MEMBERS = re.compile(rf"[Mm]embers of the ({'|'.join(STATEMENTS)}): ([^*]+)\*\)")
ROW_OF_LABELS = re.compile(r'^\| ((?:`"?xign[^`]+`(?:, )?)+) \|', re.MULTILINE)
ROW_OF_MEMBERS = re.compile(rf"^\| ({'|'.join(STATEMENTS)}) \| ([^|]+)\|", re.MULTILINE)
TOKEN = re.compile(r'"(\w+)"|(\w+) =|([{}\[\]:,|])')
CITATION = re.compile(r'`(\w+\.pv)`((?:,? "[^"]+")+)')


def labels_of_protocol(text: str) -> set[str]:
    return {label or typ for label, typ in LABEL.findall(text)}


def section(text: str, heading: str) -> str:
    """The lines from a heading to the next one."""
    found = re.search(rf"^{re.escape(heading)}[^\n]*\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def members_of_protocol(text: str) -> set[str]:
    """The members in the indented JSON of a section, such as `service.origin`: only those without members within."""
    paths: set[str] = set()
    for block in re.findall(r"(?:^    .*\n)+", text, re.MULTILINE):
        if '{ "' in block:
            paths |= members_of_json(block)
    return {path for path in paths if not any(other.startswith(f"{path}.") for other in paths)}


def members_of_json(block: str) -> set[str]:
    paths: set[str] = set()
    # Kind and path of each open bracket; the path of the member whose value comes next; the token before.
    open_brackets: list[tuple[str, str]] = []
    current = before = ""
    for word, name, sign in TOKEN.findall(block):
        if name and not open_brackets:
            current = name
        elif sign and sign in "{[":
            open_brackets.append((sign, current))
        elif sign and sign in "}]":
            current = open_brackets.pop()[1]
        elif word and open_brackets and open_brackets[-1][0] == "{" and before in ("{", ","):
            current = f"{open_brackets[-1][1]}.{word}".lstrip(".")
            paths.add(current)
        before = sign
    return paths


def labels_of_models(models: str, runs: str) -> set[str]:
    """The labels beside constants and functions that the models or their runs use."""
    code = re.sub(r"\(\*.*?\*\)", "", models, flags=re.DOTALL) + runs
    declared = re.findall(r"^(?:const|fun) (\w+)", code, re.MULTILINE)
    return {
        label
        for name, label in DECLARATION.findall(models)
        if len(re.findall(rf"\b{name}\b", code)) > declared.count(name)
    }


def members_in(rows: list[tuple[str, str]]) -> dict[str, set[str]]:
    listed: dict[str, set[str]] = {statement: set() for statement in STATEMENTS}
    for statement, members in rows:
        listed[statement] |= set(re.findall(r"\w+(?:\.\w+)*", members))
    return listed


def differences(named: set[str], modelled: set[str], left_out: set[str]) -> Iterator[str]:
    """A listed member covers the members within it."""

    def covers(listed: set[str], name: str) -> bool:
        return any(name == one or name.startswith(f"{one}.") for one in listed)

    for name in sorted(named):
        if covers(modelled, name) and covers(left_out, name):
            yield f"`{name}` stands in a model, and among those that are left out"
        elif not covers(modelled | left_out, name):
            yield f"`{name}` stands in no model: add it, or say in {README} why it is left out"
    for one in sorted(modelled | left_out):
        if not any(covers({one}, name) for name in named):
            yield f"`{one}` is no longer in {PROTOCOL}: remove it from the models, or from {README}"


def faults_of_runs(runs: list, documents: dict[Path, str]) -> Iterator[Fault]:
    for run in runs:
        try:
            _ = run.text
        except ValueError as error:
            yield Fault(RUNS, 1, str(error))
    known = {(run.model, run.name) for run in runs}
    for path, text in documents.items():
        for number, line in enumerate(text.splitlines(), 1):
            for model, names in CITATION.findall(line):
                for name in re.findall(r'"([^"]+)"', names):
                    if (model, name) not in known:
                        yield Fault(path, number, f'`{model}` has no run "{name}"')


def faults() -> Iterator[Fault]:
    def text(path: Path) -> str:
        return (tree.ROOT / path).read_text()

    protocol, readme = text(PROTOCOL), text(README)
    models = "\n".join(text(path) for path in tree.files(".pv", ".pvl", below=str(FOLDER)))
    left_out = labels_of_protocol(" ".join(ROW_OF_LABELS.findall(readme)))
    for advice in differences(labels_of_protocol(protocol), labels_of_models(models, text(RUNS)), left_out):
        yield Fault(PROTOCOL, 1, advice)
    modelled = members_in(MEMBERS.findall(models))
    left_out_members = members_in(ROW_OF_MEMBERS.findall(readme))
    for statement, heading in STATEMENTS.items():
        named = members_of_protocol(section(protocol, heading))
        if not named:
            yield Fault(PROTOCOL, 1, f"no members of the {statement} stand below `{heading}`")
        for advice in differences(named, modelled[statement], left_out_members[statement]):
            yield Fault(PROTOCOL, 1, f"{statement}: {advice}")
    sys.path.append(str(tree.ROOT / FOLDER))
    import runs

    documents = {path: text(path) for path in [*tree.files(".md", below="docs"), README]}
    yield from faults_of_runs(runs.RUNS, documents)
