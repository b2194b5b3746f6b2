"""A Keycloak server, from the folder that KEYCLOAK_HOME names."""

import json
import os
import shutil
from pathlib import Path

import requests

from .processes import REPOSITORY, Process, free_port, run_or_fail

REALM = REPOSITORY / "deploy" / "keycloak" / "realm.json"


def unpacked(folder: Path) -> Path:
    """Makes a writable copy of the Keycloak in KEYCLOAK_HOME, which is a Keycloak or a folder with its archive."""
    given = Path(os.environ["KEYCLOAK_HOME"])
    home = folder / "keycloak"
    if (given / "bin" / "kc.sh").exists():
        shutil.copytree(given, home, symlinks=True)
    else:
        archive = next(iter(sorted(given.glob("keycloak-*.tar.*"))), None)
        if archive is None:
            raise FileNotFoundError(f"KEYCLOAK_HOME: {given} is neither a Keycloak nor a folder with its archive.")
        home.mkdir()
        run_or_fail("tar", "-C", home, "-xf", archive, seconds=300)
    program = next(iter([*home.glob("bin/kc.sh"), *home.glob("*/bin/kc.sh")]))
    return program.parents[1]


class Keycloak:
    """A Keycloak server with a new database, from `start` to `stop`."""

    def __init__(self, home: Path, folder: Path, *, path: str = ""):
        """`home` is an unpacked Keycloak. `path` comes before `/realms`: it was `/auth` before Keycloak 18."""
        self.home = home
        self.folder = folder
        self.path = path
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.url = f"{self.origin}{path}"
        self.process: Process | None = None

    def start(self, realms: list[dict], *, prefix=(), database=(), environment: dict[str, str] | None = None) -> None:
        """Imports the realms and serves them. The placeholders in them are replaced by variables of `environment`.

        `database` are Keycloak's options for a database of a server; empty for a file.
        """
        shutil.rmtree(self.home / "data", ignore_errors=True)
        imports = self.home / "data" / "import"
        imports.mkdir(parents=True)
        for realm in realms:
            (imports / f"{realm['realm']}.json").write_text(json.dumps(realm))
        options = [
            *(database or ["--db=dev-file"]),
            *("--cache=local", "--import-realm", "--http-enabled=true", "--http-host=127.0.0.1"),
            *(f"--http-port={self.port}", "--hostname-strict=false", "--proxy-headers=xforwarded"),
            *([f"--http-relative-path={self.path}"] if self.path else []),
        ]
        self.process = Process(
            [*prefix, self.home / "bin" / "kc.sh", "start", *options],
            self.folder / "keycloak.log",
            environment=environment,
        )
        last = realms[-1]["realm"]
        self.process.wait_until(lambda: self.serves(last), seconds=240)

    def stop(self) -> None:
        if self.process:
            self.process.stop()

    def serves(self, realm: str) -> bool:
        try:
            return requests.get(f"{self.realm(realm)}/.well-known/openid-configuration", timeout=5).status_code == 200
        except requests.RequestException:
            return False

    def realm(self, name: str) -> str:
        """The address of a realm, which is its issuer."""
        return f"{self.url}/realms/{name}"

    def authorization_path(self, realm: str) -> str:
        return f"{self.path}/realms/{realm}/protocol/openid-connect/auth"
