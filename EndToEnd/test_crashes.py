"""Crashes of app and manager: a process is finished on both sides or can be repeated, and nothing works twice."""

import itertools
import subprocess
from concurrent.futures import Future

import pytest
from stage.authenticator import Authenticator
from stage.interceptor import Moment
from stage.interrupted_scene import InterruptedScene
from stage.manager import Activation
from stage.outcome import assert_activated_once, assert_logged_in_once
from stage.plain_browser import PlainLoginPage
from stage.processes import ending_with_parent, run, run_or_fail
from stage.small_disk import fill, only_root, small_disk
from stage.tracer import killing_at

PROCESS_OVER = 3
UNKNOWN = 67
UNAVAILABLE = 69
LOCKED_OUT = 75
UNUSABLE = 78

names = (f"ada{number}" for number in itertools.count(1))

# The device's part does not depend on the manager's database.
on_the_device = pytest.mark.parametrize("engine", ["SQLite"], indirect=True, scope="module")


@pytest.fixture(scope="module", params=["SQLite", "PostgreSQL"])
def engine(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def scene(engine, new_database, tmp_path_factory):
    folder = tmp_path_factory.mktemp("crashes")
    settings = "settings:\n  lockoutSeconds: [1]\n"
    with InterruptedScene(folder, database=new_database(engine), settings=settings) as scene:
        yield scene
        assert not scene.interceptor.plan, "what was to happen did not"


@pytest.fixture
def name():
    return next(names)


@pytest.fixture(scope="module")
def ada(scene):
    """A person with an activated device, which no test locks."""
    return scene.person("ada")


def activation_command(device: Authenticator, activation: Activation) -> tuple[list, str]:
    return device.command("activate", activation.picture, "--pin-stdin"), f"{activation.pin}\n{device.pin}\n"


def login_command(device: Authenticator, page: PlainLoginPage) -> tuple[list, str]:
    return device.command("login", "--scanned", page.process_data, "--yes", "--pin-stdin"), f"{device.pin}\n"


def run_and_kill(scene: InterruptedScene, operation: str, moment: Moment, command: list, typed: str) -> None:
    """Runs the app and kills it at this moment."""
    started = Future()

    def kill():
        started.result().kill()
        started.result().wait()

    scene.interceptor.once(operation, moment, kill)
    app = subprocess.Popen(
        ending_with_parent(*command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    started.set_result(app)
    _, errors = app.communicate(typed, timeout=30)
    assert app.returncode == -9, errors


def activate_again(device: Authenticator, activation: Activation) -> None:
    """Activates again with the same code and PIN, as a person whose app was killed."""
    command, typed = activation_command(device, activation)
    again = run(*command, input=typed)
    # If the manager already had the keys, the app finds out and reports it.
    assert again.returncode == 0 or (again.returncode == UNKNOWN and "activated" in again.stderr), again.stderr


@pytest.mark.parametrize("moment", [Moment.REQUEST, Moment.ANSWER])
@pytest.mark.parametrize("operation", ["open", "personalizeFinish"])
def test_an_app_killed_while_activating_is_activated_by_doing_it_again(scene, name, operation, moment):
    device, activation = scene.invited(name)
    run_and_kill(scene, operation, moment, *activation_command(device, activation))
    activate_again(device, activation)
    assert_activated_once(scene, device, name)


@on_the_device
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_an_app_killed_while_writing_is_activated_by_doing_it_again(scene, name, number):
    """Four files are written: the choice of the key store, the keys, the pending record, and the active record."""
    device, activation = scene.invited(name)
    command, typed = activation_command(device, activation)
    assert run(*killing_at("rename", number, *command), input=typed).returncode == -9
    activate_again(device, activation)
    assert_activated_once(scene, device, name)
    assert len(list((device.home / "keys").glob("*.json"))) == 1


@on_the_device
@only_root
def test_an_app_whose_disk_fills_at_the_last_write_is_pending_until_it_is_done_again(scene, name, tmp_path):
    device, activation = scene.invited(name)
    with small_disk(tmp_path / "disk") as disk:
        device.home = disk / "home"
        device.trust(scene.key_material)
        command, typed = activation_command(device, activation)
        scene.interceptor.once("personalizeFinish", Moment.ANSWER, lambda: fill(disk))
        # The second run learns from the manager that it has activated the device.
        for _ in range(2):
            full = run(*command, input=typed)
            assert full.returncode == UNUSABLE, full.stderr
            assert "the activation is pending: run the same again when there is room" in full.stderr
        assert [account["isPending"] for account in device.accounts()] == [True]
        listed = run(*device.command("accounts"))
        assert "(pending)" in listed.stdout and "no activations yet" not in listed.stderr

        (disk / "filling").unlink()
        again = run_or_fail(*command, input=typed)
        assert "This device is activated for" in again
        assert_activated_once(scene, device, name)


@on_the_device
@pytest.mark.parametrize("number", [1, 2])
def test_an_app_killed_while_forgetting_can_forget_again_and_be_activated_anew(scene, name, number):
    device = scene.person(name)
    idm = scene.manager.issuer.removeprefix("http://")
    assert run(*killing_at("unlink", number, *device.command("forget", idm, "--yes"))).returncode == -9
    # A record without keys is reported once; then nothing remains to be forgotten.
    run(*device.command("forget", idm, "--yes"))
    assert device.accounts() == [] and not list((device.home / "keys").iterdir())
    assert scene.audit(name).count("activationRevoked") == 1

    device.activate(scene.manager.invite(name))
    assert len(device.accounts()) == 1


@pytest.mark.parametrize("moment", [Moment.REQUEST, Moment.ANSWER])
@pytest.mark.parametrize("operation", ["start", "prepare", "finish"])
def test_an_app_killed_while_logging_in_logs_in_with_the_same_code(scene, ada, operation, moment):
    page = scene.login_page()
    run_and_kill(scene, operation, moment, *login_command(ada, page))
    again = ada.login(page.process_data)
    # A confirmed login stays confirmed: the browser continues without the app.
    is_confirmed = operation == "finish" and moment is Moment.ANSWER
    assert again.returncode == (PROCESS_OVER if is_confirmed else 0), again.stderr
    assert_logged_in_once(scene, page)


def assert_repeated(scene: InterruptedScene, operation: str) -> None:
    """Asserts that the device repeated the same bytes once."""
    bodies = [request.body for request in scene.interceptor.recorded if request.operation == operation]
    assert bodies[-1] == bodies[-2]


@pytest.mark.parametrize("operation", ["open", "personalizeFinish"])
def test_an_app_whose_manager_was_killed_before_its_answer_is_answered_after_the_restart(scene, name, operation):
    device, activation = scene.invited(name)
    scene.interceptor.once(operation, Moment.ANSWER, scene.restart_manager)
    device.activate(activation)
    assert_repeated(scene, operation)
    assert_activated_once(scene, device, name)


@pytest.mark.parametrize(
    ("operation", "moment"),
    [("finish", Moment.REQUEST), ("start", Moment.ANSWER), ("prepare", Moment.ANSWER), ("finish", Moment.ANSWER)],
)
def test_a_login_whose_manager_was_killed_goes_on_after_the_restart(scene, ada, operation, moment):
    page = scene.login_page()
    scene.interceptor.once(operation, moment, scene.restart_manager)
    login = ada.login(page.process_data)
    assert login.returncode == 0, login.stderr
    assert_repeated(scene, operation)
    assert_logged_in_once(scene, page)


def test_a_wrong_pin_is_counted_once_though_the_manager_was_killed(scene, name):
    device = scene.person(name)
    scene.interceptor.once("finish", Moment.ANSWER, scene.restart_manager)
    wrong = device.login(scene.login_page().process_data, pin="111222")
    assert wrong.returncode == LOCKED_OUT, wrong.stderr
    assert scene.audit(name).count("loginRefused") == 1
    failures = "SELECT pin_failures FROM activation JOIN account ON account.id = account_id WHERE account.name = ?"
    assert scene.rows(failures, name) == [(1,)]


def test_a_wrong_activation_pin_is_counted_once_though_the_manager_was_killed(scene, name):
    device, activation = scene.invited(name)
    scene.interceptor.once("open", Moment.ANSWER, scene.restart_manager)
    wrong = run(*activation_command(device, activation)[0], input="99999999\n")
    assert wrong.returncode == LOCKED_OUT, wrong.stderr
    assert scene.audit(name).count("activationPINWrong") == 1


def test_an_activation_goes_on_when_a_manager_that_was_away_is_back(scene, name):
    device, activation = scene.invited(name)
    scene.interceptor.once("personalizeFinish", Moment.ANSWER, scene.manager.kill)
    command, typed = activation_command(device, activation)
    away = run(*command, input=typed)
    assert away.returncode == UNAVAILABLE, away.stderr
    scene.manager.start()
    activate_again(device, activation)
    assert_activated_once(scene, device, name)


def test_a_login_goes_on_when_a_manager_that_was_away_is_back(scene, ada):
    page = scene.login_page()
    scene.interceptor.once("prepare", Moment.ANSWER, scene.manager.kill)
    assert ada.login(page.process_data).returncode == UNAVAILABLE
    scene.manager.start()
    assert ada.login(page.process_data).returncode == 0
    assert_logged_in_once(scene, page)


def test_an_activation_that_the_manager_made_while_the_app_died_is_found_by_the_next_login(scene, name):
    device, activation = scene.invited(name)
    run_and_kill(scene, "personalizeFinish", Moment.ANSWER, *activation_command(device, activation))
    page = scene.login_page()
    assert device.login(page.process_data).returncode == 0
    assert_logged_in_once(scene, page)
    assert_activated_once(scene, device, name)


@on_the_device
def test_an_app_puts_no_more_files_in_place_than_those_at_which_it_is_killed(scene, name):
    device, activation = scene.invited(name)
    trace = device.home / "trace"
    command, typed = activation_command(device, activation)
    run_or_fail(
        "strace", "-qq", "-o", trace, "-e", "trace=fsync,rename", "-e", "signal=none", *map(str, command), input=typed
    )
    calls = [line.split("(")[0] for line in trace.read_text().splitlines() if "+++" not in line]
    # For each file, first the content is made durable, then the name. New folders are made durable, too.
    renames = [index for index, call in enumerate(calls) if call == "rename"]
    assert len(renames) == 4, calls
    assert all(calls[index - 1] == calls[index + 1] == "fsync" for index in renames), calls


@on_the_device
def test_a_login_leaves_nothing_on_the_device_that_tells_whether_the_pin_was_right(scene, name):
    device = scene.person(name)
    before = files(device)
    trace = scene.folder / f"{name}.trace"
    calls = "trace=openat,open,creat,rename,renameat,renameat2,mkdir,mkdirat"
    command = device.command("login", "--scanned", scene.login_page().process_data, "--yes", "--pin-stdin")
    login = run("strace", "-f", "-qq", "-o", trace, "-e", calls, *map(str, command), input="111222\n")
    assert login.returncode == LOCKED_OUT, login.stderr
    assert files(device) == before
    # The app does not write anywhere else.
    assert "O_RDONLY" in trace.read_text()
    writing = ("O_WRONLY", "O_RDWR", "O_CREAT", "rename", "mkdir", "creat(")
    written = [line for line in trace.read_text().splitlines() if any(word in line for word in writing)]
    assert [line for line in written if '"/dev/' not in line] == []


def files(device: Authenticator) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in device.home.rglob("*") if path.is_file()}
