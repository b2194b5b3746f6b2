"""Words and pages know enums, ids and texts of the domain, but none of its aggregates, which have secrets."""

import re
from collections.abc import Iterator

import tree
from fault import Fault

MODULES = ("Manager/Sources/XignWording", "Manager/Sources/XignPages")
AGGREGATES = (
    *("Account", "Service", "Activation", "Process", "BrowserSession", "BearerHash", "BearerToken"),
    *("ActScene", "AdministeredObject", "PendingAct", "RequestedAct"),
)

# A type that is nested in an aggregate, such as a state, is a value. A type of a page is called by the page's name.
NAME = re.compile(rf"(?:(?<![.\w])|(?<=\bXignDomain\.))({'|'.join(AGGREGATES)})\b(?!\.[A-Z])")
# The ends of code, of a text on one line and of a text on several lines.
TOKENS = {
    "code": re.compile(r'//[^\n]*|"""|"|[()]'),
    '"': re.compile(r'\\\(|\\.|"'),
    '"""': re.compile(r'\\\(|\\.|"""'),
}


def code_alone(text: str) -> str:
    """Swift with blanks in the place of comments and texts, but not of the code that is within texts."""
    parts, place, within = [], 0, ["code"]
    while token := TOKENS[within[-1]].search(text, place):
        before = text[place : token.start()]
        parts.append(before if within[-1] == "code" else re.sub(r"[^\n]", " ", before))
        parts.append(" " * len(token[0]))
        if token[0] in ("(", "\\("):
            within.append("code")
        elif token[0] == ")" or token[0] == within[-1]:
            within.pop()
        elif token[0] in TOKENS:
            within.append(token[0])
        place = token.end()
    return "".join(parts) + text[place:]


def named_aggregates(text: str) -> Iterator[tuple[int, str]]:
    """The lines that name an aggregate."""
    code = code_alone(text)
    for name in NAME.finditer(code):
        yield code.count("\n", 0, name.start()) + 1, name[1]


def faults() -> Iterator[Fault]:
    for module in MODULES:
        for path in tree.files(".swift", below=module):
            for number, name in named_aggregates((tree.ROOT / path).read_text()):
                advice = f"give the page the texts, ids and enums that it shows, not the {name} of the domain"
                yield Fault(path, number, advice)
