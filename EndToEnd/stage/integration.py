"""A website as a page of docs/integrate configures it: the page's listings are run as they are printed."""

import sys
from dataclasses import dataclass
from pathlib import Path

import requests

from .guide import ISSUER, guide, replaced
from .processes import Process, free_port


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
        """The listings of the section by the file that each names."""
        return guide(self.page).listings(self.section)


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
            "roles": [{"name": "user", "alternatives": [["device"]]}],
        }

    def start(self, issuer: str, client_id: str, client_secret: str) -> None:
        """Runs the page's listings with the values of this installation in place of the page's."""
        listings = self.client.listings()
        assert listings, f"{self.client.page}.md has no listing of {self.client.section}"
        self.folder.mkdir()
        for file, text in listings.items():
            values = {ISSUER: issuer, "https://app.example.org": self.url, '"ES256"': f'"{self.algorithm}"'}
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
