"""`xign` at a terminal: changing the PIN, adding and removing devices, deleting the account."""

import json

import pytest
from stage.authenticator import Authenticator
from stage.interceptor import Moment
from stage.interrupted_scene import InterruptedScene
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import run, run_or_fail
from stage.scene import Scene
from stage.terminal import Terminal

NEW_PIN = "482951"


@pytest.fixture
def ada(newcomer) -> Authenticator:
    return newcomer


@pytest.fixture
def page(relying_party) -> PlainLoginPage:
    return PlainLoginPage(PlainBrowser(), relying_party.authorization_request())


def begin(device: Authenticator, *command) -> Terminal:
    """Begins a command, and agrees to what it shows."""
    terminal = Terminal(*device.command(*command))
    terminal.expect("I did not begin this]")
    terminal.type("y")
    return terminal


def type_new_pin(terminal: Terminal, pin: str) -> None:
    terminal.expect("New PIN:")
    terminal.type(pin)
    terminal.expect("New PIN again:")
    terminal.type(pin)


def invite(scene, address: str) -> dict:
    command = ("invitation", "create", address, "--organization", "Example Inc.", "--role", "demo/user", "--json")
    return json.loads(scene.manager.command(*command))


def test_a_person_changes_the_pin(ada, page):
    change = Terminal(*ada.command("pin", "change"))
    shown = change.expect("I did not begin this]")
    assert "Change the PIN of this device" in shown
    assert ada.home.name in shown, "the account"
    change.type("y")
    change.expect("PIN:")
    change.type(ada.pin)
    change.expect("6 to 32 digits")
    change.expect("New PIN:")
    change.type("123456")
    change.expect("one of the most common PINs")
    change.expect("New PIN:")
    change.type("12")
    change.expect("it is too short")
    type_new_pin(change, ada.pin)
    change.expect("it is the present PIN")
    type_new_pin(change, NEW_PIN)
    change.expect("changed")
    assert change.wait() == 0

    assert ada.login(page.process_data, pin=NEW_PIN).returncode == 0


def test_without_a_person_the_pins_come_from_standard_input(ada, page):
    command = ada.command("pin", "change", "--yes", "--pin-stdin")
    assert run(*command, input=f"{ada.pin}\n123456\n").returncode == 65, "a common PIN"
    assert run(*command, input=f"{ada.pin}\n{ada.pin}\n").returncode == 65, "the present PIN"
    assert run(*command, input=f"{ada.pin}\n{NEW_PIN}\n").returncode == 0
    assert ada.login(page.process_data, pin=NEW_PIN).returncode == 0


def test_a_wrong_pin_is_waited_out_and_asked_again(tmp_path):
    with Scene(tmp_path, settings="settings:\n  lockoutSeconds: [1]\n") as scene:
        ada = scene.person("ada")
        change = begin(ada, "pin", "change")
        change.expect("PIN:")
        change.type("111222")
        change.expect("the PIN was wrong")
        change.expect("Locked for 1 second")
        change.expect("PIN:")
        change.type(ada.pin)
        type_new_pin(change, NEW_PIN)
        change.expect("changed")
        assert change.wait() == 0


@pytest.mark.parametrize(("answer", "told"), [("n", "Nothing was changed"), ("x", "not begun by you")])
def test_who_says_no_changes_nothing(ada, page, answer, told):
    change = Terminal(*ada.command("pin", "change"))
    change.expect("I did not begin this]")
    change.type(answer)
    change.expect(told)
    assert change.wait() == 1
    assert ada.login(page.process_data).returncode == 0


