"""A website as a page of docs/integrate configures it: the page's listings are run as they are printed."""

import re
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path

import requests

from .processes import REPOSITORY, Process, free_port

PAGES = REPOSITORY / "docs" / "integrate"
ISSUER = "https://login.example.org"
ORIGIN = "https://app.example.org"
"""The manager's and the website's address in the pages."""


@dataclass(frozen=True)
class Client:
    """A client library. `section` is the heading of its page, and `framework` the function that runs it."""

    page: str
    section: str
    framework: str
    login: str
    """The path at which a login begins."""
    callback: str
    pkce: str = "required"

    @property
    def name(self) -> str:
        return self.section.split()[0].strip(":,").lower()

    def listings(self) -> dict[str, str]:
        """The indented listings of the section by the file that their first line names."""
        return listings((PAGES / self.page).read_text(), self.section)


def listings(page: str, section: str) -> dict[str, str]:
    """The indented listings below a heading, by the file that is named in the first line of each."""
    lines = iter(re.split(rf"^##? {re.escape(section)}.*\n", page, flags=re.MULTILINE)[1].splitlines())
    found: dict[str, list[str]] = {}
    file = None
    for line in lines:
        if line.startswith("## "):
            break
        if name := re.fullmatch(r"    # (\w+\.(?:py|conf))", line):
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


class IntegratedWebsite:
    """A running website. It is declared at the manager with the callback of its page."""

    def __init__(self, client: Client, algorithm: str, folder: Path):
        self.client = client
        self.algorithm = algorithm
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.name = f"{client.name}-{algorithm.lower()}"
        self.process: Process | None = None

    def declaration(self) -> dict:
        return {
            "name": self.name,
            "displayName": f"Website with {self.client.name}",
            "redirectUris": [f"{self.url}{self.client.callback}"],
            "signingAlgorithm": self.algorithm,
            "pkce": self.client.pkce,
            "roles": [{"name": "user", "alternatives": [["pin", "device"]]}],
        }

    def start(self, issuer: str, client_id: str, client_secret: str) -> None:
        """Runs the page's listings with the values of this installation in place of the page's."""
        listings = self.client.listings()
        assert listings, f"{self.client.page} has no listing of {self.client.section}"
        self.folder.mkdir()
        for file, text in listings.items():
            values = {ISSUER: issuer, ORIGIN: self.url, '"ES256"': f'"{self.algorithm}"'}
            values |= {'"CLIENT_ID"': f'"{client_id}"', '"CLIENT_SECRET"': f'"{client_secret}"'}
            (self.folder / file).write_text(replaced(text, values))
        runner = Path(__file__).with_name("integrated_website.py")
        self.process = Process(
            [sys.executable, runner, self.client.framework, self.port, self.client.name],
            self.folder / f"{self.name}.log",
            environment={
                "LISTINGS": str(self.folder),
                "PYTHONPATH": str(self.folder),
                "SECRET_KEY": "of this test",
                "DATABASE": str(self.folder / "database.sqlite"),
                "PYTHONDONTWRITEBYTECODE": "1",
                # Without TLS, which the pages' addresses have.
                "OAUTHLIB_INSECURE_TRANSPORT": "1",
            },
        )
        self.process.wait_until(self.is_ready)

    def is_ready(self) -> bool:
        try:
            requests.get(f"{self.url}/who", timeout=5)
            return True
        except requests.RequestException:
            return False

    def stop(self) -> None:
        if self.process:
            self.process.stop()
