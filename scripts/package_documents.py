"""The documents of this repository as an installed manager has them.

    scripts/package_documents.py documents FOLDER    # the documents, with links that lead somewhere there
    scripts/package_documents.py manual FOLDER       # manual pages of section 5, made from docs

A document keeps its text. A link to a file that is not installed becomes its words.
"""

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

LINK = re.compile(r"\[((?:[^\]\[`]|`[^`]*`)+)\]\(([^)\s]+)\)")


# MARK: Documents


def sources() -> dict[Path, Path]:
    """The installed name of each document and of each example, by its path in the repository."""
    names = {path: path.relative_to("docs") for path in found("docs", "*.md")}
    names[Path("SECURITY.md")] = Path("SECURITY.md")
    for path in found("deploy", "*"):
        if path.parts[1] not in ("debian", "systemd"):
            names[path] = Path("examples", *path.parts[1:])
    return names


def found(folder: str, pattern: str) -> list[Path]:
    return sorted(path.relative_to(ROOT) for path in (ROOT / folder).rglob(pattern) if path.is_file())


def installed_link(target: str, document: Path, names: dict[Path, Path]) -> str | None:
    """The address of a link in the installed document; None where it leads to nothing that is installed."""
    address, mark, heading = target.partition("#")
    if not address or re.match(r"[a-z]+:", address):
        return target
    meant = Path(os.path.normpath(document.parent / address))
    name = names.get(meant) or next((names[path].parent for path in names if path.parent == meant), None)
    if name is None:
        return None
    climb = [".."] * len(names[document].parent.parts)
    return Path(*climb, name).as_posix() + mark + heading


def installed_text(document: Path, names: dict[Path, Path]) -> str:
    def replaced(link: re.Match) -> str:
        target = installed_link(link[2], document, names)
        return link[1] if target is None else f"[{link[1]}]({target})"

    return LINK.sub(replaced, (ROOT / document).read_text())


def write_documents(folder: Path) -> None:
    names = sources()
    for path, name in names.items():
        if path.suffix == ".md":
            write(folder / name, installed_text(path, names))


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o644)


# MARK: Manual pages


@dataclass(frozen=True)
class Page:
    name: str
    summary: str
    document: str
    headings: tuple[str, ...] = ()
    """The sections of the document; all without any."""


PAGES = (
    Page(
        "xignin-manager.yaml",
        "the configuration of xignin-manager, /etc/xign/manager.yaml",
        "operations.md",
        ("manager.yaml", "Origins of the pages", "App-Links", "Notices to users", "Logouts to websites", "Limits"),
    ),
    Page("xignin-manager-declarations", "the files that xignin-manager apply takes", "declarations.md"),
)


def write_manual(folder: Path) -> None:
    for page in PAGES:
        write(folder / f"{page.name}.5", manual(page))


def manual(page: Page) -> str:
    lines = [
        f'.TH {escaped(page.name.upper())} 5 "" "xignin\\-manager"',
        ".SH NAME",
        f"{escaped(page.name)} \\- {escaped(page.summary)}",
    ]
    for title, body in sections((ROOT / "docs" / page.document).read_text()):
        if not page.headings or title in page.headings:
            lines += [f".SH {quoted(title.upper() if title else 'DESCRIPTION')}", *blocks(body)]
    lines += [".SH SEE ALSO", f"\\fBxignin\\-manager\\fR(1), {escaped(page.document)} in the folder of documents"]
    return "\n".join(lines) + "\n"


def sections(text: str) -> Iterator[tuple[str, list[str]]]:
    """Titles and lines of the sections of a document. The first has no title."""
    title, body, is_fenced = "", [], False
    text = re.sub(r"<!--.*?-->\n*", "", text, flags=re.DOTALL)
    for line in text.splitlines():
        is_fenced ^= line.startswith("```")
        if is_fenced or not (heading := re.match(r"#{1,2} (.*)", line)):
            body.append(line)
        elif not line.startswith("# "):
            yield title, body
            title, body = heading[1].replace("`", ""), []
    yield title, body


