"""`xign` at a terminal: its output, its questions, and the files that it leaves."""

import contextlib
import json
import os
import re
import stat
import subprocess
import tempfile
from pathlib import Path

import pytest
from stage.authenticator import PROGRAM, Authenticator
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import ending_with_parent, run, wait_until
from stage.relying_party import RelyingParty
from stage.scene import Scene
from stage.terminal import Terminal
from stage.words import FOREIGN


@pytest.fixture
def page(relying_party) -> PlainLoginPage:
    return PlainLoginPage(PlainBrowser(), relying_party.authorization_request())


def test_a_person_trusts_activates_and_logs_in_by_answering_questions(scene, page, tmp_path):
    scene.manager.apply("users:\n  - name: grace\n    memberships: [Example Inc.]\n")
    activation = scene.manager.invite("grace")
    grace = Authenticator(tmp_path / "home")

    trust = Terminal(*grace.command("trust", scene.manager.issuer))
    assert scene.manager.fingerprint() in trust.expect("[y/n]")
    trust.type("yes")
    trust.expect("Trusted.")
    assert trust.wait() == 0

    activate = Terminal(*grace.command("activate", activation.picture, "--alias", "laptop"))
    activate.expect("Activation PIN:")
    activate.type(activation.pin)
    assert "grace" in activate.expect("New PIN:")
    activate.type("123456")
    activate.expect("one of the most common PINs")
    activate.expect("New PIN:")
    activate.type(grace.pin)
    activate.expect("New PIN again:")
    activate.type("735199")
    activate.expect("The two entries differ.")
    activate.expect("New PIN:")
    activate.type(grace.pin)
    activate.expect("New PIN again:")
    activate.type(grace.pin)
    activate.expect("laptop")
    assert activate.wait() == 0

    login = Terminal(*grace.command("login", "--scanned", page.process_data))
    consent = login.expect("I did not begin this]")
    for shown in ("Demo website", scene.website.url, "Example Inc.", scene.manager.issuer.removeprefix("http://")):
        assert shown in consent
    login.type("y")
    login.expect("PIN:")
    login.type(grace.pin)
    login.expect("Logged in at Demo website")
    assert login.wait() == 0
    assert grace.pin not in login.shown
    assert page.proceed().headers["Location"].startswith(scene.website.url)

    for path in (grace.home, *grace.home.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)


def test_after_a_wrong_pin_the_person_waits_and_is_asked_again(tmp_path):
    with Scene(tmp_path, settings="settings:\n  lockoutSeconds: [1]\n") as scene:
        ada = scene.person("ada")
        service = scene.manager.service("demo")
        party = RelyingParty(
            scene.manager.issuer, service["clientId"], service["clientSecret"], f"{scene.website.url}/callback"
        )
        page = PlainLoginPage(PlainBrowser(), party.authorization_request())
        login = Terminal(*ada.command("login", "--scanned", page.process_data, "--yes"))
        login.expect("PIN:")
        login.type("111222")
        login.expect("the PIN was wrong")
        login.expect("Locked for 1 second")
        login.expect("PIN:")
        login.type(ada.pin)
        assert "Failed attempts since your last login: 1." in login.expect("tell the operator")
        assert login.wait() == 0


def test_a_german_reader_meets_no_english_sentence(tmp_path):
    with Scene(tmp_path, settings="settings:\n  lockoutSeconds: [1]\n") as scene:
        scene.manager.apply("users:\n  - name: hedwig\n    memberships: [Example Inc.]\n")
        activation = scene.manager.invite("hedwig")
        service = scene.manager.service("demo")
        party = RelyingParty(
            scene.manager.issuer, service["clientId"], service["clientSecret"], f"{scene.website.url}/callback"
        )
        page = PlainLoginPage(PlainBrowser(), party.authorization_request())
        hedwig = Authenticator(tmp_path / "hedwig", variables={"LANG": "de_DE.UTF-8"})
        read = []

        trust = Terminal(*hedwig.command("trust", scene.manager.issuer))
        # The words of the fingerprint are English.
        read.append(trust.expect("[j/n]").replace(scene.manager.fingerprint(), ""))
        trust.type("ja")
        assert trust.wait() == 0
        read.append(trust.shown)

        activate = Terminal(*hedwig.command("activate", activation.picture, "--alias", "Notebook"))
        activate.expect("Aktivierungs-PIN:")
        activate.type(activation.pin)
        read.append(activate.expect("Neue PIN:"))
        activate.type("123456")
        read.append(activate.expect("eine der häufigsten PINs"))
        activate.expect("Neue PIN:")
        activate.type(hedwig.pin)
        activate.expect("Neue PIN noch einmal:")
        activate.type(hedwig.pin)
        read.append(activate.expect("verbunden und heißt Notebook."))
        assert activate.wait() == 0

        login = Terminal(*hedwig.command("login", "--scanned", page.process_data))
        consent = login.expect("das habe ich nicht begonnen]")
        assert f"Adresse:          {scene.website.url}" in consent
        read.append(consent)
        login.type("j")
        login.expect("PIN:")
        login.type("111222")
        read.append(login.expect("Gesperrt für 1 Sekunde"))
        assert "die PIN war falsch" in read[-1]
        login.expect("PIN:")
        login.type(hedwig.pin)
        assert login.wait() == 0
        assert "Angemeldet bei Demo website" in login.shown
        assert "Fehlversuche seit Ihrer letzten Anmeldung: 1." in login.shown
        read.append(login.shown)

        over = hedwig.login(page.process_data)
        assert over.returncode == 3 and "diese Anmeldung ist vorbei" in over.stderr
        usage = run(*hedwig.command("logni"))
        assert usage.returncode == 64 and "unbekannter Befehl logni; meinten Sie login?" in usage.stderr
        devices = run(*hedwig.command("activation", "list"))
        assert "dieses Gerät, seit" in devices.stdout
        listed = json.loads(run(*hedwig.command("accounts", "--json")).stdout)
        assert listed[0]["userName"] == "hedwig", "JSON is the same in all languages"
        read += [over.stderr, usage.stderr, devices.stdout, run(*hedwig.command("login", "--help")).stdout]
        read += [run(*hedwig.command(command, "--help")).stdout for command in ("activate", "activation", "delete")]
        for text in read:
            assert not english_words(text), text


