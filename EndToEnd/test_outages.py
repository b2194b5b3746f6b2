"""A database that is down, hangs, is full or read-only: the manager reports it, loses nothing, and recovers."""

import json
import os
import signal
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import requests
from stage.interrupted_scene import InterruptedScene
from stage.manager import PROGRAM
from stage.plain_browser import PlainLoginPage
from stage.postgresql import PostgreSQL
from stage.processes import run, run_or_fail, wait_until
from stage.relying_party import answer
from stage.small_disk import fill, only_root, small_disk

UNAVAILABLE = 69


def begin_login(scene: InterruptedScene) -> requests.Response:
    return requests.get(scene.website.authorization_request(), allow_redirects=False, timeout=30)


def is_ready(scene: InterruptedScene) -> bool:
    return requests.get(f"{scene.manager.issuer}/health/ready", timeout=30).status_code == 200


def assert_refused(response: requests.Response) -> None:
    assert response.status_code == 503, response.text
    assert int(response.headers["Retry-After"]) > 0


def assert_everything_is_refused(scene: InterruptedScene, ada, page: PlainLoginPage) -> None:
    """Asserts that browser, load balancer and device are refused. They ask at once, since each may have to wait."""
    with ThreadPoolExecutor() as pool:
        login = pool.submit(ada.login, page.process_data)
        browser = pool.submit(begin_login, scene)
        wait_until(lambda: not is_ready(scene))
        assert_refused(browser.result())
        # The answer is sealed, so the device trusts it: the manager failed.
        assert login.result().returncode == UNAVAILABLE
        assert "manager" in login.result().stderr
    assert requests.get(f"{scene.manager.issuer}/health/live", timeout=30).status_code == 200


def assert_recovered(scene: InterruptedScene, ada, process: int) -> None:
    """Asserts that logins work again, at the same process."""
    wait_until(lambda: is_ready(scene))
    assert_logs_in(scene, ada, scene.login_page())
    assert scene.manager.process.child.pid == process


def assert_logs_in(scene: InterruptedScene, ada, page: PlainLoginPage) -> None:
    login = ada.login(page.process_data)
    assert login.returncode == 0, login.stderr
    assert scene.website.redeem(answer(page.proceed())["code"]).status_code == 200


@pytest.fixture(scope="module")
def server():
    """A PostgreSQL server that the tests interrupt."""
    with tempfile.TemporaryDirectory(prefix="xign-postgresql-") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL's user needs access.
        server = PostgreSQL(Path(folder) / "cluster")
        yield server
        server.stop()


@pytest.fixture(scope="module")
def scene(server, tmp_path_factory):
    with InterruptedScene(tmp_path_factory.mktemp("outages"), database=server.new_database()) as scene:
        yield scene


@pytest.fixture(scope="module")
def ada(scene):
    return scene.person("ada")


def test_a_database_server_that_was_away_is_used_again_when_it_is_back(scene, server, ada):
    process = scene.manager.process.child.pid
    page = scene.login_page()
    server.stop()
    assert_everything_is_refused(scene, ada, page)
    server.start()
    assert_recovered(scene, ada, process)


def test_a_database_server_that_hangs_is_no_reason_to_hang(scene, server, ada):
    process = scene.manager.process.child.pid
    page = scene.login_page()
    server.signal(signal.SIGSTOP)
    try:
        assert_everything_is_refused(scene, ada, page)
    finally:
        server.signal(signal.SIGCONT)
    assert_recovered(scene, ada, process)


def test_a_database_that_is_read_only_is_reported_and_used_again_afterwards(scene, server, ada):
    process = scene.manager.process.child.pid
    page = scene.login_page()
    server.run("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
    try:
        assert_everything_is_refused(scene, ada, page)
    finally:
        server.run(
            "SET default_transaction_read_only = off",
            "ALTER SYSTEM RESET default_transaction_read_only",
            "SELECT pg_reload_conf()",
        )
    assert_recovered(scene, ada, process)


def test_a_login_survives_a_restart_of_the_database_server(scene, server, ada):
    page = scene.login_page()
    login = ada.begin_login(page.process_data)
    wait_until(lambda: page.state == "confirming")
    server.kill()
    server.start()
    _, errors = login.communicate(f"{ada.pin}\n", timeout=30)
    assert login.returncode == 0, errors
    assert scene.website.redeem(answer(page.proceed())["code"]).status_code == 200


@only_root
def test_a_full_disk_is_reported_and_nothing_is_lost(tmp_path):
    with small_disk(tmp_path / "disk") as disk, InterruptedScene(disk) as scene:
        process = scene.manager.process.child.pid
        ada = scene.person("ada")
        page = scene.login_page()
        known = [scene.login_page()]
        filling = fill(disk)

        # Logins succeed as long as the log has space.
        while (response := begin_login(scene)).is_redirect:
            known.append(response.headers["Location"])
        assert_refused(response)
        assert_everything_is_refused(scene, ada, page)
        doctor = run(PROGRAM, "doctor", "--offline", "--json", "--data", scene.manager.data)
        assert doctor.returncode == 2
        failures = {check["check"] for check in json.loads(doctor.stdout)["checks"] if check["status"] == "failure"}
        assert {"ready", "space", "writing"} <= failures

        filling.unlink()
        processes = scene.rows("SELECT count(*) FROM process")
        assert processes == [(len(known) + 1,)], "acknowledged, and none besides"
        assert_recovered(scene, ada, process)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount a small disk")
def test_a_manager_does_not_start_on_a_read_only_disk_and_says_why(tmp_path):
    with small_disk(tmp_path / "disk") as disk:
        with InterruptedScene(disk) as scene:
            scene.manager.stop()
            (disk / "manager.log").unlink()
            run_or_fail("mount", "-o", "remount,ro", disk)
            command = [PROGRAM, "serve", "--data", scene.manager.data, "--port", scene.manager.listening_port]
            refused = run(*command)
            assert refused.returncode not in (0, 70)
            assert "read only" in refused.stderr
            run_or_fail("mount", "-o", "remount,rw", disk)
            scene.manager.start()
            assert is_ready(scene)
