"""The OCI image: its contents, and a manager that runs from it without rights."""

# Long because: one image, which takes longer to load than most tests.

import base64
import io
import json
import os
import re
import shutil
import sqlite3
import tarfile
import tempfile
import time
from contextlib import closing
from pathlib import Path

import pytest
import requests
from cryptography import x509
from stage.authenticator import Authenticator
from stage.containers import DATA, IMAGES, USER, ContainedManager, Containers, image_file
from stage.first_login import CALLBACK
from stage.logout_receiver import LogoutReceiver
from stage.manual_container import COMMAND, ManualContainer
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.private_authority import PrivateAuthority
from stage.processes import REPOSITORY, free_port, run_or_fail
from stage.relying_party import answer

MIBIBYTE = 1 << 20
UNAVAILABLE = 69
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
    assert "Swift version" in configuration["config"]["Labels"]["org.xign.toolchain"]
    release = layer.extractfile("usr/lib/os-release").read().decode()
    assert "\nID=debian\n" in release


def test_the_authorities_that_the_image_trusts_are_certificates(parts):
    text = parts[1].extractfile("etc/ssl/certs/ca-certificates.crt").read()
    assert len(x509.load_pem_x509_certificates(text)) > 100


def test_each_package_has_its_license(parts):
    names = {member.name for member in parts[1].getmembers()}
    packages = [name.rpartition("/")[2] for name in names if name.startswith("var/lib/dpkg/status.d/")]
    without = {package for package in packages if f"usr/share/doc/{package}/copyright" not in names}
    assert without <= LICENSED_ELSEWHERE


def test_the_program_does_not_name_the_folder_where_it_was_built(parts):
    program = parts[1].extractfile("usr/bin/xignin-manager").read()
    assert f"{REPOSITORY}/".encode() not in program


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


def test_the_manager_stops_at_once_and_starts_again_with_its_keys(manager):
    former = manager.run("key-material", "--fingerprint")
    begin = time.monotonic()
    manager.stop()
    # Podman itself takes most of it.
    assert time.monotonic() - begin < 3
    assert manager.state["ExitCode"] == 0
    manager.restart()
    assert manager.run("key-material", "--fingerprint") == former


def test_a_new_container_goes_on_with_the_volume_of_the_former(manager):
    former = manager.run("key-material", "--fingerprint")
    manager.stop()
    manager.remove()
    manager.start()
    assert manager.run("key-material", "--fingerprint") == former


def test_a_backup_is_restored(manager):
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


def test_a_name_without_a_folder_does_not_lead_the_root_keys_to_the_volume(containers, image):
    manager = ContainedManager(containers, image, "nowhere")
    init = ("init", "--issuer", "https://login.example.org", "--root-keys", "keys.json")
    refused = manager.try_once(*init)
    assert refused.returncode != 0
    assert "keys.json" in refused.stderr
    volume = Path(containers.podman("volume", "inspect", "nowhere", "--format={{.Mountpoint}}").strip())
    assert {file.name for file in volume.iterdir()} & {"keys.json", "manager.yaml"} == set()


def test_a_container_without_a_manager_says_what_to_do(containers, image):
    refused = ContainedManager(containers, image, "empty").try_once("serve")
    assert refused.returncode == 78
    assert "xignin-manager init" in refused.stderr


# MARK: The manual


@pytest.fixture(scope="module")
def followed(containers, tmp_path_factory) -> ManualContainer:
    folder = tmp_path_factory.mktemp("followed")
    return ManualContainer(containers, folder, Authenticator(folder / "ada"))


def test_who_follows_the_manual_logs_in_and_has_the_root_keys_offline(followed):
    assert {path.name for path in followed.offline.iterdir()} == {"root-keys.json", "key-encryption-key"}
    assert not (followed.server / "root-keys.json").exists()


def test_no_root_key_is_in_an_output_an_argument_a_variable_or_a_file_of_the_container(followed):
    keys = json.loads((followed.offline / "root-keys.json").read_text())["rootKeys"]
    texts = [followed.shown, followed.typed("podman inspect xign; podman logs xign 2>&1")]
    contents = [text.encode() for text in texts] + [file.read_bytes() for file in followed.server.iterdir()]
    raw = [base64.urlsafe_b64decode(f"{key}=") for key in keys]
    assert [len(key) for key in raw] == [32, 32]
    for key in [*raw, *(key.encode() for key in keys)]:
        assert not any(key in content for content in contents)


def test_a_website_is_told_of_a_logout(followed, tmp_path):
    authority = PrivateAuthority(tmp_path)
    receiver = LogoutReceiver(authority.server("localhost"), free_port())
    shutil.copy(authority.file, followed.server)
    with (followed.server / "manager.yaml").open("a") as file:
        file.write(f"outgoing: {{allowedAddresses: [127.0.0.1], certificateAuthorities: {DATA}/authority.pem}}\n")
    service = {"name": "shop", "redirectUris": [CALLBACK], "signingAlgorithm": "ES256"}
    service |= {"backChannelLogoutUri": receiver.url}
    service |= {"roles": [{"name": "user", "alternatives": [["pin", "device"]]}]}
    declaration = {"organizations": [{"name": "Example Inc.", "services": [service]}]}
    followed.typed(f"{COMMAND} apply - <<'END'\n{json.dumps(declaration)}\nEND\npodman restart xign")
    followed.wait_until_ready()
    try:
        website = followed.website
        page = PlainLoginPage(PlainBrowser(), website.authorization_request())
        assert followed.ada.login(page.process_data).returncode == 0
        token = website.redeem(answer(page.proceed())["code"]).json()["id_token"]
        PlainBrowser().get(f"{followed.issuer}/openid/logout?id_token_hint={token}").raise_for_status()
        assert len(receiver.wait_for(1)) == 1
    finally:
        receiver.stop()


def schema_version(file: Path) -> int:
    with closing(sqlite3.connect(file)) as database:
        return database.execute("PRAGMA user_version").fetchone()[0]


def take_back_the_last_migrations(file: Path) -> None:
    """Makes the database one of schema version 30, without what the migrations from 31 on have added."""
    assert schema_version(file) == 36, "Take back what later migrations have made, too."
    with closing(sqlite3.connect(file)) as database, database:
        directory = ("account_name", "declared_value", "group_member")
        for table in ("shared_login", *directory, "mail_code", "recovery", "join_link"):
            database.execute(f"DROP TABLE {table}")
        for index in ("remembered_login_by_share", "remembered_login_by_consent", "evidence_by_service"):
            database.execute(f"DROP INDEX {index}")
        database.execute("CREATE INDEX evidence_by_activation ON evidence (activation_id)")
        for table, column in (
            ("remembered_login", "shared_id"),
            ("remembered_login", "consent_id"),
            ("evidence", "is_consent_ended"),
            ("browser_request", "browser_kind"),
            ("browser_request", "network"),
        ):
            database.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        database.execute("ALTER TABLE attribute_value DROP COLUMN verified_by")
        database.execute("PRAGMA user_version = 30")


def test_an_upgrade_brings_the_database_of_an_earlier_version_up_to_date_and_devices_go_on(followed):
    file = followed.server / "manager.sqlite"
    followed.typed("podman rm --force xign")
    take_back_the_last_migrations(file)
    followed.start()
    assert schema_version(file) == 36
    assert followed.website.log_in(followed.ada)
