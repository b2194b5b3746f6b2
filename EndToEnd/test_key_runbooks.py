"""The keys are replaced as the manual says, to the letter, while people log in."""

import base64
import json
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from stage.authenticator import Authenticator
from stage.balanced_scene import BalancedScene
from stage.manager import PROGRAM
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.postgresql import execute, rows
from stage.processes import ending_with_parent, run, wait_until
from stage.runbook import Operator
from stage.scene import Scene
from stage.terminal import Terminal

CONFIGURATION = 78
DECLINED = 1
NOT_VERIFIED = 2
PROTOCOL_VIOLATED = 76


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    with Scene(tmp_path_factory.mktemp("keys")) as scene:
        yield scene


@pytest.fixture(scope="module")
def operator(scene, tmp_path_factory):
    return Operator(scene.manager, tmp_path_factory.mktemp("operator"))


@pytest.fixture(scope="module")
def ada(scene):
    """A person whose device was activated before any key was replaced."""
    return scene.person("ada")


def events(manager) -> list[str]:
    return [entry["event"] for entry in manager.audit()]


def restart_website(scene) -> None:
    """The website reads its secret and the keys of ID tokens when it starts."""
    service = scene.manager.service("demo")
    scene.website.stop()
    scene.website.start(scene.manager.issuer, service["clientId"], service["clientSecret"])


def id_token_keys(manager) -> set[str]:
    return {key["kid"] for key in json.loads(manager.command("keys", "list", "--json"))}


def begin_audit_chain(scene) -> None:
    """Adds an event that is old enough to be in the chain, and waits until it is."""
    scene.manager.stop()
    moment = 1_600_000_000_000
    scene.execute(
        "INSERT INTO audit (id, at, kind) VALUES (?, ?, 'loginConfirmed')", moment.to_bytes(6) + bytes(10), moment
    )
    # The lease of the manager that was stopped ends after a minute.
    scene.execute("UPDATE audit_chain SET lease_until = 0")
    scene.manager.start()
    wait_until(lambda: scene.manager.try_command("audit", "heads").returncode == 0)


def test_the_key_encryption_key_is_rotated_by_the_runbook(scene, operator, ada, tmp_path):
    scene.log_in(ada)
    backup = tmp_path / "backup"
    backup.mkdir(mode=0o700)
    scene.execute(f"VACUUM INTO '{backup / 'manager.sqlite'}'")
    former = (scene.manager.data / "key-encryption-key").read_text()
    operator.follow("The key-encryption key")

    # The running manager has noticed it, and everybody logs in as before.
    scene.log_in(ada)
    assert {"keyEncryptionKeyReplaced", "keyEncryptionKeyRetired"} <= set(events(scene.manager))
    assert sorted(file.name for file in scene.manager.data.glob("key-*")) == ["key-encryption-key"]
    new = (scene.manager.data / "key-encryption-key").read_text()
    assert new != former
    assert (operator.offline / "key-encryption-key").read_text() == new

    # A backup from before names the key that it needs.
    for name in ("manager.yaml", "key-encryption-key"):
        shutil.copy(scene.manager.data / name, backup)
    refused = run(PROGRAM, "key-material", "--data", backup)
    assert refused.returncode == CONFIGURATION
    (retired,) = operator.offline.glob("key-encryption-key.*")
    assert retired.suffix[1:] in refused.stderr
    shutil.copy(retired, backup / "key-encryption-key")
    assert run(PROGRAM, "key-material", "--data", backup).returncode == 0


def test_the_online_key_is_replaced_by_the_runbook(scene, operator, ada, tmp_path):
    documents = scene.manager.command("key-material")
    scene.log_in(ada)
    before = events(scene.manager).count("keyMaterialEpochBegun")
    browser = PlainBrowser()
    page = PlainLoginPage(browser, browser.get(f"{scene.website.url}/login").headers["Location"])
    operator.follow("The online key", answers="yes\n")
    # The runbook shows two ways.
    assert events(scene.manager).count("keyMaterialEpochBegun") == before + 2
    # The page was opened before.
    assert ada.login(page.process_data).returncode == 0
    scene.log_in(ada)
    newcomer = scene.person("newcomer")
    scene.log_in(newcomer)
    # The words are the same. With the number beside them, a new device does not trust the former epoch.
    kept = tmp_path / "former.json"
    kept.write_text(documents)
    trust = ("--fingerprint", scene.manager.fingerprint(), "--epoch", scene.manager.epoch())
    assert run(*Authenticator(tmp_path / "home").command("trust", kept, *trust)).returncode == PROTOCOL_VIOLATED
    present = scene.manager.key_material().file
    assert run(*Authenticator(tmp_path / "home").command("trust", present, *trust)).returncode == 0


def test_the_root_keys_are_replaced_by_the_runbook(scene, operator, ada):
    before = scene.manager.fingerprint()
    former = operator.offline / "former.json"
    shutil.copy(operator.offline / "root-keys.json", former)
    operator.follow("The root keys")
    assert scene.manager.fingerprint() != before
    scene.log_in(ada)
    refused = scene.manager.try_command("keys", "replace-online-key", "--root-keys", former)
    assert refused.returncode == CONFIGURATION
    assert "[manager.rootKeys]" in refused.stderr
    assert scene.manager.command("keys", "replace-online-key", "--root-keys", operator.offline / "root-keys.json")
    scene.log_in(ada)