def test_a_person_whose_connection_is_lost_repeats_the_step_or_learns_which_pin_to_try(tmp_path):
    with InterruptedScene(tmp_path) as scene:
        ada = scene.person("ada")
        for again, status in (("y", 0), ("n", 69)):
            # The SDK itself sends a request twice.
            change = begin(ada, "pin", "change")
            change.expect("PIN:")
            change.type(ada.pin)
            change.expect("New PIN:")
            scene.interceptor.once("finishUtility", Moment.ANSWER, lambda: scene.manager.kill())
            new = NEW_PIN if again == "y" else "735199"
            change.type(new)
            change.expect("New PIN again:")
            change.type(new)
            change.expect("Try again?")
            scene.manager.start()
            change.type(again)
            assert change.wait() == status
            if again == "n":
                assert "try the new one first" in change.shown
            ada.pin = new
        assert ada.login(scene.login_page().process_data).returncode == 0


@pytest.mark.parametrize("options, name", [([], "tablet"), (["--alias", "kitchen"], "kitchen")])
def test_a_person_adds_a_device_and_is_told_so_once_on_the_other(ada, scene, options, name):
    new = Terminal(*ada.command("activation", "new"))
    new.expect("Name of the new device")
    new.type("tablet")
    assert "Add a device to the account" in new.expect("I did not begin this]")
    new.type("y")
    new.expect("PIN:")
    new.type(ada.pin)
    type_new_pin(new, NEW_PIN)
    new.expect("until")
    new.expect("xign activate ")
    assert new.wait() == 0
    code = new.shown.split()[0]
    assert "waits for its device until" in run_or_fail(*ada.command("activation", "list"))

    tablet = Authenticator(ada.home.parent / f"{ada.home.name}-tablet", pin=NEW_PIN)
    tablet.trust(scene.manager.key_material())
    activate = Terminal(*tablet.command("activate", code, *options))
    activate.expect("Activation PIN:")
    activate.type(NEW_PIN)
    activate.expect("Its PIN is the one that you have entered")
    assert activate.wait() == 0

    listed = run(*ada.command("activation", "list"))
    assert listed.stdout.count(name) == 1 and "this device" in listed.stdout
    assert "a device was added to your account" in listed.stderr
    assert "xign activation list, then xign activation revoke ID" in listed.stderr
    for command in (["activation", "list"], ["accounts"]):
        told = run(*ada.command(*command)).stderr
        assert "a device was added to your account" in told, "nobody may have read it: the output was no terminal"
    read = Terminal(*ada.command("accounts"))
    read.expect("a device was added to your account")
    assert read.wait() == 0
    assert run(*ada.command("activation", "list")).stderr == ""


@pytest.mark.parametrize("command", ["invitation", "activate"])
def test_a_person_accepts_an_invitation_with_the_account_that_there_is(ada, scene, command):
    invitation = invite(scene, f"{ada.home.name}@example.org")
    accept = Terminal(*ada.command(command, invitation["link"]))
    accept.expect("PIN")
    accept.type(invitation["pin"])
    shown = accept.expect("I did not begin this]")
    for line in ("Accept an invitation", "Example Inc.", "user", "Demo website", f"{ada.home.name}@example.org"):
        assert line in shown
    accept.type("y")
    accept.expect("PIN:")
    accept.type(ada.pin)
    accept.expect("accepted")
    assert accept.wait() == 0

    again = run(*ada.command("invitation", invitation["link"], "--yes", "--pin-stdin"), input=invitation["pin"] + "\n")
    assert again.returncode == 3 and "already used" in again.stderr


def test_an_invitation_is_declined_and_stays_valid(ada, scene):
    invitation = invite(scene, f"{ada.home.name}@example.org")
    accept = Terminal(*ada.command("invitation", invitation["link"]))
    accept.expect("PIN of the invitation:")
    accept.type(invitation["pin"])
    accept.expect("I did not begin this]")
    accept.type("n")
    accept.expect("Nothing was changed")
    assert accept.wait() == 1
    pins = f"{invitation['pin']}\n{ada.pin}\n"
    assert run(*ada.command("invitation", invitation["link"], "--yes", "--pin-stdin"), input=pins).returncode == 0


