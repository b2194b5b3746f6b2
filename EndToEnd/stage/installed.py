"""An organization whose operator knows nothing but the manual: servers, and a person with a device and a browser."""

import json
import subprocess
from contextlib import ExitStack
from pathlib import Path

from . import runbook
from .account import AccountPages
from .browser import Browser
from .first_login import Handout
from .machine import Machine, Network
from .private_authority import PrivateAuthority
from .processes import REPOSITORY, wait_until

MANUAL = "docs/operations.md"
INSTALLATION = "docs/install.md"
PACKAGES = REPOSITORY / ".build" / "deb"
HOST = "login.example.org"
ISSUER = f"https://{HOST}"
NAMES = (HOST, f"app.{HOST}", "account.example.org", "console.example.org", "xign.example.org")


def package(name: str) -> Path:
    """The package that `make deb` has built."""
    found = list(PACKAGES.glob(f"{name}_*.deb"))
    assert len(found) == 1, "run `make deb` first"
    return found[0]


class Server(Machine):
    """A server of the organization, with its media, its certificate and the package of the manager at hand."""

    def __init__(self, network: Network, name: str, folder: Path, certificate: Path):
        """`folder` has the media, which other servers see too."""
        media = {f"/media/{medium}": folder / medium for medium in ("offline", "backup")}
        for path in media.values():
            path.mkdir(exist_ok=True)
        super().__init__(network, name, folder, mounts=media)
        with ExitStack() as started:
            started.callback(self.stop)
            self.put(package("xignin-manager"))
            self.write(f"/etc/ssl/certs/{HOST}.pem", certificate.read_bytes())
            self.write(f"/etc/ssl/private/{HOST}.key", certificate.read_bytes(), 0o600)
            started.pop_all()

    def install(self) -> None:
        """Types what the manual says on the installation."""
        for block in runbook.blocks(INSTALLATION, "Debian's package"):
            self.sh(block, seconds=120)

    def follow(self, heading: str, blocks: slice = slice(None), answers: str = "") -> None:
        """Types what a section of the manual says, to the letter. `answers` are typed where a block asks."""
        for block in runbook.blocks(MANUAL, heading)[blocks]:
            self.sh(runbook.at_a_terminal(block) if answers else block, input=answers, seconds=120)

    def wait_until_ready(self) -> None:
        wait_until(lambda: self.run("curl --silent --fail http://127.0.0.1:8080/health/ready").returncode == 0)


class Device:
    """A person's machine with `xign` from its package, which trusts the organization's authority as its system does."""

    def __init__(self, machine: Machine, authority: Path):
        self.machine, self.pin = machine, "735198"
        machine.put(package("xign"))
        machine.sh("apt-get install ./xign_*.deb", seconds=120)
        machine.trust(authority)

    def activate(self, handout: Handout) -> None:
        """Trusts the manager, whose fingerprint an operator has published, and activates itself."""
        self.machine.sh(f"xign trust {ISSUER} --fingerprint '{handout.fingerprint}'")
        self.machine.sh(f"xign activate '{handout.link}' --pin-stdin", input=f"{handout.pin}\n{self.pin}\n")

    def login(self, picture: Path, *_) -> subprocess.CompletedProcess:
        """Scans the code in a picture, consents, and types the PIN."""
        path = self.machine.put(picture)
        return self.machine.run(f"xign login {path} --yes --confirm-act --pin-stdin", input=f"{self.pin}\n")

    def accounts(self) -> list[dict]:
        return json.loads(self.machine.sh("xign accounts --json"))


class Organization:
    """Servers, a person's device, and browsers, in a network with one certificate authority. `close` ends them."""

    def __init__(self, network: Network, folder: Path):
        self.network, self.folder = network, folder
        self.issuer = ISSUER
        self.authority = PrivateAuthority(folder)
        self.certificate = self.authority.certificate(*NAMES)
        self.started = ExitStack()
        with ExitStack() as starting:
            starting.callback(self.close)
            machine = self.started.enter_context(Machine(network, "device", folder))
            self.device = Device(machine, self.authority.file)
            starting.pop_all()

    # The account pages need no more of a scene than its folder, and the issuer of its manager.
    @property
    def manager(self) -> "Organization":
        return self

    def new_server(self, name: str) -> Server:
        return self.started.enter_context(Server(self.network, name, self.folder, self.certificate))

    def point_names_at(self, server: Server) -> None:
        """Changes the addresses of all names, as in the name server, and gives the person a browser that has them."""
        self.device.machine.write("/etc/hosts", f"127.0.0.1 localhost\n{server.address} {' '.join(NAMES)}\n")
        folder = self.folder / f"browser-{server.name}"
        folder.mkdir()
        self.browser = Browser(folder, authority=self.authority.file, hosts=dict.fromkeys(NAMES, server.address))
        self.started.callback(self.browser.stop)

    def log_in(self) -> str:
        """Logs the person in at the account pages, in a browser that has forgotten all, and returns the heading."""
        self.browser.forget()
        pages = AccountPages(self, self.browser)
        pages.log_in(self.device)
        assert self.browser.complaints() == []
        return pages.heading

    def close(self) -> None:
        self.started.close()
