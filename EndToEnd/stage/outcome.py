"""Assertions about the outcome of an activation and of a login, on device and manager."""

from .authenticator import Authenticator
from .interrupted_scene import InterruptedScene
from .plain_browser import PlainLoginPage
from .relying_party import answer


def assert_activated_once(scene: InterruptedScene, device: Authenticator, name: str) -> None:
    """Asserts that device and manager have one active activation, which can log in."""
    assert [account["userName"] for account in device.accounts()] == [name]
    states = scene.rows(
        "SELECT state FROM activation JOIN account ON account.id = account_id WHERE account.name = ?", name
    )
    assert states == [("active",)]
    events = scene.audit(name)
    assert events.count("activationPersonalized") == 1
    assert "activationPINWrong" not in events and "activationAlreadyUsed" not in events
    page = scene.login_page()
    assert device.login(page.process_data).returncode == 0
    assert_logged_in_once(scene, page)


def assert_logged_in_once(scene: InterruptedScene, page: PlainLoginPage) -> None:
    """Asserts that the browser gets one code, which works once."""
    code = answer(page.proceed())["code"]
    assert scene.website.redeem(code).status_code == 200
    assert scene.website.redeem(code).status_code == 400
    assert_recorded_once(scene, page)


def assert_recorded_once(scene: InterruptedScene, page: PlainLoginPage) -> None:
    """Asserts that one confirmation with its evidence, and one redeemed code, are on record."""
    session = page.data["data-session"]
    events = [entry["event"] for entry in scene.manager.audit() if entry.get("sessionId") == session]
    assert events.count("loginConfirmed") == 1 and events.count("codeRedeemed") == 1
    for table in ("evidence", "authorization_code"):
        of_session = f"SELECT count(*) FROM {table} WHERE session_id = ?"
        assert scene.rows(of_session, page.session) == [(1,)]
