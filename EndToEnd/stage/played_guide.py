"""A page of docs/integrate whose client is not run here: its declaration and what the client sends are played."""

import re
import textwrap
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from .integration import PAGES

HEADINGS = ["At the manager", "In ", "What it sends", "Notice", "If it fails"]
"""The beginnings of the headings that each such page has, in this order."""


@dataclass(frozen=True)
class PlayedGuide:
    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text()

    @property
    def name(self) -> str:
        return self.path.stem

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

    def declaration(self) -> str:
        """The service as an element of a list in YAML."""
        roles = "roles: [{ name: user, alternatives: [[pin, device]] }]\n"
        return textwrap.indent(f"name: {self.name}\n{self.members}{roles}", "  ").replace("  ", "- ", 1)

    def declared(self, name: str) -> str | None:
        """The text of a member; of a list the first element."""
        found = re.search(rf"^{name}: \[?\"?([^\",\]\n]+)", self.members, re.MULTILINE)
        return found and found[1]

    def sends(self, what: str) -> str:
        """The cell of the table beside its name."""
        return re.search(rf"^\| {what} \| (.*) \|$", self.section("What it sends"), re.MULTILINE)[1]

    @property
    def scope(self) -> str:
        return self.sends("scope").strip("`")

    @property
    def claims(self) -> str | None:
        """The parameter `claims`; None for a client that sends none."""
        found = re.search(r"^\| claims \| `(.*)` \|$", self.section("What it sends"), re.MULTILINE)
        return found and found[1]

    def claims_read(self, place: str) -> list[str]:
        """The claims that the client reads at a place: `ID token` or `user info`."""
        parts = [part for part in self.sends("reads").split(";") if part.endswith(f"in {place}") or f" {place}" in part]
        return re.findall(r"`(\w+)`", " ".join(parts))


def played_guides() -> list[PlayedGuide]:
    """The pages with a table of what their client sends."""
    pages = sorted(PAGES.glob("*.md"))
    return [PlayedGuide(page) for page in pages if "\n## What it sends\n" in page.read_text()]
