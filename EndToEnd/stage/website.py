"""The example website, as a developer would run it."""

import re
import sys
from pathlib import Path

import requests

from .processes import REPOSITORY, Process, free_port

EXAMPLE = REPOSITORY / "Examples" / "relying-party-python"


class Website:
    """A relying party. Its port is known before it runs, since the manager needs its redirect URI."""

    def __init__(self, folder: Path, *, port: int | None = None):
        self.folder = folder
        self.port = port or free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.host}"
        self.process: Process | None = None

    def example(self) -> str:
        """The example's declaration for the manager, with the URL that it has here."""
        return (EXAMPLE / "xign.yaml").read_text().replace("http://127.0.0.1:8090", self.url)

    def declaration(self, *attributes: str) -> str:
        """The example's declaration with these attributes instead of its own."""
        declaration, count = re.subn(r"attributes: \[.*\]", f"attributes: [{', '.join(attributes)}]", self.example())
        assert count == 1, "the example's attributes are in one line"
        return declaration

    def start(self, issuer: str, client_id: str, client_secret: str, *, authority: Path | None = None) -> None:
        """Starts it. `authority` has the certificate of the authority that the website trusts, else the system's."""
        self.process = Process(
            [sys.executable, EXAMPLE / "website.py"],
            self.folder / "website.log",
            environment={
                "ISSUER": issuer,
                "CLIENT_ID": client_id,
                "CLIENT_SECRET": client_secret,
                "PORT": str(self.port),
                "PYTHONDONTWRITEBYTECODE": "1",
            }
            | ({"REQUESTS_CA_BUNDLE": str(authority)} if authority else {}),
        )
        self.process.wait_until(self.is_ready)

    def is_ready(self) -> bool:
        try:
            return requests.get(self.url, timeout=5).ok
        except requests.RequestException:
            return False

    def stop(self) -> None:
        if self.process:
            self.process.stop()
