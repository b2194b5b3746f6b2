"""Guarantees for operators."""

import re
import stat
import subprocess

from stage.login_page import LoginPage
from stage.manager import PROGRAM, Manager
from stage.processes import REPOSITORY, Process
from stage.scene import Scene
from stage.terminal import Terminal
from stage.tracer import killing_at


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


def test_lines_have_a_priority_where_the_journal_reads_them_and_nowhere_else(tmp_path):
    manager = Manager(tmp_path)
    journal, other = tmp_path / "journal", tmp_path / "other"
    journal.touch()
    stream = journal.stat()
    environment = {"JOURNAL_STREAM": f"{stream.st_dev}:{stream.st_ino}"}
    for log, beginning in ((journal, "<6>{"), (other, "{")):
        command = [PROGRAM, "serve", "--data", manager.data]
        process = Process(command, log, environment=environment)
        process.wait_until(lambda log=log: '"listening"' in log.read_text())
        process.stop()
        lines = log.read_text().splitlines()
        assert [line for line in lines if not line.startswith(beginning)] == []


def test_of_many_that_make_a_manager_in_one_folder_at_once_one_succeeds_and_its_key_stays(tmp_path):
    data = tmp_path / "data"
    command = [PROGRAM, "init", "--issuer", "http://127.0.0.1:1", "--data", data]
    rivals = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for _ in range(8)]
    outputs = [rival.communicate(timeout=60)[0].decode() for rival in rivals]
    assert [rival.returncode for rival in rivals].count(0) == 1, outputs
    listing = subprocess.run([PROGRAM, "key-material", "--data", data], capture_output=True, text=True)
    assert listing.returncode == 0, listing.stderr


def issue(scene, picture) -> Terminal:
    """An operator issues an activation at a terminal, and is asked about a picture that is there."""
    command = [PROGRAM, "activation", "issue", "grace", "--qr", picture, "--data", scene.manager.data]
    return Terminal(*command)


def test_a_picture_of_an_invitation_is_its_owners_alone_and_goes_through_no_link(scene, tmp_path):
    picture, other = tmp_path / "grace.png", tmp_path / "other"
    scene.manager.invite("grace")
    scene.manager.command("activation", "issue", "grace", "--qr", picture)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert stat.S_IMODE(picture.stat().st_mode) == 0o600
    other.write_text("a file of somebody else")
    for target in (other, tmp_path / "missing"):
        picture.unlink()
        picture.symlink_to(target)
        assert scene.manager.try_command("activation", "issue", "grace", "--qr", picture).returncode == 74
    assert other.read_text() == "a file of somebody else"
    assert not (tmp_path / "missing").exists()
    assert not list(tmp_path.glob("*.unfinished"))


def test_a_picture_never_replaces_a_file_without_a_question_and_nothing_is_issued_then(scene, tmp_path):
    picture = tmp_path / "grace.png"
    picture.write_text("a file that anybody could read")
    picture.chmod(0o644)
    scene.manager.invite("grace")
    devices = scene.manager.command("device", "list", "grace", "--json")
    # Its own session: there is no terminal to ask on.
    command = [PROGRAM, "activation", "issue", "grace", "--qr", picture, "--data", scene.manager.data]
    refused = subprocess.run(command, capture_output=True, text=True, start_new_session=True)
    assert refused.returncode == 74
    assert "name another file" in refused.stderr
    terminal = issue(scene, picture)
    terminal.expect("Replace the file")
    terminal.type("")
    assert terminal.wait() == 1
    assert picture.read_text() == "a file that anybody could read"
    assert scene.manager.command("device", "list", "grace", "--json") == devices
    terminal = issue(scene, picture)
    terminal.expect("Replace the file")
    terminal.type("y ")
    assert terminal.wait() == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert stat.S_IMODE(picture.stat().st_mode) == 0o600


def test_a_picture_that_cannot_be_written_leaves_the_former_one(scene, tmp_path):
    folder = tmp_path / "pictures"
    folder.mkdir()
    picture = folder / "grace.png"
    scene.manager.invite("grace")
    scene.manager.command("activation", "issue", "grace", "--qr", picture)
    former = picture.read_bytes()
    command = [PROGRAM, "activation", "issue", "grace", "--qr", picture, "--data", scene.manager.data]
    terminal = Terminal(*killing_at("rename", 1, *command))
    terminal.expect("Replace the file")
    terminal.type("y")
    assert terminal.wait() != 0
    assert picture.read_bytes() == former


def test_a_picture_never_goes_to_standard_output(scene, tmp_path):
    command = [PROGRAM, "activation", "issue", "grace", "--qr", "-", "--data", scene.manager.data]
    added = subprocess.run(command, cwd=tmp_path, capture_output=True)
    assert added.returncode == 0, added.stderr
    assert b"PNG" not in added.stdout
    assert (tmp_path / "-").read_bytes().startswith(b"\x89PNG")


def test_an_exported_declaration_is_its_owners_alone(scene, tmp_path):
    file = tmp_path / "declared.yaml"
    scene.manager.command("export", "--output", file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_manager_whose_address_is_taken_is_started_again(scene):
    """Whoever listens there during a restart must not keep the manager away for good."""
    second = scene.manager.try_command("serve", "--port", scene.manager.listening_port)
    assert "Cannot listen on" in second.stderr
    unit = (REPOSITORY / "deploy" / "systemd" / "xignin-manager.service").read_text()
    final = re.search(r"^RestartPreventExitStatus=(.*)$", unit, re.MULTILINE)[1].split()
    assert "78" in final
    assert str(second.returncode) not in final
    assert second.returncode > 0
