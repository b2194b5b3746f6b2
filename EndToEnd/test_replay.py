"""Replay: an eavesdropper repeats recorded requests, at once and later. Nothing changes.

The manager's clock goes on as usual here; `ReplayedChainTests` moves it by minutes and weeks.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from stage.app_backend import AppBackend, AppSession
from stage.authenticator import Authenticator
from stage.catalogue import catalogue
from stage.interrupted_scene import InterruptedScene
from stage.other_websites import Club
from stage.processes import run, wait_until

LOCKED_OUT = 75
USED = 3
SETTINGS = "settings:\n  lockoutSeconds: [600]\n  biometric: true\n"

# Columns that differ without consequences: the numbers of attempts.
IRRELEVANT = {"attempt", "attempts"}

# Reserved names, and operations of which the story has none: a question about a process, and choices of attributes.
NOT_IN_THE_STORY = {"register", "registerFinish", "status", "aliasChoices", "forgetAliasChoice"}


def story(scene: InterruptedScene, listener: bool) -> None:
    """A device's life, from a mistyped activation PIN to its revocation. The eavesdropper replays in each pause."""

    def pause():
        if listener:
            scene.interceptor.replay()

    def wait_for_the_lockout():
        # A lockout that is short enough to wait for would end before the next PIN on a busy machine.
        scene.end_lockouts()
        pause()

    scene.interceptor.repeats = listener
    ada, activation = scene.invited("ada")
    activate = ada.command("activate", activation.picture, "--pin-stdin")
    for _ in ("counted", "not counted, since it is locked"):
        assert run(*activate, input="99999999\n").returncode == LOCKED_OUT
    wait_for_the_lockout()
    ada.activate(activation)
    pause()
    # A second person with the same code.
    eve = Authenticator(scene.folder / "eve")
    eve.trust(scene.key_material)
    assert run(*eve.command("activate", activation.picture, "--pin-stdin"), input="20481632\n").returncode == USED
    pause()

    page = scene.login_page()
    login = ada.begin_login(page.process_data)
    wait_until(lambda: scene.rows("SELECT count(*) FROM process WHERE phase = 'confirming'") == [(1,)])
    pause()
    login.communicate(f"{ada.pin}\n", timeout=30)
    assert login.returncode == 0
    pause()
    assert "code=" in page.proceed().headers["Location"]
    pause()

    app, session = AppBackend(scene.manager, "canteen", "inApp: true"), AppSession()
    code = ada.log_in_to_app(app.file, *session.for_the_app).stdout.strip()
    pause()
    tokens = app.tokens(code, session)
    pause()
    assert app.client.userinfo(token=tokens)

    assert ada.login(scene.login_page().process_data, pin="111222").returncode == LOCKED_OUT
    wait_for_the_lockout()
    assert ada.login(scene.login_page().process_data).returncode == 0
    assert ada.login(scene.login_page().process_data, "--decline").returncode == 0
    pause()
    idm = scene.manager.issuer.removeprefix("http://")
    assert run(*ada.command("forget", idm, "--yes")).returncode == 0
    pause()
    changes(scene, pause)


def story_of_apps(scene: InterruptedScene, listener: bool) -> None:
    """The part of the story in which apps act."""
    scene.interceptor.repeats = listener
    changes(scene, scene.interceptor.replay if listener else lambda: None)


def changes(scene: InterruptedScene, pause) -> None:
    """The changes of an account and its devices, up to its deletion."""
    phone = scene.app("bob")
    phone.confirm("changePin")
    pause()
    phone.pin = "402816"
    phone.step("finish", newPin=phone.pin)
    pause()
    phone.confirm("addFactor")
    phone.step("finish")
    pause()
    phone.step("rename", alias="first name")
    phone.step("rename", alias="second name")
    pause()
    phone.confirm("newActivation")
    code = phone.step("finish", newPin="91827364", alias="tablet")["code"]
    pause()
    tablet = scene.new_app("bobs-tablet")
    tablet.activate(code, "91827364", alias="tablet")
    pause()
    assert sorted(item["alias"] for item in phone.step("list")["activations"]) == ["second name", "tablet"]
    (other,) = [item["id"] for item in phone.step("list")["activations"] if not item["isThisDevice"]]
    phone.confirm("revoke", activation=other)
    pause()
    assert tablet.refusal("list") == "activationUnknown"
    invitation = Club(scene).invite("bob@home.example")
    assert phone.step("open", code=invitation.link, pin=invitation.pin)["result"] == "mergePersonalization"
    assert phone.authenticate() == "apiAccessMergeComplete"
    pause()
    assert phone.login(scene.login_page().process_data) == "userLogin"
    phone.confirm("delete")
    phone.step("finish")
    pause()


def remains(scene: InterruptedScene) -> dict[str, list]:
    """The content of the database without the parts that differ between runs: names, times, ciphertexts."""
    tables = [name for (name,) in scene.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {}
    for table in tables:
        columns = [column for _, column, *_ in scene.rows(f"PRAGMA table_info({table})")]
        found[table] = sorted(
            str(
                [
                    told(table, column, value)
                    for column, value in zip(columns, row, strict=True)
                    if column not in IRRELEVANT
                ]
            )
            for row in scene.rows(f"SELECT * FROM {table}")
        )
    found["audit"] = [kind for (kind,) in scene.rows("SELECT kind FROM audit ORDER BY id")]
    return found


def told(table: str, column: str, value):
    if isinstance(value, int):
        return value if value < 1_000_000 else "time"
    # The state of a browser's request is the website's, and random.
    if column in ("state", "phase", "kind", "factor", "factors", "decline_reason", "pin_origin"):
        return value if table != "browser_request" else "state"
    if column == "outcome":
        return value if table == "utility_grant" else list(json.loads(value))
    return type(value).__name__


def ends(folder: Path, tell: Callable, language: str = "Swift") -> Iterator[tuple[list[str], dict[str, list]]]:
    """The operations of a story and what remains of it, without a listener and with one."""
    for listener in (False, True):
        (data := folder / f"{listener}").mkdir()
        with InterruptedScene(data, settings=SETTINGS, language=language) as scene:
            tell(scene, listener)
            yield scene.interceptor.operations(), remains(scene)


def test_whoever_repeats_every_request_of_an_app_with_the_kotlin_sdk_changes_nothing(tmp_path):
    (operations, expected), (operations_repeated, found) = ends(tmp_path, story_of_apps, "Kotlin")
    assert operations == operations_repeated
    assert found == expected
    for once in ("pinChanged", "factorAdded", "membershipAdded", "accountRemoved"):
        assert expected["audit"].count(once) == 1


def test_whoever_repeats_every_request_of_a_devices_life_changes_nothing(tmp_path):
    (operations, expected), (operations_repeated, found) = ends(tmp_path, story)
    assert operations == operations_repeated
    assert set(operations) == set(catalogue()["operations"]) - NOT_IN_THE_STORY
    assert found == expected
    assert expected["audit"].count("activationPINWrong") == 1
    assert expected["audit"].count("activationAlreadyUsed") == 1
    assert expected["audit"].count("loginRefused") == 1
    # Four logins and six changes.
    assert expected["audit"].count("loginConfirmed") == 10
    assert expected["audit"].count("codeReused") == 0
    for once in ("pinChanged", "factorAdded", "membershipAdded", "accountRemoved"):
        assert expected["audit"].count(once) == 1
    assert expected["audit"].count("activationRenamed") == 2
    assert expected["audit"].count("activationRevoked") == 2
