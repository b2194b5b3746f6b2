"""Crashes of an app with the Kotlin SDK: what it began is finished by doing it again, and nothing happens twice.

`test_crashes.py` has these stories with the SDK for Swift, and those of the manager alone.
`test_utility_crashes.py` has the other processes, for both.
"""

import itertools

import pytest
from stage.app import App, AppRefusal
from stage.interceptor import Moment
from stage.interrupted_scene import InterruptedScene
from stage.manager import Activation
from stage.outcome import assert_logged_in_once
from stage.tracer import killing_at

names = (f"kay{number}" for number in itertools.count(1))


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    settings = "settings:\n  lockoutSeconds: [1]\n"
    with InterruptedScene(tmp_path_factory.mktemp("kotlin-crashes"), settings=settings, language="Kotlin") as scene:
        yield scene
        assert not scene.interceptor.plan, "what was to happen did not"


@pytest.fixture
def name() -> str:
    return next(names)


@pytest.fixture
def invited(scene, name):
    """A new person's app, which is not activated, and its activation."""
    scene.manager.apply(f"users:\n  - name: {name}\n    memberships: [Example Inc.]\n")
    activation = scene.manager.invite(name)
    app = scene.new_app(name)
    yield app, activation
    app.stop()


@pytest.fixture(scope="module")
def kay(scene) -> App:
    """A person's activated app, which no test locks."""
    return scene.app("kay")


def activate(app: App, activation: Activation) -> None:
    app.activate(activation.link, activation.pin)


def activate_again(app: App, activation: Activation) -> None:
    """Activates the app again with the same code and PIN, as a person whose app was killed."""
    try:
        activate(app, activation)
    except AppRefusal as refusal:
        # The manager already had the keys: the app finds out, and reports it.
        assert refusal.code == "activatedByAnotherAttempt"


def assert_activated_once(scene: InterruptedScene, app: App, name: str) -> None:
    """Asserts that app and manager have one active activation, which can log in."""
    (listed,) = app.step("list")["activations"]
    assert listed["isThisDevice"]
    events = scene.audit(name)
    assert events.count("activationPersonalized") == 1
    assert "activationPINWrong" not in events and "activationAlreadyUsed" not in events
    page = scene.login_page()
    assert app.login(page.process_data) == "userLogin"
    assert_logged_in_once(scene, page)


@pytest.mark.parametrize("moment", [Moment.REQUEST, Moment.ANSWER])
@pytest.mark.parametrize("operation", ["open", "personalizeFinish"])
def test_an_app_killed_while_activating_is_activated_by_doing_it_again(scene, name, invited, operation, moment):
    app, activation = invited
    scene.interceptor.once(operation, moment, app.kill)
    with pytest.raises(AppRefusal, match="ended"):
        activate(app, activation)
    app.start()
    activate_again(app, activation)
    assert_activated_once(scene, app, name)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_an_app_killed_while_writing_is_activated_by_doing_it_again(scene, name, invited, number):
    """Three files are written: the keys, the pending record, and the active record."""
    app, activation = invited
    app.stop()
    app.start(lambda *command: killing_at("rename", number, *command, in_any_thread=True))
    with pytest.raises(AppRefusal, match="ended"):
        activate(app, activation)
    app.child.wait()
    app.start()
    activate_again(app, activation)
    assert_activated_once(scene, app, name)
    assert len(list((app.home / "keys").glob("*.json"))) == 1


def test_an_activation_that_the_manager_made_while_the_app_died_is_found_by_the_next_login(scene, name, invited):
    app, activation = invited
    scene.interceptor.once("personalizeFinish", Moment.ANSWER, app.kill)
    with pytest.raises(AppRefusal, match="ended"):
        activate(app, activation)
    app.start()
    assert_activated_once(scene, app, name)


@pytest.mark.parametrize("moment", [Moment.REQUEST, Moment.ANSWER])
@pytest.mark.parametrize("operation", ["start", "prepare", "finish"])
def test_an_app_killed_while_logging_in_logs_in_with_the_same_code(scene, kay, operation, moment):
    page = scene.login_page()
    scene.interceptor.once(operation, moment, kay.kill)
    with pytest.raises(AppRefusal, match="ended"):
        kay.login(page.process_data)
    kay.start()
    if operation == "finish" and moment is Moment.ANSWER:
        # A confirmed login stays confirmed: the browser continues without the app.
        with pytest.raises(AppRefusal, match="sessionEnded"):
            kay.login(page.process_data)
    else:
        assert kay.login(page.process_data) == "userLogin"
    assert_logged_in_once(scene, page)


def test_a_wrong_pin_is_counted_once_though_the_app_was_killed(scene, name):
    app = scene.app(name)
    page = scene.login_page()
    scene.interceptor.once("finish", Moment.ANSWER, app.kill)
    with pytest.raises(AppRefusal, match="ended"):
        app.login(page.process_data, pin="111222")
    app.start()
    assert scene.audit(name).count("loginRefused") == 1
    scene.wait_for_end_of_lockouts()
    assert app.login(scene.login_page().process_data) == "userLogin"
    app.stop()