def test_a_device_without_an_account_is_led_from_the_invitation_to_its_activation(scene, tmp_path):
    invitation = invite(scene, "new@example.org")
    device = Authenticator(tmp_path / "home")
    device.trust(scene.manager.key_material())
    refused = run(*device.command("invitation", invitation["link"]))
    assert refused.returncode == 67 and "xign activate with the same code" in refused.stderr
    activate = device.command("activate", invitation["link"], "--pin-stdin")
    assert run(*activate, input=f"{invitation['pin']}\n{device.pin}\n").returncode == 0


def test_a_device_renames_itself(ada, scene):
    assert run(*ada.command("activation", "rename", "work laptop")).returncode == 0
    assert [device["alias"] for device in ada.activations()] == ["work laptop"]
    assert ada.accounts()[0]["alias"] == "work laptop"


def test_a_person_removes_another_device(ada, scene, page):
    tablet = scene.another_device(ada, "tablet")
    assert tablet.login(page.process_data).returncode == 0

    revoke = Terminal(*ada.command("activation", "revoke", "tablet"))
    shown = revoke.expect("I did not begin this]")
    for line in ("Remove a device from the account", "tablet", "Linux", "In use since:"):
        assert line in shown
    revoke.type("y")
    revoke.expect("PIN:")
    revoke.type(ada.pin)
    revoke.expect("removed")
    assert revoke.wait() == 0

    assert len(ada.activations()) == 1
    assert tablet.login("AQ").returncode != 0
    assert run(*tablet.command("activation", "list")).returncode == 3


def test_a_name_of_two_devices_is_told_apart_by_the_id(ada, scene):
    for home in ("first", "second"):
        scene.another_device(ada, "tablet", home)
    command = ada.command("activation", "revoke", "tablet", "--yes", "--pin-stdin")
    refused = run(*command, input=f"{ada.pin}\n")
    assert refused.returncode == 65 and "give the whole id instead" in refused.stderr

    one = next(device["activationId"] for device in ada.activations() if device["alias"] == "tablet")
    command = ada.command("activation", "revoke", one, "--yes", "--pin-stdin")
    assert run(*command, input=f"{ada.pin}\n").returncode == 0
    assert one not in [device["activationId"] for device in ada.activations()]


def test_this_device_is_not_removed_but_given_up(ada):
    name = ada.activations()[0]["alias"]
    refused = run(*ada.command("activation", "revoke", name))
    assert refused.returncode == 65 and "xign forget" in refused.stderr


def test_a_new_device_is_told_until_when_it_may_not_remove_others(ada, scene):
    tablet = scene.another_device(ada, "tablet")
    for command in (["delete"], ["activation", "new", "--alias", "third"]):
        refused = run(*tablet.command(*command, "--yes", "--pin-stdin"), input=f"{tablet.pin}\n{tablet.pin}\n")
        assert refused.returncode == 75
        assert "use an older device" in refused.stderr
        assert " at " in refused.stderr


def test_a_person_deletes_the_account_and_the_keys(ada, scene, page):
    delete = Terminal(*ada.command("delete"))
    shown = delete.expect("I did not begin this]")
    assert "Delete the account" in shown and ada.home.name in shown and "cannot be undone" in shown
    delete.type("y")
    delete.expect("Type the name of the account")
    delete.type("somebody")
    delete.expect("not the name of the account")
    delete.expect("Type the name of the account")
    delete.type(ada.home.name)
    delete.expect("PIN:")
    delete.type(ada.pin)
    delete.expect("deleted")
    delete.expect("Remove the keys of this device, too?")
    delete.type("")
    delete.expect("removed from this device")
    assert delete.wait() == 0

    assert ada.accounts() == []
    assert not list((ada.home / "keys").iterdir())


def test_a_person_who_does_not_type_the_name_keeps_the_account(ada):
    delete = begin(ada, "delete")
    delete.expect("Type the name of the account")
    delete.type("")
    delete.expect("Nothing was changed")
    assert delete.wait() == 1
    assert len(ada.activations()) == 1
