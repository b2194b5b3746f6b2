"""Each public declaration of XignSDK for Swift has its twin in Kotlin and the reverse, or Kotlin/TWINS.md says why not.

Compared are the stored lists, by type, name and parameters; a type of a value is another one in each language. The
document has what no rule derives. The rules:

- An entry `NOT_ME` and a class `Login` of a sealed class are the cases `notMe` and `login`. What such a class holds is
  the value of the case.
- What is in a companion object is static, and a constructor is an initializer.
- A variant that is `async` has the name of the one with an event.
- A default stands for an overload without the parameter. A parameter without a label in Swift has any name in Kotlin.
- A member of a supertype is one of the type. An alias has the members of its type.
- Kotlin's enumerations have no values of other types, so Swift's initializers from them have no twin.
"""

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

import kotlin_api
import public_symbols
import tree
from fault import Fault

DOCUMENT = Path("Kotlin/TWINS.md")
PACKAGE = "org.xign.sdk"
ROW = re.compile(r"\| `([^`]+)` \| `([^`]+)` \| (.+) \|")
LONE = re.compile(r"\| `([^`]+)` \| (Swift|Kotlin) \| (.+) \|")

SWIFT_WORDS = r"(?:@\w+ |static |final |convenience |mutating |indirect )*"
SWIFT_KINDS = r"(?:func|let|var|case|class|struct|enum|protocol|typealias|associatedtype)"
SWIFT = re.compile(rf"{SWIFT_WORDS}(?:{SWIFT_KINDS} +(\w+)|(init)\b(?!\?\(rawValue))")
KOTLIN_WORDS = r"(?:(?:enum|open|abstract|sealed|const|fun(?= interface)) )*"
KOTLIN_KINDS = r"(?:fun|va[lr]|class|interface|object|typealias)"
KOTLIN = re.compile(rf"{KOTLIN_WORDS}(?:{KOTLIN_KINDS} +(?:<[^>]*> )?(\w+)|(constructor)|([A-Z][A-Z0-9_]*)$)")


@dataclass(frozen=True)
class Parameter:
    names: frozenset[str]
    """Its name in Kotlin, its label and name in Swift; none where Swift has no label."""
    has_default: bool


Parameters = tuple[Parameter, ...] | None
Declarations = dict[str, list[Parameters]]


