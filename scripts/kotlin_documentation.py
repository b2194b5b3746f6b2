"""Writes the documented API of Kotlin sources as HTML.

One page for each file with public declarations. No generator of Kotlin's documentation can be had from Debian or PyPI,
so this one reads what the sources have: a comment `/** ... */`, and the declaration behind it.
"""

import html
import re
from collections.abc import Iterator
from pathlib import Path

COMMENT = re.compile(r"^( *)/\*\*(.*?)\*/\s*?\n", re.MULTILINE | re.DOTALL)
ANNOTATIONS = re.compile(r"^(\s*)(?:@[\w:.]+(?:\([^)]*\))?(?: |$))+")
PUBLIC = re.compile(r"^\s*(public|override|[A-Z][A-Z0-9_]*[(,;]|[A-Z][A-Z0-9_]*$)")
STYLE = "body { max-width: 50rem; margin: 2rem auto; font-family: sans-serif; line-height: 1.5 } pre { overflow: auto }"


def declaration(text: str) -> str:
    """Returns the declaration at the beginning of a text, without its body and value."""
    lines = []
    for line in text.splitlines():
        line = ANNOTATIONS.sub(r"\1", line).rstrip()
        if not line.strip():
            continue
        lines.append(line)
        joined = "\n".join(lines)
        is_open = joined.count("(") > joined.count(")")
        if not is_open and not joined.endswith((",", ":")):
            return re.sub(r"(\s*=.*|\s*\{[^}]*\}?)$", "", joined, flags=re.DOTALL)
    return "\n".join(lines)


def words(text: str) -> str:
    """Returns a text of a comment in HTML: names in brackets and code."""
    text = html.escape(text, quote=False)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    return re.sub(r"\[([\w.]+)\]", r"<code>\1</code>", text)


def paragraphs(comment: str) -> str:
    lines = [re.sub(r"^\s*\* ?", "", line) for line in comment.strip().splitlines()]
    text = re.sub(r"(?m)^\s*(@\w+)", r"\n\n\1", "\n".join(lines))
    parts = [part.strip() for part in re.split(r"\n\s*\n", text) if part.strip()]
    return "\n".join(f"<p>{words(part)}</p>" for part in parts)


def documented(source: str) -> Iterator[tuple[str, str]]:
    """Yields each public declaration that has a comment, with the comment in HTML."""
    for match in COMMENT.finditer(source):
        found = declaration(source[match.end() :])
        if PUBLIC.match(found):
            yield found, paragraphs(match[2])


def page(title: str, body: str) -> bytes:
    head = f'<meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
    return f'<!DOCTYPE html>\n<html lang="en">{head}<h1>{title}</h1>\n{body}\n</html>\n'.encode()


def pages(folders: list[Path]) -> Iterator[tuple[str, bytes]]:
    """Yields the name and the content of each page."""
    links = []
    for folder in folders:
        for file in sorted(folder.rglob("*.kt")):
            entries = list(documented(file.read_text()))
            if entries:
                name = "/".join(file.relative_to(folder.parent).with_suffix(".html").parts)
                links.append(f'<li><a href="{name}">{file.stem}</a></li>')
                sections = (f"<pre><code>{html.escape(code)}</code></pre>\n{text}" for code, text in entries)
                yield name, page(file.stem, "\n".join(sections))
    yield "index.html", page("XignSDK for Kotlin", f"<ul>{''.join(links)}</ul>")
