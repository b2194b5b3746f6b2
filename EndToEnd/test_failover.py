"""Two managers whose primary database is killed in the middle of logins: nothing that anybody was told is lost."""

import os
import signal
import subprocess
import time
from dataclasses import dataclass, field

import pytest
import requests
from stage.authenticator import Authenticator
from stage.manager import Activation
from stage.plain_browser import PlainLoginPage
from stage.postgresql import literal
from stage.processes import wait_until
from stage.proxied_scene import ReplicatedScene
from stage.relying_party import answer
from stage.traffic import Told, Traffic

LOCKED_OUT = 75

WAITING_FOR_STANDBY = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


@dataclass
class Failover:
    """What people were told before the primary was killed, and how it went on."""

    scene: ReplicatedScene
    eve: Authenticator
    """Typed a wrong PIN."""
    rex: Authenticator
    """His device was revoked."""
    uma: Authenticator
    """Types her PIN while the primary is killed."""
    ida: tuple[Authenticator, Activation]
    """Was invited."""
    revoked: str = ""
    """An access token that its website gave back."""
    uncollected: PlainLoginPage | None = None
    """The page of a login that is confirmed, whose browser has not continued."""
    waiting: PlainLoginPage | None = None
    """The page of a login that nobody has confirmed yet."""
    guess: subprocess.Popen | None = None
    """A login with a wrong PIN, which the primary stored and the standby did not."""
    guess_was_answered: bool = True
    told: Told = field(default_factory=Told)
    seconds: list[float] = field(default_factory=list)
    """From the moment when the standby took writes, until each manager had begun a login."""
    under_way: subprocess.Popen | None = None


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    settings = "settings:\n  lockoutSeconds: [1]\n"
    with ReplicatedScene(tmp_path_factory.mktemp("failover"), settings=settings) as scene:
        yield scene


@pytest.fixture(scope="module")
def failover(scene) -> Failover:
    """Kills the primary while people log in, and promotes the standby."""
    happened = Failover(scene, scene.person("eve"), scene.person("rex"), scene.person("uma"), scene.invited("ida"))
    mallory = scene.person("mallory")
    people = [scene.person(name) for name in ("ada", "bob", "cem")]
    assert happened.eve.login(scene.login_page().process_data, pin="111222").returncode == LOCKED_OUT
    (device,) = happened.rex.activations()
    scene.manager.command("device", "revoke", "rex", device["activationId"], "--yes")
    happened.revoked = scene.website.log_in(happened.uma)
    give_back(scene, happened.revoked)

    traffic = Traffic(scene, people)
    traffic.wait_for_more(2)
    happened.uncollected = scene.login_page()
    assert happened.uma.login(happened.uncollected.process_data).returncode == 0
    happened.waiting = scene.login_page()
    happened.under_way = happened.uma.begin_login(happened.waiting.process_data)
    wait_for_pin(scene, happened.waiting)

    # From here on the primary stores what it does not send to the standby, and answers nothing.
    guessed = scene.login_page()
    happened.guess = mallory.begin_login(guessed.process_data)
    wait_for_pin(scene, guessed)
    ((sender,),) = scene.primary.rows("SELECT pid FROM pg_stat_replication")
    os.kill(sender, signal.SIGSTOP)
    happened.guess.stdin.write("111222\n")
    happened.guess.stdin.flush()
    wait_until(lambda: len(scene.primary.rows(WAITING_FOR_STANDBY)) > 1)
    happened.guess_was_answered = happened.guess.poll() is not None
    scene.primary.kill()

    scene.standby.promote()
    promoted = time.monotonic()
    for manager in scene.managers:
        wait_until(lambda address=manager.address: begins_login(scene, address))
        happened.seconds.append(time.monotonic() - promoted)
    traffic.wait_for_more(2)
    happened.told = traffic.stop()
    # The tests look at the new primary, whatever becomes of the old one.
    scene.database = scene.database.replace(f"{scene.primary.folder},", "")
    return happened


def wait_for_pin(scene: ReplicatedScene, page: PlainLoginPage) -> None:
    """Waits until the device has the statement, and its owner is asked for the PIN."""
    states = page.follow(scene.manager.address)
    while next(states) != "confirming":
        pass
    states.close()


def give_back(scene: ReplicatedScene, token: str) -> None:
    """Revokes a token as its website does (RFC 7009)."""
    website = scene.website
    address = website.metadata["revocation_endpoint"]
    credentials = (website.client_id, website.client_secret)
    assert requests.post(address, {"token": token}, auth=credentials, timeout=10).status_code == 200


def begins_login(scene: ReplicatedScene, address: str) -> bool:
    """Begins a login at one manager, without HAProxy."""
    request = scene.website.authorization_request().replace(scene.manager.issuer, address)
    return requests.get(request, allow_redirects=False, timeout=30).is_redirect