def blocks(lines: list[str]) -> list[str]:
    """The lines of Markdown in roff: paragraphs, headings, lists, tables and code, as our documents have them."""
    out: list[str] = []
    rest = list(lines)
    while rest:
        line = rest[0]
        if not line.strip():
            rest.pop(0)
        elif line.startswith("```"):
            end = rest.index("```", 1)
            out += code(rest[1:end])
            rest = rest[end + 1 :]
        elif line.startswith("    "):
            taken = take(rest, lambda text: text.startswith("    ") or not text.strip())
            out += code([text[4:] for text in taken])
        elif heading := re.match(r"#{3,} (.*)", line):
            out.append(f".SS {quoted(heading[1].replace('`', ''))}")
            rest.pop(0)
        elif line.startswith("|"):
            out += table(take(rest, lambda text: text.startswith("|")))
        elif item := re.match(r"(- |\d+\. +)", line):
            width = len(item[0])
            rest[0] = " " * width + line[width:]
            taken = take(rest, lambda text, width=width: text.startswith(" " * width) or not text.strip())
            mark = "\\(bu" if item[0] == "- " else item[0].strip()
            first, *others = blocks([text[width:] for text in taken])
            out += [f".IP {mark} 4", *(others if first == ".PP" else [first, *others])]
            out = nested(out)
        else:
            words = take(rest, lambda text: text.strip() and not re.match(r"(- |\d+\. |\||```|#)", text))
            out += [".PP", inline(" ".join(word.strip() for word in words))]
    return out


def nested(out: list[str]) -> list[str]:
    """Keeps the further paragraphs of the last item at its margin."""
    start = max(index for index, line in enumerate(out) if line.startswith(".IP "))
    return out[: start + 1] + [".IP" if line == ".PP" else line for line in out[start + 1 :]]


def take(rest: list[str], belongs) -> list[str]:
    """Takes the first line, and those after it that belong to it."""
    count = 1
    while count < len(rest) and belongs(rest[count]):
        count += 1
    taken, rest[:] = rest[:count], rest[count:]
    return taken


def code(lines: list[str]) -> list[str]:
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return [".PP", ".RS 4", ".nf", *(guarded(escaped(line)) for line in lines), ".fi", ".RE"]


def table(rows: list[str]) -> list[str]:
    """A row becomes an entry: the first cell, and below it the others, with their titles where there are several."""
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))] for row in rows]
    titles = cells[0]
    out = []
    for row in cells[2:]:
        out += [".TP", inline(row[0]) if row[0] else "\\(bu"]
        texts = [
            inline(f"{title}: {cell}" if len(row) > 2 and title else cell)
            for title, cell in zip(titles[1:], row[1:], strict=False)
            if cell
        ]
        out += [part for text in texts for part in (text, ".br")][:-1] or ["\\&"]
    return out


def inline(text: str) -> str:
    text = LINK.sub(lambda link: link[1], text.replace("\\|", "|"))
    parts = re.split(r"(`[^`]+`|\*\*[^*]+\*\*)", text)
    return guarded("".join(styled(part) for part in parts))


def styled(part: str) -> str:
    if part.startswith("`") and len(part) > 2:
        return f"\\fB{escaped(part[1:-1])}\\fR"
    if part.startswith("**") and len(part) > 4:
        return f"\\fB{escaped(part[2:-2])}\\fR"
    return escaped(part)


def quoted(text: str) -> str:
    return '"' + escaped(text) + '"'


def escaped(text: str) -> str:
    replacements = {"\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti", '"': "\\(dq"}
    return "".join(replacements.get(character, character) for character in text)


def guarded(line: str) -> str:
    """A full stop at the beginning of a line would be a request."""
    return "\\&" + line if line.startswith(".") else line


if __name__ == "__main__":
    {"documents": write_documents, "manual": write_manual}[sys.argv[1]](Path(sys.argv[2]))
