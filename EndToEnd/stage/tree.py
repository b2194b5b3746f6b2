"""The accessibility tree of a page: what a screen reader is told."""

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path

from .browser import Browser
from .words import SAME_IN_BOTH, texts

TREES = Path(__file__).parents[1] / "trees"
# Roles without a meaning of their own, whose contents are what counts.
TRANSPARENT = {"none", "generic", "LineBreak", "ListMarker", "DescriptionList"}
TRANSPARENT |= {"sectionheader", "sectionfooter", "HeaderAsNonLandmark", "FooterAsNonLandmark"}
# Roles that Chromium names in its own way, and perhaps otherwise tomorrow.
NAMES = {"RootWebArea": "page", "DisclosureTriangle": "summary", "Details": "group"}
# Roles whose name is their content.
NAMED_BY_CONTENT = {"heading", "link", "button", "tab", "columnheader", "summary", "term"}
# Roles whose content has elements of its own, such as a time or a link. The name repeats it.
CELLS = {"cell", "rowheader"}
FIELDS = {"textbox", "searchbox", "combobox", "checkbox", "radio", "Date"}
TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
PROPERTIES = [
    "level",
    "expanded",
    "checked",
    "pressed",
    "disabled",
    "required",
    "invalid",
    "live",
    "busy",
    "describedby",
]


def accessibility_tree(browser: Browser) -> str:
    """Returns the tree as indented lines of role, name and properties, without the contents of times.

    All texts of the page are strings of JSON, and nothing else is.
    """
    nodes = browser.devtools("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    lines: list[str] = []

    def visit(node: dict, depth: int) -> None:
        role = node.get("role", {}).get("value", "none")
        role = NAMES.get(role, role)
        name = "" if role in CELLS else " ".join(str(node.get("name", {}).get("value", "")).split())
        if role == "InlineTextBox":
            return
        if role == "time":
            lines.append("  " * depth + "time")
            return
        is_shown = not node.get("ignored") and role not in TRANSPARENT and (role != "StaticText" or name)
        if is_shown:
            lines.append("  " * depth + described(role, name, node))
        if is_shown and (role == "StaticText" or (role in NAMED_BY_CONTENT and name)):
            return
        for child in node.get("childIds", []):
            if child in by_id:
                visit(by_id[child], depth + 1 if is_shown else depth)

    visit(nodes[0], 0)
    return "\n".join(lines) + "\n"


def described(role: str, name: str, node: dict) -> str:
    if role == "StaticText":
        return quoted(name)
    properties = {item["name"]: item["value"].get("value") for item in node.get("properties", [])}
    shown = [
        f"{key}={properties[key]}" for key in PROPERTIES if properties.get(key) not in (None, False, "false", "", "off")
    ]
    description = " ".join(str(node.get("description", {}).get("value", "")).split())
    return " ".join(
        filter(None, [role, name and quoted(name), *shown, f"({quoted(description)})" if description else ""])
    )


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def assert_tree(browser: Browser, name: str, language: str, names: dict[str, str]) -> None:
    """Compares the tree of an English page with `trees/NAME.txt`, and the outline of a page in another language with
    that of the same file. `names` are texts that differ in each run, each with the text that the file has instead.

    After a deliberate change, write new trees, read the difference and commit it:
    `XIGN_TEST_RECORD_TREES=1 pytest ...`.
    """
    found = accessibility_tree(browser)
    for text, replacement in names.items():
        found = found.replace(text, replacement)
    found = re.sub(r"\b\d:\d{2}\b", "0:00", found)
    # Times in names of links, days in headings.
    found = re.sub(r", \d{1,2}\.? \w+ \d{4}.*UTC", ", TIME", found)
    found = re.sub(r"\b\d{1,2}\.? \w+ 20\d{2}\b", "DAY", found)
    # Days in fields.
    found = re.sub(r'(spinbutton "(?:Day|Month|Year) .*"\n +)"\d+"', r'\g<1>"0"', found)
    file = TREES / f"{name}.txt"
    if language == "en":
        if os.environ.get("XIGN_TEST_RECORD_TREES"):
            TREES.mkdir(exist_ok=True)
            file.write_text(found)
        assert found == file.read_text(), f"{file} is not the tree of {browser.url}"
    else:
        english = file.read_text()
        assert outline(found) == outline(english), f"{file} has not the outline of {browser.url}"
        left = untranslated(texts(browser), english)
        assert not left, f"not translated at {browser.url}: {left}"


def untranslated(spoken: Iterable[str], english: str) -> set[str]:
    """Returns what a page in another language says in the words of the English one, whose tree this is."""
    texts = {json.loads(text) for text in TEXT.findall(english)}
    return {text for text in spoken if text in texts and re.search(r"[^\W\d_]", text)} - SAME_IN_BOTH


def outline(tree: str) -> str:
    """The tree with `text` in place of each text, and the number of its label in place of a field's name.

    Texts that stand side by side are one: the order of words decides how many there are around a name.
    """
    labels = re.findall(rf"LabelText\n +({TEXT.pattern})", tree)

    def replaced(line: str) -> str:
        is_field = line.split()[0] in FIELDS
        return TEXT.sub(
            lambda text: f"label {labels.index(text[0])}" if is_field and text[0] in labels else "text", line
        )

    outlined = "\n".join(map(replaced, tree.splitlines()))
    return re.sub(r"^( *)text(\n\1text)+$", r"\1text", outlined, flags=re.MULTILINE)
