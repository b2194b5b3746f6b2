"""Several processes on one home: an activation during a login, and during another activation with the same code."""

import subprocess

import pytest
from stage.authenticator import Authenticator
from stage.interceptor import Moment
from stage.interrupted_scene import InterruptedScene
from stage.manager import Activation
from stage.processes import ending_with_parent, run, wait_until

OVER = 3
NOT_ACTIVATED = 67


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    with InterruptedScene(tmp_path_factory.mktemp("concurrent")) as scene:
        yield scene


def command(device: Authenticator, activation: Activation) -> list:
    return device.command("activate", activation.picture, "--pin-stdin")


def begin(device: Authenticator, activation: Activation) -> subprocess.Popen:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(ending_with_parent(*command(device, activation)), text=True, **pipes)


def activate(device: Authenticator, activation: Activation, pin: str) -> subprocess.CompletedProcess:
    return run(*command(device, activation), input=f"{activation.pin}\n{pin}\n")


def expect_activated(scene: InterruptedScene, device: Authenticator, pin: str) -> None:
    assert len(device.accounts()) == 1
    assert device.login(scene.login_page().process_data, pin=pin).returncode == 0
    assert scene.audit(device.home.name).count("activationPersonalized") == 1


def test_a_login_while_the_keys_are_on_their_way_leaves_them_alone(scene):
    device, activation = scene.invited("login-beside")
    page = scene.login_page()
    logins = []
    scene.interceptor.once(
        "personalizeFinish", Moment.REQUEST, lambda: logins.append(device.login(page.process_data).returncode)
    )
    activated = activate(device, activation, device.pin)
    assert activated.returncode == 0, activated.stderr
    assert logins == [NOT_ACTIVATED]
    expect_activated(scene, device, device.pin)


def test_an_attempt_while_another_ones_keys_are_on_their_way_takes_its_place(scene):
    device, activation = scene.invited("later-wins")
    later = []
    scene.interceptor.once(
        "personalizeFinish", Moment.REQUEST, lambda: later.append(activate(device, activation, "518206"))
    )
    earlier = activate(device, activation, "730164")
    assert later[0].returncode == 0, later[0].stderr
    assert earlier.returncode == OVER, earlier.stderr
    expect_activated(scene, device, "518206")


def test_an_attempt_after_another_one_has_succeeded_is_told_that_the_others_pin_counts(scene):
    device, activation = scene.invited("earlier-wins")
    tokens = "SELECT count(*) FROM open_token"
    before = scene.rows(tokens)
    # It opens the activation before the other attempt finishes, and continues afterwards.
    late = begin(device, activation)
    late.stdin.write(f"{activation.pin}\n")
    late.stdin.flush()
    wait_until(lambda: scene.rows(tokens) != before)
    said = []
    scene.interceptor.once(
        "personalizeFinish", Moment.ANSWER, lambda: said.extend(late.communicate("518206\n", timeout=60))
    )
    early = activate(device, activation, "730164")
    assert early.returncode == 0, early.stderr
    assert late.returncode == OVER
    assert "the PIN of that attempt is valid" in said[1]
    expect_activated(scene, device, "730164")


def test_of_several_processes_at_once_one_activates_the_device(scene):
    for number in range(5):
        device, activation = scene.invited(f"at-once-{number}")
        processes = {pin: begin(device, activation) for pin in ("730164", "518206", "264907")}
        for pin, process in processes.items():
            process.stdin.write(f"{activation.pin}\n{pin}\n")
            process.stdin.close()
        results = {pin: process.wait(60) for pin, process in processes.items()}
        assert set(results.values()) <= {0, OVER, NOT_ACTIVATED}
        (winner,) = [pin for pin, status in results.items() if status == 0]
        expect_activated(scene, device, winner)
