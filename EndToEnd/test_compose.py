"""`deploy/compose`, as `docs/install.md` says: a manager behind Caddy, on SQLite and on PostgreSQL."""

import json
import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from stage import runbook, stand_ins
from stage.authenticator import Authenticator
from stage.containers import Containers, image_file, is_ready
from stage.first_login import CALLBACK, MANUAL, Handout, first_login
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import REPOSITORY, run_or_fail, wait_until
from stage.relying_party import RelyingParty

FILES = REPOSITORY / "deploy" / "compose"
PROXY = "10.123.45.2"
HOST = "login.example.org"
NAMES = (HOST, f"app.{HOST}")
ISSUER = f"https://{HOST}"
# Not the operator's on this machine.
PROJECT = "xigntest"
CONTAINER = f"{PROJECT}_manager_1"
MANAGER = "podman-compose exec -T manager xignin-manager"
AUTHORITY = "caddy/pki/authorities/local/root.crt"
# Caddy is its own authority: no other can be reached.
OWN_AUTHORITY = ("{\n", "{\n\tlocal_certs\n")
# Runs a program on a machine that finds the hosts.
WITH_HOSTS = ("unshare", "--mount", "sh", "-c", 'mount --bind "$0" /etc/hosts && exec "$@"')

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root may run containers here")


@pytest.fixture(scope="module")
def containers() -> Iterator[Containers]:
    forget_former()
    # Podman takes no folder with a long path.
    with tempfile.TemporaryDirectory(prefix="xign-") as folder:
        containers = Containers(Path(folder), dict.fromkeys(NAMES, PROXY))
        text = (FILES / "compose.yaml").read_text()
        containers.load(image_file())
        stand_ins.caddy(containers, image(text, "caddy"))
        stand_ins.postgresql(containers, image(text, "postgres"))
        yield containers
        containers.close()


def forget_former() -> None:
    """Removes the network of a test that was killed."""
    leases = Path("/var/lib/cni/networks", f"{PROJECT}_inside")
    if leases.exists():
        shutil.rmtree(leases)
        shown = run_or_fail("ip", "-brief", "address", "show", "to", f"{PROXY}/24")
        for interface in shown.splitlines():
            run_or_fail("ip", "link", "delete", interface.split()[0])


def image(text: str, name: str) -> str:
    return next(line.split()[1] for line in text.splitlines() if f"image: docker.io/library/{name}:" in line)


@dataclass
class Project:
    """A folder with both files, in which an operator types."""

    containers: Containers
    folder: Path

    def __post_init__(self):
        self.folder.mkdir()
        changes = {"compose.yaml": ("name: xign\n", f"name: {PROJECT}\n"), "Caddyfile": OWN_AUTHORITY}
        for name, change in changes.items():
            (self.folder / name).write_text((FILES / name).read_text().replace(*change, 1))

    def typed(self, block: str) -> str:
        block = block.replace("xign_manager_1", CONTAINER)
        return self.containers.typed(f"cd {self.folder}\n{block}")

    def doctor(self, *options: str) -> dict[str, str]:
        """The worst status of each check."""
        done = self.containers.try_typed(f"cd {self.folder}; {MANAGER} doctor --json {' '.join(options)}")
        checks: dict[str, str] = {}
        for found in json.loads(done.stdout)["checks"]:
            former = checks.get(found["check"], "ok")
            checks[found["check"]] = max(former, found["status"], key=["ok", "warning", "failure"].index)
        return checks

    def close(self, *profile: str) -> None:
        self.containers.try_typed(f"cd {self.folder}; podman-compose {' '.join(profile)} down --volumes --timeout 2")


def init_and_up() -> str:
    return runbook.blocks(MANUAL, "Compose")[0]


@pytest.fixture(scope="module")
def project(containers) -> Iterator[Project]:
    """The operator's folder after the first two steps."""
    project = Project(containers, containers.folder / "project")
    try:
        for block in runbook.blocks(MANUAL, "Compose")[:2]:
            project.typed(block)
        yield project
    finally:
        project.close()


