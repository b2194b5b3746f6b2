"""Containers of the manager's image, in a store that is forgotten with the test."""

import json
import os
import re
import resource
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path

import requests

from .processes import REPOSITORY, ProcessFailure, run, run_or_fail, wait_until

IMAGES = REPOSITORY / ".build" / "image"
USER = 10001
DATA = "/var/lib/xign"

# What an operator gives a container that serves strangers: nothing.
CONFINED = ("--read-only", "--cap-drop=all", "--security-opt=no-new-privileges", "--network=host")


# Neither systemd nor a log of the system is needed, and no network of the system is touched.
SETTINGS = """
[containers]
default_ulimits = [{limits}]
base_hosts_file = "{folder}/hosts"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
tmp_dir = "{folder}/tmp"
[network]
network_config_dir = "{folder}/networks"
"""


def limits() -> list[str]:
    """Limits that are not above those of this process. Podman would raise them, which root may not do where it is in a
    container itself."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return [f"nofile={files}:{files}", "nproc=1024:1024"]


def image_file() -> Path:
    """The image that `make image` has built."""
    found = list(IMAGES.glob("xignin-manager_*.tar"))
    assert len(found) == 1, "run `make image` first"
    return found[0]


def image_name(text: str, registry: str = "localhost") -> str:
    """The name of the image in a text, such as `localhost/xignin-manager:1.0.0`."""
    return re.search(rf"{registry}/xignin-manager:[\w.-]+", text)[0]


def is_ready(issuer: str) -> bool:
    """True if the manager at this address serves logins."""
    try:
        return requests.get(f"{issuer}/health/ready", timeout=5).status_code == 200
    except requests.RequestException:
        return False


class Containers:
    """Images, containers and volumes below one folder. Root of this host is needed."""

    def __init__(self, folder: Path, hosts: dict[str, str] | None = None, under: Sequence[str] = ()):
        """`hosts` are addresses by the names that all containers know. `under` runs a command as somebody else."""
        self.folder, self.under = folder, under
        names = [f"{address} {name}" for name, address in (hosts or {}).items()]
        (folder / "hosts").write_text("\n".join(["127.0.0.1 localhost", *names, ""]))
        settings = folder / "containers.conf"
        settings.write_text(SETTINGS.format(limits=", ".join(f'"{limit}"' for limit in limits()), folder=folder))
        store = [f"--root={folder / 'store'}", f"--runroot={folder / 'run'}", "--storage-driver=vfs"]
        variables = [f"CONTAINERS_CONF={settings}", "DISABLE_HC_SYSTEMD=true"]
        self.command = ["env", *variables, "/usr/bin/podman", *store]
        self.programs = folder / "programs"
        self.programs.mkdir()
        podman = self.programs / "podman"
        podman.write_text(f'#!/bin/sh\nexec {shlex.join(self.command)} "$@"\n')
        podman.chmod(0o755)

    def try_typed(self, block: str, **options) -> subprocess.CompletedProcess:
        """Runs what an operator types, whose `podman` has these containers."""
        path = f"{self.programs}:{REPOSITORY / '.build' / 'python' / 'bin'}:{os.environ['PATH']}"
        return run(*self.under, "bash", "-eu", "-c", block, environment={"PATH": path}, **({"seconds": 120} | options))

    def typed(self, block: str, **options) -> str:
        """Runs what an operator types, which must succeed. Returns the standard output."""
        done = self.try_typed(block, **options)
        if done.returncode != 0:
            raise ProcessFailure(f"{block}\nended with status {done.returncode}:\n{done.stderr}{done.stdout}")
        return done.stdout

    def try_podman(self, *arguments, **options) -> subprocess.CompletedProcess:
        return run(*self.under, *self.command, *arguments, **options)

    def podman(self, *arguments, **options) -> str:
        return run_or_fail(*self.under, *self.command, *arguments, **options)

    def load(self, file: Path) -> str:
        """Reads an image, and returns its id."""
        self.podman("load", "--input", file, seconds=120)
        return self.podman("images", "--quiet", "--no-trunc").splitlines()[0]

    def close(self) -> None:
        """Ends all containers, and removes them, the images and the networks."""
        self.podman("rm", "--all", "--force", "--time=2", seconds=120)
        self.podman("rmi", "--all", "--force", seconds=120)
        self.podman("network", "prune", "--force")


class ContainedManager:
    """A manager in a container of its own, with its data in a volume."""

    def __init__(self, containers: Containers, image: str, volume: str, *options: str):
        """`options` are those of `podman run`."""
        self.containers, self.image, self.name = containers, image, f"{volume}-manager"
        self.options = (*CONFINED, f"--volume={volume}:{DATA}", *options)
        self.passing = ("run", "--rm", "--interactive", *self.options, image)

    def try_once(self, *command, **options) -> subprocess.CompletedProcess:
        """Runs a command in a container that ends with it."""
        return self.containers.try_podman(*self.passing, *command, **options)

    def once(self, *command, **options) -> str:
        return self.containers.podman(*self.passing, *command, **options)

    def start(self, *command: str) -> None:
        """Starts the container, by default with the image's own command, and waits until the manager is healthy."""
        self.containers.podman("run", "--detach", f"--name={self.name}", *self.options, self.image, *command)
        self.wait_until_healthy()

    def restart(self) -> None:
        self.containers.podman("start", self.name)
        self.wait_until_healthy()

    def wait_until_healthy(self) -> None:
        try:
            wait_until(lambda: self.attempt("healthcheck").returncode == 0)
        except TimeoutError:
            raise TimeoutError(self.containers.try_podman("logs", self.name).stderr) from None

    def attempt(self, *command, **options) -> subprocess.CompletedProcess:
        """Runs a command of the operator beside the server."""
        return self.containers.try_podman("exec", "--interactive", self.name, "xignin-manager", *command, **options)

    def run(self, *command, **options) -> str:
        return self.containers.podman("exec", "--interactive", self.name, "xignin-manager", *command, **options)

    def stop(self) -> None:
        """Stops the container as its runtime does: SIGTERM, and SIGKILL after 10 seconds."""
        self.containers.podman("stop", "--time=10", self.name)

    def remove(self) -> None:
        self.containers.podman("rm", "--force", self.name)

    @property
    def state(self) -> dict:
        return json.loads(self.containers.podman("inspect", self.name))[0]["State"]

    @property
    def status(self) -> dict[str, str]:
        """The kernel's view of the first process."""
        text = Path(f"/proc/{self.state['Pid']}/status").read_text()
        return dict(line.split(":\t", 1) for line in text.splitlines() if ":\t" in line)
