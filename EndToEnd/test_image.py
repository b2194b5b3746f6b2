"""The OCI image: its contents, and a manager that runs from it without rights."""

# Long because: one image, whose loading costs more than most tests.

import io
import json
import os
import re
import shlex
import tarfile
import tempfile
import time
from pathlib import Path

import pytest
import requests
from stage import runbook
from stage.authenticator import Authenticator
from stage.containers import DATA, IMAGES, USER, ContainedManager, Containers, image_file
from stage.processes import REPOSITORY, free_port, run, run_or_fail, wait_until

MIBIBYTE = 1 << 20
UNAVAILABLE = 69
PIN = "20481632"
# Their folder of documents is a link to that of the package with the same license.
LICENSED_ELSEWHERE = {"libgcc-s1"}

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root may run containers here")


@pytest.fixture(scope="module")
def containers():
    # Podman takes no folder with a long path.
    with tempfile.TemporaryDirectory(prefix="xign-") as folder:
        containers = Containers(Path(folder))
        yield containers
        containers.close()


@pytest.fixture(scope="module")
def image(containers) -> str:
    return containers.load(image_file())


def blob(archive: tarfile.TarFile, descriptor: dict) -> bytes:
    return archive.extractfile("blobs/" + descriptor["digest"].replace(":", "/")).read()


def manifest_digest(file) -> str:
    with tarfile.open(file) as archive:
        return json.load(archive.extractfile("index.json"))["manifests"][0]["digest"]


@pytest.fixture(scope="module")
def parts() -> tuple[dict, tarfile.TarFile]:
    """The configuration and the files of the image."""
    with tarfile.open(image_file()) as archive:
        index = json.load(archive.extractfile("index.json"))
        manifest = json.loads(blob(archive, index["manifests"][0]))
        layer = tarfile.open(fileobj=io.BytesIO(blob(archive, manifest["layers"][0])))
        return json.loads(blob(archive, manifest["config"])), layer


@pytest.fixture(scope="module")
def manager(containers, image):
    """A manager after its first start."""
    port = free_port()
    manager = ContainedManager(containers, image, "first")
    manager.issuer = f"http://127.0.0.1:{port}"
    manager.once("init", "--issuer", manager.issuer)
    manager.start()
    return manager


# MARK: Contents


def test_the_image_has_a_user_without_a_name_of_power_one_port_and_no_volume(parts):
    configuration = parts[0]["config"]
    assert configuration["User"] == f"{USER}:{USER}"
    assert configuration["Entrypoint"] == ["/usr/bin/xignin-manager"]
    assert list(configuration["ExposedPorts"]) == ["8080/tcp"]
    assert "Volumes" not in configuration


def test_the_image_has_no_shell_no_setuid_program_and_less_than_70_mebibytes(parts):
    members = parts[1].getmembers()
    programs = {member.name for member in members if re.match(r"(usr/)?s?bin/", member.name)}
    assert programs == {"usr/bin/xignin-manager"}
    assert [member.name for member in members if member.mode & 0o6000] == []
    assert sum(member.size for member in members) < 70 * MIBIBYTE


def test_only_the_data_folder_and_tmp_can_be_written_to(parts):
    members = {member.name: member for member in parts[1].getmembers()}
    assert {name for name, member in members.items() if member.uid} == {DATA[1:]}
    assert members[DATA[1:]].mode == 0o700
    open_to_all = {name for name, member in members.items() if member.mode & 0o022 and not member.issym()}
    assert open_to_all == {"tmp"}


def test_scanners_find_each_package_and_the_bill_of_materials_names_the_same(parts):
    configuration, layer = parts
    folder = "var/lib/dpkg/status.d/"
    listed = {}
    for member in layer.getmembers():
        if member.name.startswith(folder):
            control = layer.extractfile(member).read().decode()
            fields = dict(re.findall(r"^(Package|Version): (.*)$", control, flags=re.MULTILINE))
            assert fields["Package"] == member.name.removeprefix(folder)
            listed[fields["Package"]] = fields["Version"]
    assert {"xignin-manager", "libc6", "libssl3", "libpq5", "libcurl4", "ca-certificates"} <= set(listed)
    assert "systemd" not in listed
    bill = json.loads(next(IMAGES.glob("*.cdx.json")).read_text())
    assert {part["name"]: part["version"] for part in bill["components"]} == listed
    label = configuration["config"]["Labels"]["org.xign.packages"]
    assert dict(one.split("=", 1) for one in label.split()) == listed
    release = layer.extractfile("usr/lib/os-release").read().decode()
    assert "\nID=debian\n" in release


def test_each_package_has_its_license(parts):
    names = {member.name for member in parts[1].getmembers()}
    packages = [name.rpartition("/")[2] for name in names if name.startswith("var/lib/dpkg/status.d/")]
    without = {package for package in packages if f"usr/share/doc/{package}/copyright" not in names}
    assert without <= LICENSED_ELSEWHERE


def test_the_same_packages_make_the_same_digest_in_another_folder(tmp_path):
    copy = tmp_path / "another" / "clone"
    copy.mkdir(parents=True)
    own = next((REPOSITORY / ".build" / "deb").glob("xignin-manager_*.deb"))
    options = ["--package", own, "--packages", IMAGES / "packages", "--into", copy]
    run_or_fail("python3", REPOSITORY / "scripts" / "image", *options, seconds=120)
    assert manifest_digest(next(copy.glob("*.tar"))) == manifest_digest(image_file())


# MARK: Running


