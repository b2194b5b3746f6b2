"""The public declarations of XignSDK for Kotlin are those of stored lists: what is stable changes only on purpose.

    python scripts/checks/kotlin_api.py --write     after a change that is meant

The lists are read from the sources, since the compiler demands `public` at each declaration that apps see. They have
the names of parameters, defaults and nullability, which are part of the API, and which classes do not show. A line is
a declaration with the type that has it. Functions that override are not in them: the first one is.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import tree
from fault import Fault
from public_symbols import differences

LIST = Path("Kotlin/api.txt")
HERE = Path("scripts/checks/kotlin_api.py")
FOLDERS = {LIST: ("Kotlin/sdk", "Kotlin/jvm", "Kotlin/android"), Path("Kotlin/testing-api.txt"): ("Kotlin/testing",)}
"""The folders of each list. The second list is that of the archive for tests."""

# Comments, and texts with their escapes. Of a text, the quotes remain.
SKIPPED = re.compile(r'/\*.*?\*/|//[^\n]*|"""(.*?)"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
MODIFIERS = r"(?:(?:public|open|abstract|sealed|data|inline|const|final|lateinit|fun(?= interface)|enum|companion) +)*"
TYPE = re.compile(
    rf"(?m)^ *(?P<modifiers>(?:@[\w.:]+(?:\([^)\n]*\))? +)*{MODIFIERS}(?:internal |private )?{MODIFIERS})"
    r"(?P<kind>class|interface|object)\b *(?P<name>\w+)?"
)
MEMBER = re.compile(rf"(?P<modifiers>\bpublic +{MODIFIERS})(?P<kind>fun|va[lr]|constructor|typealias)\b")
ENTRY = re.compile(r"[A-Z][A-Z0-9_]*")
CLOSING = {"(": ")", "{": "}", "<": ">", "[": "]"}


@dataclass
class Declared:
    """A type in a source file. `header` and `body` are where its constructor's parameters and its members are."""

    name: str
    kind: str
    is_public: bool
    begin: int
    header: range
    body: range
    modifiers: str = ""
    parents: list["Declared"] = field(default_factory=list)

    @property
    def path(self) -> str:
        return ".".join(parent.name for parent in [*self.parents, self])

    @property
    def is_seen(self) -> bool:
        """True if apps see it."""
        return all(parent.is_public for parent in [*self.parents, self])


def code(text: str) -> str:
    """The text with comments and the content of texts blanked out, in which each place is where it was."""

    def blank(match: re.Match) -> str:
        found = match[0]
        kept = re.sub(r"[^\n]", " ", found)
        return f'"{kept[1:-1]}"' if found.startswith('"') else kept

    return SKIPPED.sub(blank, text)


def end_of(text: str, place: int) -> int:
    """The place behind the bracket that closes the one at this place."""
    opening, closing, depth = text[place], CLOSING[text[place]], 0
    for number in range(place, len(text)):
        if text[number] == opening:
            depth += 1
        # The arrow of a function's type closes nothing.
        elif text[number] == closing and text[number - 1 : number + 1] != "->":
            depth -= 1
            if depth == 0:
                return number + 1
    raise ValueError(f"a bracket is not closed: {text[place : place + 60]}")


def end_of_statement(text: str, place: int, stops: str) -> int:
    """The place of the first of these characters outside of brackets, or of the end of the line."""
    while place < len(text):
        character = text[place]
        if character in stops:
            return place
        if character in "([<":
            place = end_of(text, place)
            continue
        if character == "\n" and not continues(text, place):
            return place
        place += 1
    return place


def continues(text: str, place: int) -> bool:
    """True if a declaration goes on in the next line."""
    before, after = text[:place].rstrip(), text[place:].lstrip()
    return before.endswith((":", ",", "=", "->")) or after.startswith((":", "where ", "internal constructor"))


def types_of(text: str) -> list[Declared]:
    """The types of a file, with the types around them. `text` is the code alone."""
    found = []
    for match in TYPE.finditer(text):
        place = match.end()
        end = end_of_statement(text, place, "({:")
        header = range(end, end)
        if text[end : end + 1] == "(":
            header = range(end, end_of(text, end))
            end = header.stop
        end = end_of_statement(text, end, "{")
        body = range(end, end_of(text, end)) if text[end : end + 1] == "{" else range(end, end)
        name = match["name"] or ("Companion" if "companion" in match["modifiers"] else "")
        is_public = "public" in match["modifiers"]
        found.append(Declared(name, match["kind"], is_public, match.start(), header, body, match["modifiers"]))
    for declared in found:
        declared.parents = [other for other in found if declared.begin in other.body and other is not declared]
    return found