@pytest.fixture(scope="module")
def authority(project) -> Path:
    """The certificate of Caddy's own authority, which everybody trusts."""
    inspected = project.containers.podman("volume", "inspect", f"{PROJECT}_certificates", "--format={{.Mountpoint}}")
    certificate = Path(inspected.strip()) / AUTHORITY
    wait_until(certificate.exists)
    copy = project.folder / "authority.pem"
    shutil.copy(certificate, copy)
    return copy


@pytest.fixture(scope="module", autouse=True)
def world(authority) -> Iterator[None]:
    """A machine of somebody else's that finds the hosts and trusts the authority."""
    real = socket.getaddrinfo
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REQUESTS_CA_BUNDLE", str(authority))
        patch.setattr(
            socket,
            "getaddrinfo",
            lambda host, *rest, **options: real(PROXY if host in NAMES else host, *rest, **options),
        )
        wait_until(lambda: is_ready(ISSUER))
        yield


@pytest.fixture(scope="module")
def handout(project) -> Handout:
    return Handout.read(project.typed, MANAGER)


@pytest.fixture(scope="module")
def ada(project, authority, handout) -> Authenticator:
    """A person who has logged in."""
    under = (*WITH_HOSTS, str(project.containers.folder / "hosts"))
    device = Authenticator(project.folder / "ada", variables={"XIGN_CA_FILE": str(authority)}, under=under)
    first_login(handout, ISSUER, device)
    return device


def test_who_follows_the_manual_logs_in_through_caddy(ada):
    assert [account["userName"] for account in ada.accounts()] == ["ada"]


def test_the_root_keys_are_in_the_folder_of_the_operator_and_on_no_volume(project):
    assert {path.name for path in (project.folder / "offline").iterdir()} == {"root-keys.json", "key-encryption-key"}
    volumes = project.containers.folder / "store" / "volumes"
    assert list(volumes.rglob("root-keys.json")) == []


def test_doctor_finds_what_is_seen_from_outside_in_order(project, authority):
    project.containers.podman("cp", authority, f"{CONTAINER}:/tmp/{authority.name}")
    checks = project.doctor("--ca-file", f"/tmp/{authority.name}")
    wanted = ("issuer", "tls", "hsts", "appLinks", "proxy", "ready")
    assert {name: checks[name] for name in wanted} == dict.fromkeys(wanted, "ok"), checks


def test_a_login_page_hears_at_once_of_what_happens(handout, ada):
    website = RelyingParty(ISSUER, handout.client_id, handout.client_secret, CALLBACK)
    page = PlainLoginPage(PlainBrowser(), website.authorization_request())
    states = page.follow(ISSUER)
    assert next(states) == "waiting"
    login = ada.begin_login(page.process_data)
    # A stream carries the newest state: "scanned" may be over before it is sent.
    assert next(state for state in states if state != "scanned") == "confirming"
    assert login.poll() is None, "the page hears while the PIN is still asked for"
    login.communicate(f"{ada.pin}\n")
    assert login.returncode == 0


def test_the_other_way_is_on_postgresql(project, containers):
    """Ends the project of the other tests, whose names and addresses it has."""
    project.close()
    own = Project(containers, containers.folder / "server")
    profile = "--profile postgresql"
    try:
        own.typed(runbook.blocks(MANUAL, "Compose")[3])
        wait_until(lambda: "ready to accept" in containers.try_podman("logs", f"{PROJECT}_postgresql_1").stderr)
        own.typed(init_and_up().replace("podman-compose", f"podman-compose {profile}"))
        healthcheck = ("exec", CONTAINER, "xignin-manager", "healthcheck")
        wait_until(lambda: containers.try_podman(*healthcheck).returncode == 0)
        assert own.doctor("--offline")["database"] == "ok"
        assert not list((containers.folder / "store" / "volumes").rglob("manager.sqlite"))
    finally:
        own.close(profile)
