"""`xignin-manager` on its own data folder."""

import copy
import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import requests

from .processes import INSTALLED_PROGRAMS, Process, free_port, run, run_or_fail

PROGRAM = INSTALLED_PROGRAMS / "xignin-manager"


@dataclass(frozen=True)
class Activation:
    """An invitation: a picture of a QR code, and a PIN that is sent separately."""

    picture: Path
    pin: str
    link: str
    """The text of the QR code."""


@dataclass(frozen=True)
class KeyMaterial:
    """A manager's key material, and its fingerprint, which is published separately."""

    file: Path
    fingerprint: str


class Manager:
    """An identity provider, from `init` to `stop`. Commands work beside the running server."""

    def __init__(
        self,
        folder: Path,
        *,
        port: int | None = None,
        listening_port: int | None = None,
        database: str | None = None,
        issuer: str | None = None,
        administrator: str | None = None,
        app_links: str | None = None,
    ):
        """`port` is the port of the issuer; the manager listens on `listening_port` if a proxy is in front of it.

        `administrator` is the name of the first one, whose activation is then `first_activation`.
        `app_links` is the origin of App-Links, where it is not the default.
        """
        self.folder = folder
        self.data = folder / "data"
        self.port = port or free_port()
        self.listening_port = listening_port or self.port
        self.issuer = issuer or f"http://127.0.0.1:{self.port}"
        self.process: Process | None = None
        self.variables: dict[str, str] = {}
        """Added to the environment of the server, and of each command."""
        options = ["--issuer", self.issuer, *(["--database", database] if database else [])]
        options += ["--app-link-origin", app_links] if app_links else []
        if administrator:
            picture, pin = folder / f"{administrator}.png", "20481632"
            options += ["--administrator", administrator, "--qr", picture, "--pin-stdin", "--json"]
            issued = json.loads(self.command("init", *options, input=f"{pin}\n"))
            self.first_activation = Activation(picture, pin, issued["administrator"]["link"])
        else:
            self.command("init", *options)

    def another(self, folder: Path) -> "Manager":
        """Returns a second server of this issuer on the same database, as on another machine."""
        other = copy.copy(self)
        other.folder, other.data = folder, folder / "data"
        other.listening_port = free_port()
        other.process = None
        other.data.mkdir(mode=0o700, parents=True)
        for name in ("manager.yaml", "key-encryption-key"):
            shutil.copy(self.data / name, other.data)
        return other

    def copied(self, folder: Path) -> "Manager":
        """Returns this manager, which does not run, as it is now in another folder (SQLite)."""
        other = copy.copy(self)
        other.folder, other.data = folder, folder / "data"
        shutil.copytree(self.data, other.data)
        return other

    @property
    def address(self) -> str:
        """The URL of this server itself, without proxy."""
        return f"http://127.0.0.1:{self.listening_port}"

    @property
    def program(self) -> list:
        """The beginning of each command line."""
        variables = ["env", *(f"{name}={value}" for name, value in self.variables.items())]
        return [*(variables if self.variables else []), PROGRAM]

    def command(self, *arguments, input: str | None = None) -> str:
        return run_or_fail(*self.program, *arguments, "--data", self.data, input=input)

    def try_command(self, *arguments) -> subprocess.CompletedProcess:
        """Runs a command that may be refused."""
        return run(*self.program, *arguments, "--data", self.data)

    def configure(self, *lines: str) -> None:
        """Adds lines to `manager.yaml`. One for a key that is there replaces it."""
        file = self.data / "manager.yaml"
        keys = tuple(line.partition(":")[0] + ":" for line in lines)
        kept = [line for line in file.read_text().splitlines() if not line.startswith(keys)]
        file.write_text("\n".join([*kept, *lines, ""]))

    def start(self) -> None:
        self.process = Process(
            [*self.program, "serve", "--data", self.data, "--port", self.listening_port], self.folder / "manager.log"
        )
        self.process.wait_until(self.is_ready)

    def is_ready(self) -> bool:
        try:
            return requests.get(f"{self.address}/health/ready", timeout=5).status_code == 200
        except requests.RequestException:
            return False

    def stop(self) -> int | None:
        """Ends the server with SIGTERM, as an operator would. Returns its exit status."""
        return self.process.stop() if self.process else None

    def kill(self) -> None:
        """Kills the server, as in a power failure."""
        self.process.kill()

    def apply(self, declaration: str) -> None:
        file = self.folder / "declaration.yaml"
        file.write_text(declaration)
        self.command("apply", file)

    def fingerprint(self) -> str:
        """The fingerprint of the manager's root keys."""
        return self.command("key-material", "--fingerprint").splitlines()[0]

    def epoch(self) -> str:
        """The number of the epoch, as the manager prints it below the fingerprint."""
        return re.match("epoch ([0-9]+)", self.command("key-material", "--fingerprint").splitlines()[1])[1]

    def invite(self, user: str, pin: str = "20481632") -> Activation:
        """Hands out an activation, to a new user where there is none of this name."""
        picture = self.folder / f"{user}.png"
        picture.unlink(missing_ok=True)
        is_known = self.try_command("user", "show", user).returncode == 0
        command = ("activation", "issue") if is_known else ("user", "add")
        issued = self.command(*command, user, "--qr", picture, "--pin-stdin", "--json", input=f"{pin}\n")
        return Activation(picture, pin, json.loads(issued)["link"])

    def create_invitation(self, address: str, organization: str, role: str, pin: str = "20481632") -> Activation:
        """Invites the owner of a mail address. `role` is the service's and the role's name with a slash between."""
        picture = self.folder / f"{address}.png"
        picture.unlink(missing_ok=True)
        options = ["--organization", organization, "--role", role, "--qr", picture, "--pin-stdin", "--json"]
        issued = self.command("invitation", "create", address, *options, input=f"{pin}\n")
        return Activation(picture, pin, json.loads(issued)["link"])

    def service(self, name: str) -> dict:
        return json.loads(self.command("service", "show", name, "--json", "--secret"))

    def audit(self) -> list[dict]:
        """The newest events of the audit log, newest first, with the steps that lists leave out."""
        events = [
            event
            for topic in ((), ("--what", "steps"))
            for event in json.loads(self.command("audit", "list", "--json", *topic))
        ]
        return sorted(events, key=lambda event: event["time"], reverse=True)

    def key_material(self) -> KeyMaterial:
        file = self.folder / "key-material.json"
        file.write_text(self.command("key-material"))
        return KeyMaterial(file, self.fingerprint())
