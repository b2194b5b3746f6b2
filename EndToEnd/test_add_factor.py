"""The factor biometric is added to an activation by the listing of the documentation, and signs from then on."""

import itertools
import json

import pytest
from stage.app import App
from stage.interrupted_scene import InterruptedScene
from stage.other_websites import Bank
from stage.plain_browser import decoded
from stage.relying_party import answer

names = (f"ada{number}" for number in itertools.count(1))


@pytest.fixture(scope="module", params=["SQLite", "PostgreSQL", "SQLite-Kotlin"])
def scene(request, new_database, tmp_path_factory):
    folder = tmp_path_factory.mktemp("add-factor")
    database, _, language = request.param.partition("-")
    with InterruptedScene(folder, database=new_database(database), language=language or "Swift") as scene:
        yield scene


@pytest.fixture(scope="module")
def bank(scene) -> Bank:
    """A website that needs the biometric factor, which is allowed from here on."""
    scene.manager.apply("settings:\n  biometric: true\n")
    bank = Bank(scene)
    # With SQLite, a running manager sees the change up to a second later.
    scene.restart_manager()
    return bank


@pytest.fixture
def app(scene) -> App:
    return scene.app(next(names))


def test_a_policy_without_biometric_factors_refuses_before_anybody_authenticates(scene, app):
    # Before `bank`, which allows them.
    assert app.refusal("addFactorByListing", pin=app.pin) == "factorRefused"
    assert app.factors == ["device", "pin"]
    assert "start" not in scene.interceptor.operations()


def test_the_listing_adds_the_factor_with_which_one_logs_in(scene, bank, app):
    assert app.factors == ["device", "pin"]
    app.step("addFactorByListing", pin=app.pin)
    assert app.factors == ["biometric", "device", "pin"]
    assert scene.audit(app.home.name).count("factorAdded") == 1

    page = bank.login_page()
    assert app.login(page.process_data, factors=["biometric", "device"]) == "userLogin"
    tokens = bank.client.redeem(answer(page.proceed())["code"])
    assert tokens.status_code == 200
    claims = json.loads(decoded(tokens.json()["id_token"].split(".")[1]))
    assert claims["roles"] == ["customer"]


def test_a_finger_that_is_not_recognized_adds_nothing_and_confirms_nothing(bank, app):
    app.step("touch", isRecognized=False)
    assert app.refusal("addFactorByListing", pin=app.pin) == "userNotRecognized"
    assert app.factors == ["device", "pin"]
    app.step("touch", isRecognized=True)
    app.step("addFactorByListing", pin=app.pin)

    page = bank.login_page()
    app.step("touch", isRecognized=False)
    app.step("start", code=page.process_data)
    assert app.refusal("authenticate", factors=["biometric", "device"]) == "userNotRecognized"
    app.step("touch", isRecognized=True)
    assert app.authenticate(factors=["biometric", "device"]) == "userLogin"


def test_changed_biometrics_end_the_factor_and_leave_device_and_pin(scene, bank, app):
    app.step("addFactorByListing", pin=app.pin)
    app.step("changeBiometrics")
    app.step("start", code=bank.login_page().process_data)
    assert app.refusal("authenticate", factors=["biometric", "device"]) == "biometricsChanged"
    assert app.login(scene.login_page().process_data) == "userLogin"
    assert app.refusal("addFactorByListing", pin=app.pin) == "factorRefused"


def test_a_factor_is_added_once(scene, bank, app):
    app.step("addFactorByListing", pin=app.pin)
    before = scene.interceptor.operations()
    assert app.refusal("addFactorByListing", pin=app.pin) == "factorRefused"
    assert scene.interceptor.operations() == before, "the app knows it itself"
    assert scene.audit(app.home.name).count("factorAdded") == 1


def test_the_listing_stops_at_a_wrong_pin_and_nothing_is_added(scene, bank, app):
    assert app.step("addFactorByListing", pin="111222")["result"] == "lockout"
    assert app.factors == ["device", "pin"]
    assert scene.audit(app.home.name).count("loginRefused") == 1
