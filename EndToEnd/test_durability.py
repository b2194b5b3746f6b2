"""Durability: no answer is sent before its writes are on the disk."""

from pathlib import Path

import pytest
from stage.app_backend import AppBackend, AppSession
from stage.authenticator import Authenticator
from stage.catalogue import catalogue
from stage.interceptor import Moment
from stage.interrupted_scene import InterruptedScene
from stage.manager import PROGRAM
from stage.processes import run_or_fail
from stage.relying_party import answer
from stage.tracer import Trace, Tracer, trace_of

LOCKED_OUT = 75

# The operations of devices that the traced life calls, since they write.
OF_DEVICES = {
    *("open", "personalizeFinish", "start", "prepare", "finish", "abort", "revoke"),
    *("startUtility", "finishUtility", "rename", "inAppStart", "collectCode"),
}
# Reserved names, operations that only read, and the one that only forgets a choice.
NOT_TRACED = {"register", "registerFinish", "status", "aliasChoices", "list", "forgetAliasChoice"}

# The operations that write, by the first line of their requests.
WRITING = {
    "authorize": r"GET /openid/authenticate\?",
    "again": r"POST /login/[\w-]+/again ",
    "continue": r"POST /login/[\w-]+/continue ",
    "token": r"POST /openid/token ",
} | {operation: f"POST /api/device/v1/{operation} " for operation in sorted(OF_DEVICES)}


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    with InterruptedScene(tmp_path_factory.mktemp("durability")) as scene:
        yield scene


def write_ahead_log(scene: InterruptedScene) -> Path:
    return scene.manager.data / "manager.sqlite-wal"


@pytest.fixture(scope="module")
def life(scene) -> Trace:
    """The manager's trace of two devices' lives: activation, logins, decline, revocation; name, PIN, deletion."""
    app = AppBackend(scene.manager, "canteen", "inApp: true")
    tracer = Tracer(scene.manager.process, scene.folder / "life.trace")
    ada = scene.person("ada")
    page = scene.login_page()
    assert page.browser.post(f"{page.url}/again").is_redirect
    page = scene.login_page()
    assert ada.login(page.process_data).returncode == 0
    assert scene.website.redeem(answer(page.proceed())["code"]).status_code == 200
    assert ada.log_in_to_app(app.file, *AppSession().for_the_app).returncode == 0
    assert ada.login(scene.login_page().process_data, "--decline").returncode == 0
    run_or_fail(*ada.command("forget", scene.manager.issuer.removeprefix("http://"), "--yes"))
    bob = scene.app("bob")
    bob.step("rename", alias="phone")
    for process, values in (("changePin", {"newPin": "402816"}), ("delete", {})):
        bob.confirm(process)
        bob.step("finish", **values)
        bob.pin = values.get("newPin", bob.pin)
    return tracer.stop()


def test_each_operation_of_the_protocol_is_traced_or_left_out_by_name():
    assert set(catalogue()["operations"]) == OF_DEVICES | NOT_TRACED


@pytest.mark.parametrize("operation", WRITING)
def test_an_answer_is_sent_only_after_what_it_says_is_on_the_disk(scene, life, operation):
    answers = life.answers(WRITING[operation])
    assert answers, "it was not called"
    for given in answers:
        assert life.writes(write_ahead_log(scene), given), "the operation writes"
        assert life.is_durable(write_ahead_log(scene), given)


def test_a_wrong_pin_is_refused_only_after_its_failure_is_on_the_disk(scene):
    eve = scene.person("eve")
    page = scene.login_page()
    tracer = Tracer(scene.manager.process, scene.folder / "refusal.trace")
    scene.interceptor.once("finish", Moment.ANSWER, scene.restart_manager)
    assert eve.login(page.process_data, pin="111222").returncode == LOCKED_OUT

    trace = tracer.stop()
    # The refusal of the killed manager; the restarted one is not traced.
    (refusal,) = trace.answers(WRITING["finish"])
    assert trace.writes(write_ahead_log(scene), refusal) and trace.is_durable(write_ahead_log(scene), refusal)
    failures = "SELECT pin_failures FROM activation JOIN account ON account.id = account_id WHERE account.name = ?"
    assert scene.rows(failures, "eve") == [(1,)]


@pytest.mark.parametrize("name", ["key-encryption-key", "manager.yaml", "root-keys.json"])
def test_a_new_managers_files_are_on_the_disk_with_their_names_before_anything_rests_on_them(tmp_path, name):
    data = tmp_path / "data"
    trace = trace_of(tmp_path / "init.trace", PROGRAM, "init", "--issuer", "http://127.0.0.1:1", "--data", data)
    (place,) = [number for number, call in enumerate(trace.calls) if call.target == str(data / name)]
    content, names = trace.calls[place : place + 2]
    assert (content.name, content.result) == ("fsync", 0)
    assert (names.name, names.target.rstrip("/"), names.result) == ("fsync", str(data), 0)


def test_a_manager_that_is_trusted_is_on_the_disk_with_its_name(scene, tmp_path):
    home = tmp_path / "home"
    material = scene.key_material
    trust = Authenticator(home).command("trust", material.file, "--fingerprint", material.fingerprint)
    trace = trace_of(tmp_path / "trust.trace", *trust)
    folder = home / "trusted"
    content, names = [call for call in trace.calls if call.target.startswith(str(folder))]
    assert (content.name, content.result) == ("fsync", 0)
    assert Path(content.target).parent == folder
    assert (names.name, names.target, names.result) == ("fsync", str(folder), 0)
    # The folder is new, and its own name is durable too.
    home_names = [call for call in trace.calls if call.target == str(home)]
    assert home_names[-1].name == "fsync" and home_names[-1].began < content.began
