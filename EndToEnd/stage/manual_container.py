"""A container that an operator has made by following `docs/install.md`, and a person who has logged in there."""

from pathlib import Path

from .authenticator import Authenticator
from .containers import Containers, image_file
from .first_login import CALLBACK, MANUAL, Handout, first_login
from .processes import free_port, wait_until
from .relying_party import RelyingParty
from .runbook import blocks, replaced

COMMAND = "podman exec --interactive xign xignin-manager"


class ManualContainer:
    """The image has the name that the manual says. The folders and the issuer are this machine's."""

    def __init__(self, containers: Containers, folder: Path, ada: Authenticator, changes: dict[str, str] | None = None):
        """`folder` gets all files of the operator. `changes` are words that the operator types in the place of others.

        `ada` is the device of the person, who owns its folder: the operator may be somebody else.
        """
        self.containers, self.folder = containers, folder
        self.server, self.offline = folder / "server", folder / "offline" / "xign"
        self.issuer = f"http://127.0.0.1:{free_port()}"
        own = {
            "/srv/xign": self.server,
            "=/media/offline/xign:": f"={self.offline}:",
            " /media/offline/xign": f" {self.offline}",
            "--file-system /media/offline": f"--file-system {folder}",
            "xignin-manager_*.tar": image_file(),
            "https://login.example.org": self.issuer,
        } | (changes or {})
        load, init, self.serve, self.check = (replaced(block, own) for block in blocks(MANUAL, "The image"))
        self.typed(load)
        self.shown = self.typed(init)
        """The output of `init`."""
        self.start()
        self.handout = Handout.read(self.typed, COMMAND)
        self.ada = ada
        first_login(self.handout, self.issuer, ada)

    def typed(self, block: str) -> str:
        return self.containers.typed(f"cd {self.folder}\n{block}")

    def start(self) -> None:
        """Types what starts the container, and waits until it is ready."""
        self.typed(self.serve)
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        wait_until(lambda: self.containers.try_typed(self.check).returncode == 0)

    @property
    def website(self) -> RelyingParty:
        return RelyingParty(self.issuer, self.handout.client_id, self.handout.client_secret, CALLBACK)
