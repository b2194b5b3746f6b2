"""Statements that change a declared thing replace the token under which managers keep what they have read."""

import re
from collections.abc import Iterator

import tree
from fault import Fault

STATEMENT = re.compile(r"\b(?:INSERT INTO|UPDATE|DELETE FROM|TRUNCATE|MERGE INTO)\s+(?:service|role|organization)\b")
CALL = re.compile(r"\.(declare|execute|changedRows|rows|row|write)\(")
SOURCES = "Manager/Sources"
# A migration that changes declared rows replaces the token itself.
SCHEMA = "Manager/Sources/XignStorage/Schema"
# What is kept holds no sealed value.
RESEALING = r"UPDATE service SET sealed_secret = \(value) WHERE id ="


def faulty_lines(text: str) -> list[int]:
    lines = []
    for statement in STATEMENT.finditer(text):
        calls = CALL.findall(text, 0, statement.start())
        if (not calls or calls[-1] != "declare") and not text.startswith(RESEALING, statement.start()):
            lines.append(text.count("\n", 0, statement.start()) + 1)
    return lines


def faults() -> Iterator[Fault]:
    for path in tree.files(".swift"):
        if path.is_relative_to(SOURCES) and not path.is_relative_to(SCHEMA):
            for number in faulty_lines((tree.ROOT / path).read_text()):
                yield Fault(path, number, "run the statement by `declare`, which replaces the token of declared things")
