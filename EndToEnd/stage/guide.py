"""A page of docs/integrate about one client: its declaration, its listings, and a table of what the client sends."""

import re
import textwrap
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from .processes import REPOSITORY

PAGES = REPOSITORY / "docs" / "integrate"
ISSUER = "https://login.example.org"
"""The manager's address in the pages."""
HEADINGS = ["At the manager", "In ", "What it sends", "Notice", "If it fails"]
"""The beginnings of the headings that each page with a table has, in this order."""
ROWS = ["scope", "PKCE", "nonce", "authentication", "reads", "session", "logout"]
"""The rows of the table. `claims` and `requests` may stand below `scope`."""


@dataclass(frozen=True)
class Guide:
    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text()

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def introduction(self) -> str:
        return " ".join(self.text.partition("\n## ")[0].split())

    @property
    def headings(self) -> list[str]:
        return re.findall(r"^## (.*)$", self.text, re.MULTILINE)

    def section(self, heading: str) -> str:
        return re.search(rf"^## {heading}.*\n((?:(?!## ).*\n?)*)", self.text, re.MULTILINE)[1]

    @cached_property
    def members(self) -> str:
        """The members of the service, as the first listing of the page declares them."""
        listing = re.search(r"(?:^    .*\n)+", self.section("At the manager"), re.MULTILINE)[0]
        return textwrap.dedent(listing)

    def declaration(self, name: str | None = None, members: str | None = None) -> str:
        """The service as an element of a list in YAML, with these members in place of the page's.

        It asks for no PIN: to stretch one costs ten times the rest of a login.
        """
        roles = "roles: [{ name: user, alternatives: [[device]] }]\n"
        service = f"name: {name or self.name}\n{members or self.members}{roles}"
        return textwrap.indent(service, "  ").replace("  ", "- ", 1)

    def declared(self, name: str) -> str | None:
        """The text of a member; of a list the first element."""
        found = re.search(rf"^{name}: \[?\"?([^\",\]\n]+)", self.members, re.MULTILINE)
        return found and found[1]

    @property
    def origin(self) -> str:
        """The website's origin in the page."""
        return re.match(r"\w+://[^/]+", self.declared("redirectUris"))[0]

    @cached_property
    def table(self) -> dict[str, str]:
        rows = re.findall(r"^\| (.*?) \| (.*) \|$", self.section("What it sends"), re.MULTILINE)
        return {what: cell for what, cell in rows if what not in ("what", "---")}

    @property
    def scope(self) -> str:
        return self.table["scope"].strip("`")

    @property
    def claims(self) -> str | None:
        """The parameter `claims`; None for a client that sends none."""
        return self.table["claims"].strip("`") if "claims" in self.table else None

    @property
    def pushes(self) -> bool:
        """True if the client pushes its requests (PAR)."""
        return self.table.get("requests", "").startswith("pushed")

    def claims_read(self, place: str) -> list[str]:
        """The claims that the client reads at a place: `ID token` or `user info`."""
        parts = [part for part in self.table["reads"].split(";") if f" {place}" in part]
        return re.findall(r"`(\w+)`", " ".join(parts))

    def listings(self, section: str | None = None) -> dict[str, str]:
        """The listings below a heading, by default of the whole page, by the file that each names in its first line."""
        text = self.text
        if section:
            text = re.split(rf"^##? {re.escape(section)}.*\n", text, flags=re.MULTILINE)[1].partition("\n## ")[0]
        found: dict[str, list[str]] = {}
        file = None
        for line in text.splitlines():
            if name := re.fullmatch(r"    # (\w+\.(?:py|conf|rb|yaml)|Caddyfile)", line):
                file = name[1]
                found[file] = []
            elif line and not line.startswith("    "):
                file = None
            elif file:
                found[file].append(line)
        return {file: textwrap.dedent("\n".join(block)) + "\n" for file, block in found.items()}


def replaced(text: str, values: dict[str, str]) -> str:
    """A listing with the values of an installation in place of the page's."""
    for shown, actual in values.items():
        text = text.replace(shown, actual)
    return text


def guide(name: str) -> Guide:
    return Guide(PAGES / f"{name}.md")


def guides_with_table() -> list[Guide]:
    """The pages with a table of what their client sends."""
    return [page for page in map(Guide, sorted(PAGES.glob("*.md"))) if "\n## What it sends\n" in page.text]