def split(text: str) -> list[str]:
    """The parts between commas that are outside of brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([<{") - (character in ")]>}")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def parameters(declaration: str) -> Parameters:
    """The parameters of a function; None for anything else."""
    declaration = declaration.replace("->", "")
    begin = declaration.find("(")
    if begin < 0:
        return None
    return tuple(
        Parameter(frozenset() if part.startswith("_ ") else frozenset(part.split(":")[0].split()), "=" in part)
        for part in split(declaration[begin + 1 : kotlin_api.end_of(declaration, begin) - 1])
    )


def swift(lines: list[str]) -> Declarations:
    """The declarations of the list of Swift, by `Type.member`."""
    found = defaultdict(list)
    for line in lines:
        path, _, declaration = line.partition(": ")
        match = SWIFT.match(declaration)
        if match is None:
            continue  # A conformance, an operator, or an initializer from a raw value.
        name = match[1] or match[2]
        prefix = "" if path == public_symbols.PRODUCT else f"{path}."
        is_function = match[2] or re.match(rf"{SWIFT_WORDS}func ", declaration)
        found[prefix + name].append(parameters(declaration) if is_function else None)
    return found


def case_of(entry: str) -> str:
    """The case of an entry in capitals, or of a class."""
    if not entry.isupper():
        return entry[0].lower() + entry[1:]
    first, *others = entry.lower().split("_")
    return first + "".join(word.capitalize() for word in others)


def paths_of(lines: list[str], kind: str) -> dict[str, str]:
    """The paths of the declarations of a kind, with what follows their names."""
    pattern = re.compile(rf"([\w.]+): (?:(?:enum|open|abstract|sealed|fun) )*{kind} (\w+)(.*)")
    found = [match.groups() for line in lines if (match := pattern.match(line))]
    return {(name if path == PACKAGE else f"{path}.{name}"): rest for path, name, rest in found}


def kotlin(lines: list[str]) -> Declarations:
    """The declarations of the list of Kotlin, by the `Type.member` that Swift would have."""
    sealed = paths_of([line for line in lines if "sealed class" in line], "class")
    aliases = {
        target.removeprefix(" = "): name for name, target in paths_of(lines, "typealias").items() if "." in target
    }
    # A class of a sealed one is a case, and what it holds is the value of the case.
    own = {path: rest for kind in ("class", "object") for path, rest in paths_of(lines, kind).items()}
    cases = {path for path in own if path.rpartition(".")[0] in sealed and own[path].startswith((" : ", "<"))}
    found = defaultdict(list)
    for line in lines:
        path, _, declaration = line.partition(": ")
        match = KOTLIN.match(declaration)
        name = match[1] or match[2] or match[3]
        is_constant = path.endswith(".Companion") and name.isupper()
        if match[3] or is_constant or f"{path}.{name}" in cases:
            name = case_of(name)
        if path in aliases:
            path = aliases[path]
        elif path in cases and path not in sealed:
            continue
        path = path.removesuffix(".Companion")
        prefix = "" if path == PACKAGE else f"{path}."
        is_function = match[2] or declaration.partition("(")[0].split()[-2:-1] == ["fun"]
        found[prefix + name.replace("constructor", "init")].append(parameters(declaration) if is_function else None)
    return found


def supertypes(lines: list[str]) -> dict[str, list[str]]:
    """The supertypes of the types of the list of Kotlin."""
    found = {}
    for path, rest in paths_of(lines, "(?:class|object|interface)").items():
        _, _, after = rest.rpartition(" : ") if not rest.startswith(" : ") else ("", "", rest[3:])
        found[path] = [re.match(r"[\w.]+", supertype)[0] for supertype in split(after) if supertype[0].isupper()]
    return found


def fits(one: Parameters, other: Parameters) -> bool:
    """True if a call of Swift's function is one of Kotlin's: the names in order, or left out with a default."""
    if one is None or other is None:
        return one is other
    required = [parameter for parameter in one if not parameter.has_default]
    for kept in itertools.product(*[(True, False) if parameter.has_default else (True,) for parameter in other]):
        called = [parameter for parameter, is_kept in zip(other, kept, strict=True) if is_kept]
        for expected in (list(one), required):
            if len(called) == len(expected) and all(
                not mine.names or mine.names & theirs.names for mine, theirs in zip(expected, called, strict=True)
            ):
                return True
    return False


@dataclass
class Reasons:
    """The rows of the document. `used` are the rows that a declaration needs."""

    names: list[tuple[int, str, str]]
    """Line, name for Swift, name for Kotlin; a star for a part of both. Members of a type follow it."""
    lone: list[tuple[int, str, str]]
    """Line, pattern, language."""
    used: set[int]

    @staticmethod
    def read(text: str) -> "Reasons":
        numbered = list(enumerate(text.splitlines(), 1))
        lone = [(number, match[1], match[2]) for number, line in numbered if (match := LONE.fullmatch(line))]
        names = [(number, match[1], match[2]) for number, line in numbered if (match := ROW.fullmatch(line))]
        return Reasons(names, lone, set())

    def in_swift(self, name: str) -> str:
        """The name for Swift of a declaration of Kotlin. The longest row decides."""
        for number, other, own in sorted(self.names, key=lambda row: -len(row[2])):
            pattern = re.escape(own).replace(r"\*", r"(\w+)")
            if match := re.match(rf"{pattern}(?=\.|$)", name):
                self.used.add(number)
                return match.expand(other.replace("*", r"\1")) + name[match.end() :]
        return name

    def explains(self, name: str, language: str) -> bool:
        rows = [number for number, pattern, of in self.lone if of == language and fnmatchcase(name, pattern)]
        self.used.update(rows)
        return bool(rows)


def faults_of(swift_lines: list[str], kotlin_lines: list[str], document: str) -> Iterator[tuple[int, str]]:
    """Lines of the document, and what to do."""
    reasons = Reasons.read(document)
    ours = swift(swift_lines)
    theirs: Declarations = defaultdict(list)
    original = {}
    for name, overloads in kotlin(kotlin_lines).items():
        renamed = reasons.in_swift(name)
        theirs[renamed] += overloads
        original[renamed] = name
    for path, inherited in supertypes(kotlin_lines).items():
        own = reasons.in_swift(path)
        for name, overloads in list(theirs.items()):
            owner, _, member = name.rpartition(".")
            if owner in map(reasons.in_swift, inherited) and f"{own}.{member}" in ours:
                theirs.setdefault(f"{own}.{member}", []).extend(overloads)
    for name in ours:
        if name not in theirs and not reasons.explains(name, "Swift"):
            yield 1, f"{name} is in Swift alone: write its twin, or a row that says why there is none"
    for name in theirs:
        if name not in ours and not reasons.explains(original[name], "Kotlin"):
            yield 1, f"{original[name]} is in Kotlin alone: write its twin, or a row that says why there is none"
    for name in ours.keys() & theirs.keys():
        others = [overload for overload in theirs[name] if overload is not None]
        for overload in ours[name]:
            if overload and others and not any(fits(overload, other) for other in others):
                if not reasons.explains(name, "Swift"):
                    yield 1, f"{name} has other parameters in Kotlin: name them as in Swift, or say why not"
    for number, *_ in [*reasons.names, *reasons.lone]:
        if number not in reasons.used:
            yield number, "remove the row: no declaration needs it"


def faults() -> Iterator[Fault]:
    texts = [(tree.ROOT / path).read_text() for path in (public_symbols.LIST, kotlin_api.LIST, DOCUMENT)]
    for number, advice in sorted(faults_of(texts[0].splitlines(), texts[1].splitlines(), texts[2])):
        yield Fault(DOCUMENT, number, advice)