def failures(scene: ReplicatedScene, name: str) -> int:
    counted = "SELECT pin_failures FROM activation JOIN account ON account.id = account_id WHERE account.name = ?"
    return scene.rows(counted, name)[0][0]


def test_all_managers_go_on_within_ten_seconds_of_the_promotion(failover):
    assert len(failover.seconds) == 2
    assert max(failover.seconds) < 10


def test_no_login_that_was_confirmed_is_lost(scene, failover):
    assert len(failover.told.confirmed) >= 12
    sessions = " UNION ".join(f"SELECT {literal(page.session)} AS id" for page in failover.told.confirmed)
    kept = "SELECT 1 FROM evidence WHERE session_id = sessions.id"
    assert scene.rows(f"SELECT id FROM ({sessions}) AS sessions WHERE NOT EXISTS ({kept})") == []


def test_no_login_was_counted_twice(scene, failover):
    twice = "SELECT session_id FROM audit WHERE kind = 'loginConfirmed' GROUP BY session_id HAVING count(*) > 1"
    assert scene.rows(twice) == []


def test_a_confirmed_login_that_its_browser_had_not_collected_gives_one_code_that_works_once(scene, failover):
    code = answer(failover.uncollected.proceed())["code"]
    assert scene.website.redeem(code).status_code == 200
    assert scene.website.redeem(code).status_code == 400


def test_every_token_that_was_issued_works(scene, failover):
    assert {scene.website.user_info(token).status_code for token in failover.told.tokens} == {200}


def test_a_token_that_was_revoked_stays_revoked(scene, failover):
    assert scene.website.user_info(failover.revoked).status_code == 401


def test_a_device_that_was_revoked_stays_revoked(scene, failover):
    assert failover.rex.login(scene.login_page().process_data).returncode != 0
    assert scene.audit("rex").count("loginConfirmed") == 0


def test_a_wrong_pin_that_was_refused_stays_counted(scene, failover):
    assert failures(scene, "eve") == 1


def test_no_wrong_pin_is_answered_before_the_standby_has_counted_it(scene, failover):
    assert not failover.guess_was_answered
    _, errors = failover.guess.communicate(timeout=30)
    # Told that the manager failed, the person does not know; told of the wrong PIN, it is counted.
    counted = {1} if failover.guess.returncode == LOCKED_OUT else {0, 1}
    assert failures(scene, "mallory") in counted, errors


def test_an_invitation_that_was_issued_works(failover):
    device, activation = failover.ida
    device.activate(activation)


def test_a_login_under_way_goes_on_when_its_pin_is_typed(scene, failover):
    _, errors = failover.under_way.communicate(f"{failover.uma.pin}\n", timeout=30)
    assert failover.under_way.returncode == 0, errors
    assert list(failover.waiting.follow(scene.managers[1].address))[-1] == "done"
    assert scene.website.redeem(answer(failover.waiting.proceed())["code"]).status_code == 200


def test_a_page_is_told_by_notices_of_the_new_primary(scene, failover):
    page = scene.login_page()
    states = [page.follow(manager.address) for manager in scene.managers]
    assert [next(told) for told in states] == ["waiting", "waiting"]
    assert failover.uma.login(page.process_data).returncode == 0
    assert [list(told)[-1] for told in states] == ["done", "done"]


@pytest.fixture(scope="module")
def returned(scene, failover):
    """The old primary, which takes writes again, and stands first in the managers' list."""
    scene.primary.start()
    return scene.primary


def end_connections(scene: ReplicatedScene) -> None:
    """Ends all connections of both managers to the new primary: each has at least one, and listens on another."""
    ended = "SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity WHERE application_name = 'xign'"
    assert len(scene.standby.rows(ended)) >= 4


def test_an_old_primary_that_comes_back_is_not_used(scene, failover, returned):
    scene.manager.apply("users:\n  - name: nia\n    memberships: [Example Inc.]\n")
    token = scene.website.log_in(failover.uma)
    end_connections(scene)
    for manager in scene.managers:
        wait_until(lambda address=manager.address: begins_login(scene, address))
    assert [scene.website.user_info(token).status_code for _ in range(4)] == [200] * 4
    # A command has not seen the failover.
    assert "nia" in scene.manager.command("user", "list")
    # Nothing stays connected to the old one. A manager that looks for the primary asks it for a moment.
    connected = "SELECT pid FROM pg_stat_activity WHERE application_name = 'xign'"
    wait_until(lambda: not returned.rows(connected))


def test_a_server_that_hangs_keeps_no_manager_from_the_other_for_long(scene, failover, returned):
    returned.signal(signal.SIGSTOP)
    try:
        end_connections(scene)
        ended = time.monotonic()
        for manager in scene.managers:
            wait_until(lambda address=manager.address: begins_login(scene, address))
        assert time.monotonic() - ended < 10
    finally:
        returned.signal(signal.SIGCONT)
