"""The image, which Podman runs for a user who is not root, as `docs/install.md` says."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from stage import runbook
from stage.authenticator import Authenticator
from stage.containers import Containers
from stage.first_login import MANUAL
from stage.manual_container import ManualContainer

NAME, NUMBER = "xigntest", 54_321
OPTION = "--userns=keep-id:uid=10001,gid=10001"

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become a user whom this host does not know")


def as_user(folder: Path) -> list[str]:
    """Returns a command that runs another one as a user, with ranges of ids, whom nobody else sees on this host.

    `folder` becomes the user's own.
    """
    users = Path("/etc/passwd").read_text() + f"{NAME}:x:{NUMBER}:{NUMBER}::{folder}:/bin/sh\n"
    ranges = f"{NAME}:100000:65536\n"
    for name, text in {"passwd": users, "subuid": ranges, "subgid": ranges}.items():
        (folder / name).write_text(text)
    runtime = folder / "runtime"
    runtime.mkdir(0o700)
    for path in (folder, runtime):
        os.chown(path, NUMBER, NUMBER)
    mounts = " && ".join(f"mount --bind {folder / name} /etc/{name}" for name in ("passwd", "subuid", "subgid"))
    identity = f"setpriv --reuid={NUMBER} --regid={NUMBER} --clear-groups"
    variables = f"env HOME={folder} USER={NAME} XDG_RUNTIME_DIR={runtime}"
    return ["unshare", "--mount", "sh", "-ec", f'{mounts} && cd {folder} && exec {identity} {variables} "$@"', "sh"]


@pytest.fixture(scope="module")
def container(tmp_path_factory) -> Iterator[ManualContainer]:
    assert OPTION in runbook.text(MANUAL)
    # Podman takes no folder with a long path.
    with tempfile.TemporaryDirectory(prefix="xign-") as name:
        folder = Path(name)
        containers = Containers(folder, under=as_user(folder))
        changes = {"podman run": f"podman run {OPTION}", "--owner=10001 --group=10001 ": ""}
        try:
            ada = Authenticator(tmp_path_factory.mktemp("ada"))
            yield ManualContainer(containers, folder, ada, changes)
        finally:
            containers.try_podman("rm", "--all", "--force", "--time=2")
            # Ends the process that keeps the user's namespaces.
            containers.try_podman("system", "migrate")


def test_who_follows_the_manual_without_root_logs_in_and_owns_all_files(container):
    assert {path.name for path in container.offline.iterdir()} == {"root-keys.json", "key-encryption-key"}
    files = [*container.server.iterdir(), *container.offline.iterdir()]
    assert {(path.stat().st_uid, path.stat().st_gid) for path in files} == {(NUMBER, NUMBER)}


def test_the_manager_is_a_process_of_the_user_and_has_no_right(container):
    process = container.typed("podman inspect --format='{{.State.Pid}}' xign").strip()
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    status = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
    assert status["Uid"].split() == [str(NUMBER)] * 4
    assert status["CapEff"] == status["CapPrm"] == status["CapBnd"] == "0" * 16


def test_the_user_stops_the_container_and_starts_another_one(container):
    container.typed("podman rm --force xign")
    container.start()
    assert container.website.log_in(container.ada)
