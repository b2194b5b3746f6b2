"""A person's device: `xign`, the authenticator for the terminal, with its own home folder."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

from .manager import Activation, KeyMaterial
from .processes import INSTALLED_PROGRAMS, ending_with_parent, run, run_or_fail

PROGRAM = INSTALLED_PROGRAMS / "xign"


def arguments(code: Path | str) -> list:
    """The arguments of `xign login` for a code: a picture or a link as it is, other text as scanned text."""
    return [code] if isinstance(code, Path) or "://" in code else ["--scanned", code]


class Authenticator:
    """A device. `pin` is the PIN that its owner has chosen."""

    def __init__(
        self,
        home: Path,
        pin: str = "735198",
        variables: dict[str, str] | None = None,
        under: Sequence[str] = (),
    ):
        """`variables` are added to the environment of each command; `under` is the command line of a program that runs
        it, such as a debugger."""
        self.home = home
        self.pin = pin
        self.variables = variables or {}
        self.under = under

    def command(self, *arguments) -> list:
        variables = ["env", *(f"{name}={value}" for name, value in self.variables.items())]
        return [*(variables if self.variables else []), *self.under, PROGRAM, "--home", self.home, *arguments]

    def trust(self, key_material: KeyMaterial) -> str:
        """Trusts a manager with a compared fingerprint."""
        return run_or_fail(*self.command("trust", key_material.file, "--fingerprint", key_material.fingerprint))

    def activate(self, activation: Activation, *options) -> str:
        return run_or_fail(
            *self.command("activate", activation.picture, "--pin-stdin", *options),
            input=f"{activation.pin}\n{self.pin}\n",
        )

    def login(
        self, code: Path | str, *options, pin: str | None = None, environment=None
    ) -> subprocess.CompletedProcess:
        """Scans the code of a login or an act, or follows its link; consents; types a PIN, by default the owner's."""
        return run(
            *self.command("login", *arguments(code), "--yes", "--confirm-act", "--pin-stdin", *options),
            input=f"{pin or self.pin}\n",
            environment=environment,
        )

    def begin_login(self, code: Path | str, *options) -> subprocess.Popen:
        """Scans a code and consents. The PIN is typed later with `communicate`."""
        return subprocess.Popen(
            ending_with_parent(*self.command("login", *arguments(code), "--yes", "--pin-stdin", *options)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def log_in_to_app(self, service_file: Path, *options, pin: str | None = None) -> subprocess.CompletedProcess:
        """Logs in as the app of a service would, and consents."""
        return run(
            *self.command("inapp", "direct", "--service", service_file, "--yes", "--pin-stdin", *options),
            input=f"{pin or self.pin}\n",
        )

    def accounts(self) -> list[dict]:
        return json.loads(run_or_fail(*self.command("accounts", "--json")))

    def activations(self) -> list[dict]:
        """The devices of the account, as the manager lists them."""
        return json.loads(run_or_fail(*self.command("activation", "list", "--json")))

    def device_names(self) -> set[str]:
        """The names of the devices of the account."""
        return {item["alias"] for item in self.activations()}
