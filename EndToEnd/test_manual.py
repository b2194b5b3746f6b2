"""The first and the worst hour of an operator who follows the manuals to the letter, on clean machines.

The tests are one story, in this order: a person activates a device in its first chapter, and logs in with it later.
"""

import json

import pytest
from stage.first_login import Handout
from stage.installed import ISSUER, Organization, Server

OFFLINE = "/media/offline"


@pytest.fixture(scope="module")
def organization(network, tmp_path_factory):
    organization = Organization(network, tmp_path_factory.mktemp("organization"))
    yield organization
    organization.close()


@pytest.fixture(scope="module")
def first(organization) -> Server:
    """The first server, on which the operator has installed the manager, and nginx in front."""
    server = organization.new_server("first")
    server.install()
    server.follow("The reverse proxy", slice(1))
    server.follow("nginx")
    server.wait_until_ready()
    organization.point_names_at(server)
    organization.device.activate(Handout.read(server.sh))
    return server


@pytest.fixture(scope="module")
def second(organization, first) -> Server:
    """The server on which the operator has restored a backup of the first one, which is lost."""
    first.follow("Backup")
    first.stop()
    server = organization.new_server("second")
    server.follow("Restore")
    server.follow("nginx")
    server.wait_until_ready()
    organization.point_names_at(server)
    return server


def file(server: Server, path: str) -> str:
    """The content of a file, with an ending line."""
    return server.read(path).decode()


def fingerprint(server: Server) -> str:
    return server.sh("xignin-manager key-material --fingerprint").splitlines()[0]


def test_the_manager_is_installed_and_people_log_in_through_nginx(organization, first):
    assert organization.log_in()
    # Nobody can take over the manager from this server.
    assert first.run("ls /etc/xign/root-keys.json").returncode != 0


def test_haproxy_takes_the_place_of_nginx(organization, first):
    first.sh("systemctl stop nginx")
    first.follow("HAProxy")
    assert organization.log_in()


def test_a_backup_is_restored_on_another_machine_and_the_same_activation_logs_in_there(organization, second):
    assert organization.log_in()


def test_the_key_encryption_key_is_rotated(organization, second):
    former = file(second, "/etc/xign/key-encryption-key")
    second.follow("The key-encryption key")
    present = file(second, "/etc/xign/key-encryption-key")
    assert present != former
    assert file(second, f"{OFFLINE}/key-encryption-key") == present
    assert organization.log_in()
    second.sh("systemctl restart xignin-manager")
    second.wait_until_ready()
    assert organization.log_in()


def test_the_online_key_is_replaced_with_the_root_keys(organization, second):
    former = json.loads(second.sh("xignin-manager key-material"))
    second.follow("The online key", answers="yes\n")
    assert json.loads(second.sh("xignin-manager key-material")) != former
    assert organization.log_in()


def test_the_root_keys_are_replaced(organization, second):
    former = fingerprint(second)
    second.follow("The root keys")
    assert fingerprint(second) != former
    assert organization.log_in()


def test_the_origins_of_app_links_are_changed(organization, second):
    # A device learns of the new origin before it comes first.
    second.follow("The origins of App-Links", slice(1))
    second.wait_until_ready()
    assert organization.log_in()
    second.follow("The origins of App-Links", slice(1, None))
    second.wait_until_ready()
    added = second.sh("xignin-manager user add grace --pin-stdin --json", input="20481632\n")
    assert json.loads(added)["link"].startswith("https://xign.example.org/a#")
    assert organization.log_in()
    assert organization.issuer == ISSUER


def test_everything_is_replaced_after_everything_leaked(organization, second):
    key, material = file(second, "/etc/xign/key-encryption-key"), second.sh("xignin-manager key-material")
    keys, secret = second.sh("xignin-manager keys list"), second.sh("xignin-manager service secret shop")
    second.follow("Everything leaked")
    assert file(second, "/etc/xign/key-encryption-key") == file(second, f"{OFFLINE}/key-encryption-key") != key
    assert second.sh("xignin-manager key-material") != material
    assert second.sh("xignin-manager keys list") != keys
    assert second.sh("xignin-manager service secret shop") != secret
    assert "auditChainReplaced" in second.sh("xignin-manager audit list --what administration")
    assert organization.log_in()
