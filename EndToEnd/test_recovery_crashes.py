"""A manager that is killed while a recovery ends: before it issues the code for the new device, and while that device
takes the place of all others."""

from pathlib import Path

import pytest
from stage import later
from stage.authenticator import Authenticator
from stage.interceptor import Interceptor, Moment
from stage.mailbox import Mailbox
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import Process, free_port, run, wait_until
from stage.recovery import A_DAY_LATER, PlainRecovery, Recovering, configuration, prepared, printed_code
from stage.scene import Scene
from stage.tracer import kill_at

# The link and the PIN for the new device.
Handout = tuple[str, str]
UNKNOWN = 67
UNAVAILABLE = 69


@pytest.fixture
def interceptor():
    interceptor = Interceptor(free_port())
    yield interceptor
    assert not interceptor.plan, "what was to happen did not"
    interceptor.stop()


@pytest.fixture
def scene(tmp_path, mailbox, interceptor):
    [listening_port] = interceptor.manager_ports
    ports = {"manager_port": interceptor.port, "listening_port": listening_port}
    with Scene(tmp_path, configuration=configuration(mailbox), **ports) as scene:
        yield scene


def recovered(scene: Scene, mailbox: Mailbox, lost: Authenticator, folder: Path) -> tuple[Authenticator, Handout]:
    """Recovers an account up to the page with the code for the new device. Returns that device, and the handout."""
    person = PlainRecovery(scene, mailbox)
    person.prove_a_day_apart(printed_code(scene, lost))
    lost.variables = later.variables(A_DAY_LATER)
    new = Authenticator(folder / "new", pin="640913", variables=lost.variables)
    new.trust(scene.manager.key_material())
    return new, person.handout()


def activate(device: Authenticator, handout: Handout):
    link, pin = handout
    return run(*device.command("activate", link, "--pin-stdin"), input=f"{pin}\n{device.pin}\n")


def can_log_in(scene: Scene, device: Authenticator) -> bool:
    browser = PlainBrowser()
    page = PlainLoginPage(browser, browser.get(f"{scene.website.url}/login").headers["Location"])
    return device.login(page.process_data).returncode == 0


def killed_within_the_exchange(scene, interceptor, mailbox, folder, system_call):
    """Returns the former device, the new one and its handout, after a manager that was killed at its next call of
    this system call has started again."""
    lost = prepared(scene)
    new, handout = recovered(scene, mailbox, lost, folder)
    tracers: list[Process] = []

    def watch() -> None:
        tracers.append(kill_at(system_call, scene.manager.process, folder / "tracer.log"))

    interceptor.once("personalizeFinish", Moment.REQUEST, watch)
    away = activate(new, handout)
    assert away.returncode == UNAVAILABLE, away.stderr
    assert scene.manager.process.stop() == -9
    tracers[0].stop()
    scene.manager.start()
    return lost, new, handout


def test_a_manager_killed_before_it_issues_the_code_for_the_new_device_leaves_the_mailed_one(
    scene, mailbox, reset_browser, tmp_path
):
    lost = prepared(scene)
    person = Recovering(scene, reset_browser, mailbox)
    code = person.make_code(lost)
    person.begin(code)
    mailed = person.ask(code)
    # The first transaction judges the mailed code. The second one uses it up, and issues the code for the device.
    tracer = kill_at("fdatasync", scene.manager.process, tmp_path / "tracer.log")
    person.type_mailed_code(mailed)
    wait_until(lambda: scene.manager.process.child.poll() is not None)
    assert scene.manager.process.stop() == -9
    tracer.stop()
    scene.manager.start()
    reset_browser.open(f"{person.origin}/recover/mail")
    person.wait_for_heading("type")
    person.type_mailed_code(mailed)
    new = Authenticator(tmp_path / "new", pin="640913", variables=later.variables(A_DAY_LATER))
    person.connect(new)
    assert scene.audited("ada").count("recoveryCompleted") == 1


def test_a_manager_killed_before_it_writes_the_exchange_leaves_the_former_device(scene, interceptor, mailbox, tmp_path):
    lost, new, handout = killed_within_the_exchange(scene, interceptor, mailbox, tmp_path, "pwrite64")
    assert "recoveryCompleted" not in scene.audited("ada")
    assert can_log_in(scene, lost)
    # That was a use of the former device, which stops the recovery.
    assert activate(new, handout).returncode != 0
    assert "recoveryCompleted" not in scene.audited("ada")
    assert can_log_in(scene, lost)


def test_a_manager_killed_once_the_exchange_is_written_has_the_new_device_alone(scene, interceptor, mailbox, tmp_path):
    lost, new, handout = killed_within_the_exchange(scene, interceptor, mailbox, tmp_path, "fdatasync")
    assert scene.audited("ada").count("recoveryCompleted") == 1
    again = activate(new, handout)
    assert again.returncode == 0 or (again.returncode == UNKNOWN and "activated" in again.stderr), again.stderr
    assert can_log_in(scene, new)
    assert not can_log_in(scene, lost)
    assert scene.audited("ada").count("recoveryCompleted") == 1
