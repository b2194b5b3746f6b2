"""A device whose keys are in a TPM: what it can do, and what remains without that TPM."""

import itertools
import json
import os

import pytest
from stage.authenticator import Authenticator
from stage.manager import Activation
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import run, run_or_fail
from stage.software_tpm import SoftwareTPM
from stage.tracer import killing_at

FINDING = 5
UNUSABLE = 78
KILLED = -9
NEW_PIN = "482951"

names = (f"tess{number}" for number in itertools.count(1))


@pytest.fixture
def tpm(tmp_path):
    with SoftwareTPM(tmp_path / "tpm") as tpm:
        yield tpm


@pytest.fixture
def name() -> str:
    return next(names)


@pytest.fixture
def activation(scene, name) -> Activation:
    scene.manager.apply(f"users:\n  - name: {name}\n    memberships: [Example Inc.]\n")
    return scene.manager.invite(name)


@pytest.fixture
def device(scene, tpm, tmp_path) -> Authenticator:
    """A device on a machine with a TPM, not activated yet."""
    device = Authenticator(tmp_path / "home", variables={"XIGN_TPM2_TCTI": tpm.address})
    device.trust(scene.manager.key_material())
    return device


@pytest.fixture
def begin_login(relying_party):
    """Returns a function that begins a login at a website, and returns its code."""
    return lambda: PlainLoginPage(PlainBrowser(), relying_party.authorization_request()).process_data


def key_store(device: Authenticator) -> str:
    (account,) = device.accounts()
    return account["keyStore"]


def test_a_person_logs_in_with_keys_in_a_tpm(scene, tpm, device, name, activation, begin_login):
    shown = device.activate(activation, "--key-store", "tpm")
    assert "Keys:     in the TPM" in shown
    assert key_store(device) == "tpm"
    (listed,) = json.loads(scene.manager.command("device", "list", name, "--json"))
    assert listed["keyStore"] == "tpm"
    assert device.login(begin_login()).returncode == 0

    tpm.restart()
    assert device.login(begin_login()).returncode == 0

    change = device.command("pin", "change", "--yes", "--pin-stdin")
    run_or_fail(*change, input=f"{device.pin}\n{NEW_PIN}\n")
    assert device.login(begin_login(), pin=NEW_PIN).returncode == 0


def test_another_tpm_cannot_use_the_keys_and_nothing_is_forgotten(tpm, device, activation, begin_login):
    device.activate(activation)
    assert key_store(device) == "tpm", "the best store is the default"

    tpm.replace()
    login = device.login(begin_login())
    assert login.returncode == UNUSABLE
    assert "another TPM" in login.stderr
    assert key_store(device) == "tpm"

    tpm.bring_back()
    assert device.login(begin_login()).returncode == 0


def test_a_version_that_knows_only_files_takes_no_key_for_lost(device, activation, begin_login):
    device.activate(activation)
    # Without the record, xign does what such a version does.
    record = (device.home / "key-store").rename(device.home / "hidden")
    for command in (["accounts"], ["login", "--scanned", begin_login(), "--yes", "--pin-stdin"]):
        assert run(*device.command(*command), input=f"{device.pin}\n").returncode == UNUSABLE
    record.rename(device.home / "key-store")
    assert device.login(begin_login()).returncode == 0


def test_without_the_tpm_a_person_sees_the_accounts_and_can_give_them_up(scene, tpm, device, activation, begin_login):
    device.activate(activation)
    tpm.stop()
    login = device.login(begin_login())
    assert login.returncode == UNUSABLE
    assert "There is no TPM" in login.stderr
    # Root is itself a finding.
    assert run(*device.command("check")).returncode == (UNUSABLE if os.geteuid() else FINDING)

    listed = run(*device.command("accounts"))
    assert listed.returncode == 0
    assert "tpm" in listed.stdout
    assert "the TPM with the keys of this device cannot be used" in listed.stderr

    idm = scene.manager.issuer.removeprefix("http://")
    forgotten = run_or_fail(*device.command("forget", idm, "--yes"))
    assert "Removed from this device" in forgotten
    assert device.accounts() == []
    assert not list((device.home / "keys").iterdir())


def test_an_app_killed_while_writing_is_activated_by_doing_it_again(device, activation, begin_login):
    """Each of the four files in turn: the choice of the store, the keys, the pending record, the active record."""
    command = device.command("activate", activation.picture, "--pin-stdin", "--key-store", "tpm")
    typed = f"{activation.pin}\n{device.pin}\n"
    # The choice, once made, is not written again.
    for number in (1, 2, 2, 3):
        assert run(*killing_at("rename", number, *command), input=typed).returncode == KILLED
    again = run(*command, input=typed)
    # If the manager already had the keys, the app finds out and reports it.
    assert again.returncode == 0 or "already activated" in again.stderr, again.stderr
    assert key_store(device) == "tpm"
    assert device.login(begin_login()).returncode == 0


def test_the_keys_of_a_home_stay_in_their_store(scene, device, activation, name, tmp_path, begin_login):
    device.activate(activation, "--key-store", "file")
    assert key_store(device) == "file"
    # Earlier versions made no record.
    (device.home / "key-store").unlink()

    refused = run(*device.command("activate", activation.picture, "--pin-stdin", "--key-store", "tpm"))
    assert refused.returncode == UNUSABLE
    assert "the keys of this home are in files" in refused.stderr
    assert device.login(begin_login()).returncode == 0
    assert key_store(device) == "file"

    # The way that the refusal names.
    code = run_or_fail(
        *device.command("activation", "new", "--alias", "chip", "--yes", "--pin-stdin", "--json"),
        input=f"{device.pin}\n{NEW_PIN}\n",
    )
    other = Authenticator(tmp_path / "other", pin=NEW_PIN, variables=device.variables)
    other.trust(scene.manager.key_material())
    command = other.command("activate", json.loads(code)["code"], "--key-store", "tpm", "--pin-stdin")
    run_or_fail(*command, input=f"{NEW_PIN}\n")
    run_or_fail(*device.command("forget", scene.manager.issuer.removeprefix("http://"), "--yes"))
    (left,) = json.loads(scene.manager.command("device", "list", name, "--json"))
    assert left["keyStore"] == "tpm"
    assert other.login(begin_login()).returncode == 0


def test_a_storage_root_key_that_takes_an_authorization_value_does_not_stop_an_activation(tpm, device, activation):
    kind = "-a 'fixedtpm|fixedparent|sensitivedataorigin|userwithauth|noda|restricted|decrypt'"
    tpm.run(
        f"tpm2_createprimary -C o -g sha256 -G ecc -p secret {kind} -c srk && tpm2_evictcontrol -C o -c srk 0x81000001"
    )
    tpm.run("tpm2_flushcontext -t")
    checked = json.loads(run(*device.command("check", "--json")).stdout)
    assert checked["keyStore"] == {"type": "tpm", "hasKeys": False}
    device.activate(activation)
    assert key_store(device) == "tpm"