def english_words(text: str) -> set[str]:
    """The words of a text that only English has, without names, commands, options and placeholders."""
    names = (
        r"Demo website|pin,device|xign(-| [a-z]+)( [a-z]+)?|^  (?!xign )[a-z-]+ |"
        r"--?[a-z-]+|\b[A-Z_]{2,}\b|[\w:/$~]*[/:$~]\S*"
    )
    words = re.findall(r"\w+", re.sub(names, " ", text, flags=re.MULTILINE).lower())
    return set(words) & FOREIGN["de"]


@pytest.mark.parametrize(("answer", "told"), [("n", "is cancelled"), ("x", "not begun by you")])
def test_who_says_no_is_not_logged_in(ada, page, answer, told):
    login = Terminal(*ada.command("login", "--scanned", page.process_data))
    login.expect("I did not begin this]")
    login.type(answer)
    login.expect(told)
    assert login.wait() == 1
    assert "error=access_denied" in page.proceed().headers["Location"]


def test_programs_get_the_result_as_json(ada, page, scene):
    login = ada.login(page.process_data, "--json")
    result = json.loads(login.stdout)
    assert result["relyingPartyName"] == "Demo website"
    assert result["relyingPartyUrl"] == scene.website.url
    assert result["role"] == "user"
    assert result["organization"]["name"] == "Example Inc."
    assert f"http://{result['idm']}" == scene.manager.issuer
    assert "Demo website" in login.stderr


def test_every_way_in_which_a_login_ends_has_a_status_of_its_own(newcomer, scene, page, relying_party):
    mallory = scene.person(f"{newcomer.home.name}-mallory")
    used = page.process_data
    assert newcomer.login(used).returncode == 0
    assert newcomer.login(used).returncode == 3, "over"

    page = PlainLoginPage(PlainBrowser(), relying_party.authorization_request())
    assert newcomer.login(page.process_data, pin="111222").returncode == 75, "wrong PIN"
    assert mallory.login(page.process_data).returncode == 4, "taken"
    assert mallory.login("AQIDBA").returncode == 65, "no code"
    assert mallory.login(Path("none.png")).returncode == 66, "no picture"
    assert Authenticator(newcomer.home / "stranger").login(page.process_data).returncode == 67, "not trusted"


def test_a_role_or_combination_that_is_not_there_is_named(ada, page):
    login = ada.login(page.process_data, "--role", "admin")
    assert login.returncode == 65 and "your roles: user" in login.stderr
    login = ada.login(page.process_data, "--with", "device")
    assert login.returncode == 65 and "--with must be device,pin" in login.stderr
    assert ada.login(page.process_data, "--with", "pin,device", "--role", "user").returncode == 0


def test_a_session_whose_person_went_away_is_cancelled(ada, page):
    assert run(*ada.command("login", "--scanned", page.process_data, "--yes")).returncode == 66
    assert "error=access_denied" in page.proceed().headers["Location"]


def test_a_forgotten_device_cannot_log_in_and_leaves_no_keys(newcomer, scene, page):
    idm = scene.manager.issuer.removeprefix("http://")
    assert run(*newcomer.command("forget", idm)).returncode == 66
    assert len(newcomer.accounts()) == 1

    forgotten = run(*newcomer.command("forget", idm, "--yes"))
    assert forgotten.returncode == 0 and "Revoked at the manager" in forgotten.stdout
    assert newcomer.accounts() == []
    assert not list((newcomer.home / "keys").iterdir())
    login = newcomer.login(page.process_data)
    assert login.returncode == 67 and "xign activate" in login.stderr


def test_other_processes_of_the_person_cannot_read_its_memory():
    # The kernel changes the owner of such a process's files in /proc to root, so the test needs another user.
    user = "www-data" if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        source = Path(folder) / "key-material"
        os.mkfifo(source, 0o644)  # Readers block.
        source.chmod(0o644)
        with waiting("cat", source, user=user) as cat, waiting(PROGRAM, "trust", source, user=user) as xign:
            wait_until(lambda: command_line(cat).startswith("cat"))
            assert owner(cat) != "root"
            wait_until(lambda: "trust" in command_line(xign) and owner(xign) == "root")


@contextlib.contextmanager
def waiting(*command, user: str | None):
    process = subprocess.Popen(ending_with_parent(*command, user=user), stdin=subprocess.DEVNULL)
    yield process
    process.kill()
    process.wait()


def command_line(process: subprocess.Popen) -> str:
    return Path(f"/proc/{process.pid}/cmdline").read_text()


def owner(process: subprocess.Popen) -> str:
    return Path(f"/proc/{process.pid}/environ").owner()
