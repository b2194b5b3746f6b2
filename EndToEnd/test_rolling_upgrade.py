"""Two managers behind HAProxy are restarted one after the other while people log in."""

import pytest
import requests
from stage.manager import PROGRAM
from stage.postgresql import execute
from stage.processes import run, wait_until
from stage.proxied_scene import ProxiedScene
from stage.traffic import Traffic


@pytest.fixture(scope="module")
def scene(postgresql, tmp_path_factory):
    folder = tmp_path_factory.mktemp("rolling-upgrade")
    with ProxiedScene(folder, database=postgresql.new_database(), configuration=("leaveSeconds: 8",)) as scene:
        yield scene
        for manager in scene.managers:
            manager.kill()  # They would wait for HAProxy.


def test_nobody_notices_that_the_managers_are_restarted_one_after_the_other(scene):
    traffic = Traffic(scene, [scene.person(name) for name in ("ada", "bob")])
    traffic.wait_for_more()
    for number, manager in enumerate(scene.managers, start=1):
        assert manager.stop() == 0
        traffic.wait_for_more()
        manager.start()
        wait_until(lambda number=number: scene.haproxy.chooses(number))
    traffic.wait_for_more()
    assert traffic.stop().failures == []


def test_a_manager_that_is_about_to_stop_says_so_and_goes_on_serving(scene):
    leaving = scene.managers[0]
    leaving.process.child.terminate()
    wait_until(lambda: requests.get(f"{leaving.address}/health/ready", timeout=5).status_code == 503)
    begun = requests.get(
        scene.website.authorization_request().replace(scene.manager.issuer, leaving.address),
        allow_redirects=False,
        timeout=5,
    )
    assert begun.is_redirect
    assert begun.headers["Connection"] == "close"
    assert leaving.stop() == 0, "a second signal ends the wait"
    leaving.start()


def test_a_manager_whose_schema_a_newer_one_has_changed_is_taken_out_and_not_started_again(scene):
    execute(scene.database, "UPDATE xign_schema_version SET version = version + 1")
    wait_until(lambda: not scene.haproxy.chooses(1) and not scene.haproxy.chooses(2))
    refused = run(PROGRAM, "serve", "--data", scene.managers[1].data, "--port", "0")
    assert refused.returncode == 69
    assert "schemaFromTheFuture" in refused.stderr
    execute(scene.database, "UPDATE xign_schema_version SET version = version - 1")
    wait_until(lambda: scene.haproxy.chooses(1) and scene.haproxy.chooses(2))
