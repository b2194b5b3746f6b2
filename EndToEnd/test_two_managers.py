"""Two managers on one PostgreSQL behind one address: each can serve every request, and nothing works twice."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest
from stage.balanced_scene import BalancedScene
from stage.interceptor import Moment
from stage.outcome import assert_activated_once, assert_logged_in_once, assert_recorded_once
from stage.plain_browser import PlainBrowser
from stage.relying_party import answer

LOCKED_OUT = 75

names = (f"ada{number}" for number in count(1))


@pytest.fixture(scope="module")
def balanced(postgresql, tmp_path_factory):
    folder = tmp_path_factory.mktemp("two-managers")
    settings = "settings:\n  lockoutSeconds: [1]\n"
    with BalancedScene(folder, database=postgresql.new_database(), settings=settings) as scene:
        yield scene


@pytest.fixture
def scene(balanced):
    """The scene with both managers running."""
    balanced.start_all()
    yield balanced
    assert not balanced.interceptor.plan, "what was to happen did not"


@pytest.fixture
def name():
    return next(names)


@pytest.fixture(scope="module")
def ada(balanced):
    return balanced.person("ada")


def test_two_managers_in_turn_serve_one_person_and_both_tell_the_page(scene, name):
    device, activation = scene.invited(name)
    device.activate(activation)
    assert scene.serving("open") is not scene.serving("personalizeFinish")

    for _ in range(3):
        page = scene.login_page()
        states = [page.follow(manager.address) for manager in scene.managers]
        assert [next(told) for told in states] == ["waiting", "waiting"]
        login = device.begin_login(page.process_data)
        assert all("confirming" in told for told in states)
        login.communicate(f"{device.pin}\n", timeout=30)
        assert login.returncode == 0
        assert [list(told) for told in states] == [["done"], ["done"]]
        assert scene.serving("start") is not scene.serving("prepare") is not scene.serving("finish")
        assert_logged_in_once(scene, page)
    assert_activated_once(scene, device, name)


def test_a_login_whose_manager_was_killed_while_the_pin_was_typed_is_finished_by_the_other(scene, ada):
    page = scene.login_page()
    states = {manager: page.follow(manager.address) for manager in scene.managers}
    assert {next(told) for told in states.values()} == {"waiting"}
    login = ada.begin_login(page.process_data)
    assert all("confirming" in told for told in states.values())

    other = scene.kill(scene.serving("prepare"))
    # The page of the killed manager reconnects.
    moved = page.follow(other.address)
    assert next(moved) == "confirming"
    _, errors = login.communicate(f"{ada.pin}\n", timeout=30)
    assert login.returncode == 0, errors
    assert scene.serving("finish") is other
    assert list(moved) == ["done"]
    assert list(states[other])[-1] == "done"
    assert_logged_in_once(scene, page)


@pytest.mark.parametrize(
    ("operation", "moment"), [("prepare", Moment.ANSWER), ("finish", Moment.REQUEST), ("finish", Moment.ANSWER)]
)
def test_a_device_whose_manager_was_killed_before_its_answer_is_answered_by_the_other(scene, ada, operation, moment):
    page = scene.login_page()
    scene.interceptor.once(operation, moment, lambda: scene.kill(scene.serving(operation)))
    login = ada.login(page.process_data)
    assert login.returncode == 0, login.stderr
    assert_answered_by_the_other(scene, operation)
    assert_logged_in_once(scene, page)


@pytest.mark.parametrize("operation", ["open", "personalizeFinish"])
def test_an_activation_whose_manager_was_killed_before_its_answer_is_answered_by_the_other(scene, name, operation):
    device, activation = scene.invited(name)
    scene.interceptor.once(operation, Moment.ANSWER, lambda: scene.kill(scene.serving(operation)))
    device.activate(activation)
    assert_answered_by_the_other(scene, operation)
    assert_activated_once(scene, device, name)


def test_a_wrong_pin_is_counted_once_though_two_managers_were_asked(scene, name):
    device = scene.person(name)
    scene.interceptor.once("finish", Moment.ANSWER, lambda: scene.kill(scene.serving("finish")))
    wrong = device.login(scene.login_page().process_data, pin="111222")
    assert wrong.returncode == LOCKED_OUT, wrong.stderr
    assert_answered_by_the_other(scene, "finish")
    assert scene.audit(name).count("loginRefused") == 1
    failures = "SELECT pin_failures FROM activation JOIN account ON account.id = account_id WHERE account.name = ?"
    assert scene.rows(failures, name) == [(1,)]


def assert_answered_by_the_other(scene: BalancedScene, operation: str) -> None:
    """Asserts that the device repeated the same bytes once, at the other manager."""
    first, again = [request for request in scene.interceptor.recorded if request.operation == operation][-2:]
    assert first.body == again.body
    assert first.manager_port != again.manager_port


def test_a_login_finished_through_both_managers_at_once_gives_one_code_that_works_once(scene, ada):
    page = scene.login_page()
    with ThreadPoolExecutor(8) as pool:

        def finish_at_once():
            finish = scene.interceptor.recorded[-1]
            ports = [manager.listening_port for manager in scene.managers] * 4
            statuses.extend(pool.map(lambda port: scene.interceptor.send_again(finish, port), ports))

        statuses = []
        scene.interceptor.once("finish", Moment.REQUEST, finish_at_once)
        login = ada.login(page.process_data)
        assert login.returncode == 0, login.stderr
        assert statuses == [200] * 8

        # The maximum number for one login. Each answer revokes the code of the answer before.
        tabs = [PlainBrowser(page.browser.cookies) for _ in range(5)]
        codes = {answer(response)["code"] for response in pool.map(page.proceed, tabs)}
        redeemed = list(pool.map(scene.website.redeem, [*codes, *codes]))

    (tokens,) = [response.json() for response in redeemed if response.status_code == 200]
    refused = [response.json()["error"] for response in redeemed if response.status_code == 400]
    assert refused == ["invalid_grant"] * (len(redeemed) - 1)
    # The second use of the code has revoked the tokens of the first, at both managers.
    for _ in scene.managers:
        assert scene.website.user_info(tokens["access_token"]).status_code == 401
    assert_recorded_once(scene, page)
