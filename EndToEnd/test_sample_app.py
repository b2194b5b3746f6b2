"""The sample app of Examples: its screen logs a person in at a real manager, and its release has nothing for tests."""

import subprocess
from pathlib import Path

import pytest
from stage.plain_browser import PlainBrowser, PlainLoginPage
from stage.processes import INSTALLED_PROGRAMS, ending_with_parent
from stage.relying_party import answer

PROGRAM = INSTALLED_PROGRAMS / "authenticator-app"


class Screen:
    """The app's screen, driven by lines of text. The app ends with the test's process."""

    def __init__(self, home: Path, key_material: Path):
        home.mkdir(mode=0o700)
        self.child = subprocess.Popen(
            ending_with_parent(PROGRAM, home, key_material), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def do(self, *words: str) -> str:
        """Does what a person would. Returns the part of the screen that is shown then, and its texts."""
        self.child.stdin.write(" ".join(words) + "\n")
        self.child.stdin.flush()
        return self.child.stdout.readline().rstrip("\n")


@pytest.fixture
def screen(scene, tmp_path):
    screen = Screen(tmp_path / "app", scene.manager.key_material().file)
    yield screen
    screen.child.communicate()


def test_the_screen_logs_a_person_in(scene, relying_party, screen):
    scene.manager.apply("users:\n  - name: sample\n    memberships: [Example Inc.]\n")
    activation = scene.manager.invite("sample")
    assert screen.do("activate", activation.link, activation.pin, "735198").startswith("activated at ")

    page = PlainLoginPage(PlainBrowser(), relying_party.authorization_request())
    assert screen.do("scan", page.process_data).startswith("consent\t")
    assert screen.do("agree") == "pin"
    assert screen.do("pin", "1234") == "pin\tA PIN has 5 to 32 digits."
    done, message = screen.do("pin", "735198").split("\t")
    assert done == "done(returnURL: nil)"
    assert message.startswith("You are logged in at ")
    assert relying_party.redeem(answer(page.proceed())["code"]).status_code == 200


def test_the_release_has_no_symbol_of_the_manager_for_tests():
    symbols = PROGRAM.read_bytes()
    # The names of modules in Swift's symbols, with their lengths.
    assert b"$s7XignSDK" in symbols
    assert b"$s11LoginScreen" in symbols
    assert b"14XignSDKTesting" not in symbols
    assert b"13LoginPreviews" not in symbols
