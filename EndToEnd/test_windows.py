"""A QR code in the window of a terminal, and as a picture."""

import stat

from stage.authenticator import Authenticator
from stage.manager import PROGRAM
from stage.processes import run
from stage.terminal import Terminal

NEW_PIN = "482951"


def test_a_code_stays_whole_in_a_window_and_is_not_drawn_where_it_cannot(scene):
    scene.manager.invite("grace")
    command = [PROGRAM, "activation", "issue", "grace", "--data", scene.manager.data]
    terminal = Terminal(*command, window=(24, 80))
    terminal.expect("Valid for 24 hours and one device.\n")
    assert terminal.wait() == 0
    code = terminal.shown.splitlines()
    assert code
    assert len(code) < 24
    assert all(set(line) <= set(" \u2580\u2584\u2588") for line in code)
    terminal = Terminal(*command, window=(24, 30))
    assert terminal.wait() == 0
    assert "Link:" in terminal.shown
    assert "--qr FILE" in terminal.shown
    assert "\u2588" not in terminal.shown


def add_device(newcomer, *options, window: tuple[int, int] | None = None) -> Terminal:
    """Makes a code for another device, up to the end of the questions."""
    new = Terminal(*newcomer.command("activation", "new", "--alias", "tablet", "--yes", *options), window=window)
    new.expect("PIN:")
    new.type(newcomer.pin)
    for question in ("New PIN:", "New PIN again:"):
        new.expect(question)
        new.type(NEW_PIN)
    return new


def test_the_code_for_another_device_is_whole_in_a_window_or_in_a_file(newcomer, scene, tmp_path):
    new = add_device(newcomer, window=(24, 80))
    new.expect("xign activate ")
    assert new.wait() == 0
    # A long link may go on in a second row, before the code.
    code = [line for line in new.shown.splitlines() if set(line) & set("\u2580\u2584\u2588")]
    assert 10 < len(code) < 24
    assert all(set(line) <= set(" \u2580\u2584\u2588") for line in code)

    picture = tmp_path / "tablet.png"
    new = add_device(newcomer, "--qr", picture, window=(60, 40))
    new.expect(f"The code is in {picture}.")
    assert new.wait() == 0
    assert "\u2588" not in new.shown
    assert stat.S_IMODE(picture.stat().st_mode) == 0o600
    tablet = Authenticator(newcomer.home.parent / f"{newcomer.home.name}-picture", pin=NEW_PIN)
    tablet.trust(scene.manager.key_material())
    opened = run(*tablet.command("activate", picture, "--pin-stdin"), input=f"{NEW_PIN}\n")
    assert opened.returncode == 0, opened.stderr

    former = picture.read_bytes()
    new = Terminal(*newcomer.command("activation", "new", "--alias", "tablet", "--yes", "--qr", picture))
    new.expect("Replace the file")
    new.type("n ")
    assert new.wait() == 1
    assert "nothing was done" in new.shown
    assert picture.read_bytes() == former


def test_a_window_that_is_too_narrow_for_a_code_gets_its_link_and_the_other_way(newcomer):
    new = add_device(newcomer, window=(60, 30))
    new.expect("xign activate ")
    assert new.wait() == 0
    assert "--qr FILE" in new.shown
    assert "\u2588" not in new.shown


def test_a_failure_goes_on_in_the_next_line_between_words(newcomer):
    command = newcomer.command("login", "no code")
    refused = Terminal(*command, window=(24, 40))
    assert refused.wait() == 65
    lines = refused.shown.splitlines()
    assert len(lines) > 1
    assert max(len(line) for line in lines) <= 40
    assert " ".join(line.strip() for line in lines) == run(*command).stderr.strip()