def test_the_first_start_leads_to_a_manager_that_is_ready(manager):
    assert requests.get(f"{manager.issuer}/health/ready", timeout=10).status_code == 200


def test_the_manager_runs_as_its_user_without_any_right(manager):
    status = manager.status
    assert status["Uid"].split() == [str(USER)] * 4
    assert status["Gid"].split() == [str(USER)] * 4
    assert status["CapEff"] == status["CapPrm"] == status["CapBnd"] == "0" * 16
    assert status["NoNewPrivs"] == "1"


def test_a_person_is_invited_and_activates_a_device(manager, tmp_path):
    issued = manager.run("user", "add", "ada", "--pin-stdin", "--json", input=f"{PIN}\n")
    device = Authenticator(tmp_path / "ada")
    words = manager.run("key-material", "--fingerprint").splitlines()[0]
    run_or_fail(*device.command("trust", manager.issuer, "--fingerprint", words))
    link = json.loads(issued)["link"]
    run_or_fail(*device.command("activate", link, "--pin-stdin"), input=f"{PIN}\n{device.pin}\n")
    assert [account["userName"] for account in device.accounts()] == ["ada"]


def test_the_manager_stops_within_a_second_and_starts_again_with_its_keys(manager):
    former = manager.run("key-material", "--fingerprint")
    begin = time.monotonic()
    manager.stop()
    # Podman itself takes most of it.
    assert time.monotonic() - begin < 3
    assert manager.state["ExitCode"] == 0
    manager.restart()
    assert manager.run("key-material", "--fingerprint") == former


def test_a_new_container_of_a_newer_image_goes_on_with_the_volume(manager):
    former = manager.run("key-material", "--fingerprint")
    manager.stop()
    manager.remove()
    manager.start()
    assert manager.run("key-material", "--fingerprint") == former


def test_a_backup_is_restored(manager, tmp_path):
    manager.run("user", "add", "before")
    manager.run("backup", f"{DATA}/backup.sqlite")
    manager.run("user", "add", "after")
    manager.stop()
    manager.remove()
    manager.once("restore", f"{DATA}/backup.sqlite", "--accept")
    manager.start()
    names = {user["name"] for user in json.loads(manager.run("user", "list", "--json"))}
    assert "before" in names
    assert "after" not in names


def test_the_libraries_of_logouts_and_of_postgresql_are_there(manager):
    checks = json.loads(manager.attempt("doctor", "--json").stdout)["checks"]
    ready = next(check for check in checks if check["check"] == "ready")
    assert ready["status"] == "ok", ready
    assert {check["status"] for check in checks if check["check"] in ("folder", "files", "database")} == {"ok"}
    refused = manager.attempt("user", "list", "--database", "postgresql://xign@127.0.0.1:1/xign")
    assert refused.returncode == UNAVAILABLE, refused.stderr


def test_a_manager_on_postgresql_is_ready(containers, image, postgresql):
    folder = postgresql.folder
    manager = ContainedManager(containers, image, "server", f"--volume={folder}:{folder}")
    manager.once("init", "--issuer", f"http://127.0.0.1:{free_port()}", "--database", postgresql.new_database())
    manager.start()
    manager.stop()
    assert manager.state["ExitCode"] == 0


def test_a_volume_that_cannot_be_written_to_is_named(containers, image, tmp_path):
    tmp_path.chmod(0o755)
    manager = ContainedManager(containers, image, str(tmp_path))
    refused = manager.try_once("init", "--issuer", "https://login.example.org")
    assert refused.returncode != 0
    assert "/etc/xign" in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_container_without_a_manager_says_what_to_do(containers, image):
    refused = ContainedManager(containers, image, "empty").try_once("serve")
    assert refused.returncode == 78
    assert "xignin-manager init" in refused.stderr


# MARK: The manual


def test_who_follows_the_manual_has_a_manager_that_is_ready_and_its_root_keys_offline(containers, image, tmp_path):
    """Replaces folders and the port, which are this machine's, and the tag."""
    server, offline, programs = (tmp_path / name for name in ("server", "offline", "programs"))
    offline.mkdir()
    programs.mkdir()
    (programs / "podman").write_text(f'#!/bin/sh\nexec {shlex.join(containers.command)} "$@"\n')
    (programs / "podman").chmod(0o755)
    port, version = free_port(), image_file().name.split("_")[1]
    own = {
        "/srv/xign": server,
        "=/media/offline/xign:": f"={offline}/xign:",
        " /media/offline/xign": f" {offline}/xign",
        "--file-system /media/offline": f"--file-system {offline}",
        "xignin-manager_*.tar": image_file(),
        "xignin-manager:0.1.0": f"xignin-manager:{version}",
    }
    load, init, serve, check = runbook.blocks("docs/install.md", "The image")

    def typed(block: str) -> bool:
        for name, ours in own.items():
            block = block.replace(name, str(ours))
        variables = {"PATH": f"{programs}:{os.environ['PATH']}"}
        done = run("bash", "-eu", "-c", block, environment=variables, seconds=120)
        if "healthcheck" not in block:
            assert done.returncode == 0, block + done.stdout + done.stderr
        return done.returncode == 0

    typed(load)
    typed(init)
    with (server / "manager.yaml").open("a") as file:
        file.write(f"port: {port}\n")
    typed(serve)
    wait_until(lambda: typed(check))
    assert requests.get(f"http://127.0.0.1:{port}/health/ready", timeout=10).status_code == 200
    assert {path.name for path in (offline / "xign").iterdir()} == {"root-keys.json", "key-encryption-key"}
    assert not (server / "root-keys.json").exists()