def owner(types: list[Declared], place: int) -> Declared | None:
    """The innermost type in whose members or constructor a place is."""
    around = [declared for declared in types if place in declared.body or place in declared.header]
    return max(around, key=lambda declared: declared.begin, default=None)


def words(text: str) -> str:
    """A declaration in one line."""
    text = re.sub(r"@[\w.:]+(?:\([^)]*\))?\s", " ", text)
    text = " ".join(text.split())
    text = re.sub(r"(?<=[(<]) | (?=[)>])(?!>)", "", text)
    return re.sub(r",\)", ")", text)


def parameters(text: str, header: range) -> str | None:
    """The parameters of a constructor that apps may call, without what they are stored in; null for others."""
    before = text[: header.start].rstrip()
    if not header or before.endswith("constructor") and re.search(r"(internal|private|protected) constructor$", before):
        return None
    return re.sub(
        r"\b(?:(?:internal|private|public|override|open) )*va[lr] ", "", words(text[header.start : header.stop])
    )


def type_lines(text: str, original: str, declared: Declared) -> Iterator[str]:
    """The lines of a type itself: its name, its constructor, and the entries of an enumeration."""
    place = ".".join(parent.name for parent in declared.parents) or "org.xign.sdk"
    start = text.index(declared.kind, declared.begin)
    name = words(text[start : declared.header.start])
    name = re.sub(r"\s*(?:internal|private)? ?(?:@\w+ )?constructor$", "", name)
    supertypes = words(text[declared.header.stop : declared.body.start])
    supertypes = re.sub(r"\([^()]*(?:\([^()]*\)[^()]*)*\)", "", supertypes)
    kind = " ".join(
        word for word in declared.modifiers.split() if word in ("enum", "open", "abstract", "sealed", "fun")
    )
    if declared.name != "Companion":
        yield f"{place}: {f'{kind} ' if kind else ''}{name}{f' {supertypes}' if supertypes else ''}"
    if "enum" in kind:
        for entry in entries(text, declared.body):
            yield f"{declared.path}: {entry}"
    elif declared.kind == "class" and "sealed" not in kind and "abstract" not in kind:
        constructor = parameters(original, declared.header) if declared.header else None
        if constructor is not None:
            yield f"{declared.path}: constructor{constructor}"
        elif not declared.header and not name.endswith("constructor"):
            yield f"{declared.path}: constructor()"


def entries(text: str, body: range) -> Iterator[str]:
    """The entries of an enumeration: the names at the beginning of its body."""
    place = body.start + 1
    while place < body.stop - 1:
        if text[place].isspace() or text[place] == ",":
            place += 1
        elif match := ENTRY.match(text, place):
            yield match[0]
            place = match.end()
            while text[place : place + 1] in ("(", "{", " ") and text[place : place + 2] != " }":
                place = end_of(text, place) if text[place] in "({" else place + 1
        else:
            return


def member_line(text: str, match: re.Match) -> str:
    """The declaration of a member, without its body or value."""
    place = match.start("kind")
    stops = {"fun": "={", "constructor": ":{", "typealias": ""}.get(match["kind"], "={,)")
    end = end_of_statement(text, place, stops)
    declaration = words(text[place:end])
    kind = " ".join(word for word in match["modifiers"].split() if word in ("abstract", "open", "const"))
    is_set_inside = match["kind"] == "var" and re.match(
        r"[^\n]*\n\s*(?:@\w+ )?(?:private|internal) set\b", text[place:]
    )
    if match["kind"] != "fun":
        declaration = re.sub(r" (?:get|by)\b.*$", "", declaration)
    if is_set_inside:
        declaration = f"val{declaration[3:]}"
    return f"{kind} {declaration}".strip()


def lines(source: str) -> Iterator[str]:
    """The lines of a file."""
    text = code(source)
    types = types_of(text)
    for declared in types:
        if declared.is_seen and declared.name:
            yield from type_lines(text, text, declared)
    for match in MEMBER.finditer(text):
        around = owner(types, match.start())
        if around is None or around.is_seen:
            yield f"{around.path if around else 'org.xign.sdk'}: {member_line(text, match)}"


def extracted(folders: tuple[str, ...]) -> list[str]:
    """The lines of all sources in folders."""
    return sorted(
        {
            line
            for folder in folders
            for path in tree.files(".kt", below=folder)
            for line in lines((tree.ROOT / path).read_text())
        }
    )


def faults() -> Iterator[Fault]:
    for file, folders in FOLDERS.items():
        stored = (tree.ROOT / file).read_text().splitlines()
        for number, difference in differences(stored, extracted(folders)):
            yield Fault(file, number, f"{difference}. If that is meant: {HERE} --write, and a line in CHANGELOG.md")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    for file, folders in FOLDERS.items():
        (tree.ROOT / file).write_text("".join(f"{line}\n" for line in extracted(folders)))
