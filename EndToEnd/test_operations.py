"""Guarantees for operators."""

import subprocess

from stage.login_page import LoginPage
from stage.manager import PROGRAM
from stage.scene import Scene


def test_sigterm_ends_open_pages_and_exits_with_status_zero(tmp_path, browser):
    with Scene(tmp_path) as scene:
        browser.open(f"{scene.website.url}/login")
        LoginPage(browser, scene.manager.issuer)
        assert scene.manager.stop() == 0


def test_accounts_survive_a_restart(tmp_path, database):
    with Scene(tmp_path, database=database) as scene:
        ada = scene.person("ada")
        scene.manager.stop()
        scene.manager.start()
        assert ada.accounts()
        assert scene.manager.is_ready()


def test_the_log_and_the_audit_log_hold_no_pin(scene, ada, browser, tmp_path):
    browser.open(f"{scene.website.url}/login")
    page = LoginPage(browser, scene.manager.issuer)
    assert ada.login(page.picture(tmp_path / "login.png")).returncode == 0
    browser.wait_for("#subject")

    assert scene.manager.audit()
    assert ada.pin not in str(scene.manager.audit())
    assert ada.pin not in scene.manager.process.log.read_text()


def test_of_many_that_make_a_manager_in_one_folder_at_once_one_succeeds_and_its_key_stays(tmp_path):
    data = tmp_path / "data"
    command = [PROGRAM, "init", "--issuer", "http://127.0.0.1:1", "--data", data]
    rivals = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for _ in range(8)]
    outputs = [rival.communicate(timeout=60)[0].decode() for rival in rivals]
    assert [rival.returncode for rival in rivals].count(0) == 1, outputs
    listing = subprocess.run([PROGRAM, "key-material", "--data", data], capture_output=True, text=True)
    assert listing.returncode == 0, listing.stderr