def test_new_root_keys_that_somebody_else_may_have_put_there_are_not_taken(scene, operator, tmp_path):
    before = scene.manager.fingerprint()
    present = operator.offline / "root-keys.json"
    keys = [base64.urlsafe_b64encode(os.urandom(32)).rstrip(b"=").decode() for _ in range(2)]
    found, link = tmp_path / "found.json", tmp_path / "link.json"
    found.write_text(json.dumps({"issuer": json.loads(present.read_text())["issuer"], "rootKeys": keys}))
    link.symlink_to(found)

    def command(file: Path) -> tuple:
        return "keys", "replace-root-keys", "--root-keys", present, "--new-root-keys", file

    found.chmod(0o644)
    assert "[manager.filePermissions]" in scene.manager.try_command(*command(found), "--yes").stderr
    found.chmod(0o600)
    assert "[manager.fileNotRead]" in scene.manager.try_command(*command(link), "--yes").stderr
    terminal = Terminal(PROGRAM, *command(found), "--data", scene.manager.data)
    assert str(found) in terminal.expect("Are they yours?")
    terminal.type("no")
    assert terminal.wait() == DECLINED
    assert scene.manager.fingerprint() == before


def test_the_origins_of_app_links_are_changed_by_the_runbook(scene, operator, ada):
    operator.follow("The origins of App-Links")
    scene.log_in(ada)
    issued = scene.manager.invite("ada")
    assert issued.link.startswith("https://xign.example.org/a#")


def test_the_keys_of_id_tokens_are_replaced_by_the_runbook(scene, operator, ada):
    former = id_token_keys(scene.manager)
    operator.follow("Keys of ID tokens")
    assert id_token_keys(scene.manager).isdisjoint(former)
    restart_website(scene)
    scene.log_in(ada)


def test_no_audit_chain_begins_without_a_yes(scene):
    terminal = Terminal(PROGRAM, "audit", "replace-chain", "--data", scene.manager.data)
    terminal.expect("Begin a new chain?")
    terminal.type("no")
    assert terminal.wait() == DECLINED
    assert "auditChainReplaced" not in events(scene.manager)


def test_everything_is_replaced_by_the_runbook_after_everything_leaked(scene, operator, ada):
    begin_audit_chain(scene)
    manager = scene.manager
    former_key, secret = (manager.data / "key-encryption-key").read_text(), manager.service("demo")["clientSecret"]
    former_keys, before = id_token_keys(manager), events(manager)
    operator.follow("Everything leaked", names={"shop": "demo"})

    assert (manager.data / "key-encryption-key").read_text() != former_key
    assert (operator.offline / "key-encryption-key").read_text() != former_key
    assert events(manager).count("keyMaterialEpochBegun") == before.count("keyMaterialEpochBegun") + 1
    assert id_token_keys(manager).isdisjoint(former_keys)
    assert manager.service("demo")["clientSecret"] != secret
    (head,) = operator.offline.glob("audit-head-*")
    verified = manager.try_command("audit", "verify", "--json", "--head", head)
    assert verified.returncode == NOT_VERIFIED
    assert json.loads(verified.stdout)["firstBreak"]["kind"] == "otherHead"
    restart_website(scene)
    scene.log_in(ada)


def test_a_file_without_root_keys_changes_nothing(scene, tmp_path):
    before = scene.manager.fingerprint()
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"issuer": "https://login.example.org", "rootKeys": ["secret"]}')
    refused = scene.manager.try_command("keys", "replace-online-key", "--root-keys", wrong)
    assert refused.returncode == CONFIGURATION
    assert "secret" not in refused.stderr
    assert scene.manager.fingerprint() == before


def test_a_rotation_that_is_killed_goes_on_and_a_manager_waits_for_the_key(tmp_path, postgresql):
    database = postgresql.new_database()
    with BalancedScene(tmp_path, database=database) as scene:
        first, second = scene.managers
        section = "The key-encryption key of several managers"
        (tmp_path / "first").mkdir()
        (tmp_path / "second").mkdir()
        operator = Operator(first, tmp_path / "first")
        colleague = Operator(second, tmp_path / "second", offline=operator.offline)
        ada = scene.person("ada")
        # Values that take the rotation a while. Nobody can open them, as if somebody had altered them.
        execute(
            database,
            """
            INSERT INTO outbox (id, kind, sealed_payload, created_at, attempts, next_attempt_at)
            SELECT decode(lpad(to_hex(n), 32, '0'), 'hex'), 'altered', '\\x00', 9000000000000, 0, 9000000000000
            FROM generate_series(1, 10000) AS n
            """,
        )
        operator.follow(section, slice(1))
        # Somebody is too early.
        rotation = ("keys", "rotate-key-encryption-key", "--yes")
        child = subprocess.Popen(
            ending_with_parent(PROGRAM, *rotation, "--data", first.data),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        place = "SELECT value FROM setting WHERE name = 'key-encryption key, sealed again'"
        wait_until(lambda: any("outbox" in value for (value,) in rows(database, place)))
        child.send_signal(signal.SIGKILL)
        child.wait()

        # The second manager does not have the next key, and says so.
        wait_until(lambda: not second.is_ready())
        wait_until(lambda: "storage.keyMissing" in (second.folder / "manager.log").read_text())
        assert "unfinished" in first.try_command("keys", "list").stderr
        colleague.follow(section, slice(1, 2))
        wait_until(second.is_ready)
        for _ in scene.managers:
            assert ada.login(scene.login_page().process_data).returncode == 0

        # A manager starts in the midst of it.
        first.kill()
        first.start()
        resumed = operator.follow(section, slice(2, 3))
        assert "Going on" in resumed
        assert "10000 values" in resumed
        colleague.follow(section, slice(3, None))
        kept = (operator.offline / "key-encryption-key").read_text()
        for manager in scene.managers:
            (key,) = manager.data.glob("key-encryption-key*")
            assert key.read_text() == kept
            manager.stop()
            manager.start()
        scene.balance()
        for _ in scene.managers:
            assert ada.login(scene.login_page().process_data).returncode == 0
        assert scene.count_of_events("keyEncryptionKeyReplaced") == 1
