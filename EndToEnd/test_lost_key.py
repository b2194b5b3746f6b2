"""A manager whose key-encryption key is lost: a new one takes its place, as the manual says, to the letter."""

from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import run
from stage.runbook import Operator
from stage.scene import Scene

CONFIGURATION = 78
USAGE = 64
PROCESS_OVER = 3


def begin(scene: Scene) -> PlainLoginPage:
    browser = PlainBrowser()
    return PlainLoginPage(browser, browser.get(f"{scene.website.url}/login").headers["Location"])


def test_a_new_manager_takes_the_place_of_one_whose_key_is_lost_by_the_runbook(tmp_path):
    with Scene(tmp_path) as scene:
        manager, ada = scene.manager, scene.person("ada")
        manager.command("administrator", "add", "ada")
        operator = Operator(manager, tmp_path)
        epoch, fingerprint = int(manager.epoch()), manager.fingerprint()
        (manager.data / "key-encryption-key").unlink()
        (operator.offline / "key-encryption-key").unlink()
        refused = manager.try_command("export")
        assert refused.returncode == CONFIGURATION
        assert "A lost key-encryption key" in refused.stderr
        assert manager.try_command("export", "--without-key", "--attributes").returncode == USAGE

        root, empty = tmp_path / "root", tmp_path / "empty"
        root.mkdir()
        empty.mkdir()
        names = {"/root/": f"{root}/", "/var/lib/xign": str(empty), "https://login.example.org": manager.issuer}
        shown = operator.follow("A lost key-encryption key", names=names)
        assert "their roles are sealed: ada" in shown
        assert {"manager.sqlite"} <= {file.name for file in (root / "lost").iterdir()}
        assert not (manager.data / "root-keys.json").exists()
        kept, present = operator.offline / "key-encryption-key", manager.data / "key-encryption-key"
        assert kept.read_text() == present.read_text()
        assert manager.fingerprint() == fingerprint
        assert int(manager.epoch()) > epoch

        # The person's device trusts the manager as before, and needs an activation.
        service = manager.service("demo")
        scene.website.stop()
        scene.website.start(manager.issuer, service["clientId"], service["clientSecret"])
        assert ada.login(begin(scene).process_data).returncode == PROCESS_OVER
        assert run(*ada.command("forget", f"127.0.0.1:{manager.port}", "--yes")).returncode == 0
        ada.activate(manager.invite("ada"), "--alias", "phone")
        page = begin(scene)
        assert ada.login(page.process_data).returncode == 0
        page.browser.get(page.proceed().headers["Location"])
        assert page.browser.get(f"{scene.website.url}/claims").status_code == 200
