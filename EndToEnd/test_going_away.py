"""A person who goes away from a question of `xign`: the login page learns of it, then the signal has its effect."""

import os
import shlex
import signal
import subprocess
import time
from pathlib import Path
from threading import Event

import pytest
from stage.interceptor import Moment
from stage.interrupted_scene import InterruptedScene
from stage.processes import wait_until
from stage.terminal import Terminal


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    with InterruptedScene(tmp_path_factory.mktemp("away")) as scene:
        yield scene


@pytest.fixture(scope="module")
def ada(scene):
    return scene.person("ada")


def catches(process: int, number: signal.Signals) -> bool:
    """True where a process waits with a handler for the signal."""
    caught = next(line for line in Path(f"/proc/{process}/status").read_text().splitlines() if "SigCgt" in line)
    return bool(int(caught.split()[1], 16) >> (number - 1) & 1)


def is_cancelled(page) -> bool:
    return page.state == "declined-cancelled"


QUESTIONS = {"consent": ("Log in?", []), "pin": ("PIN:", ["--yes"])}
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


def at_question(scene, ada, question: str, options: list[str]):
    page = scene.login_page()
    terminal = Terminal(*ada.command("login", "--scanned", page.process_data, *options))
    terminal.expect(question)
    assert not is_cancelled(page)
    return page, terminal


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_a_signal_at_a_question_cancels_the_login_and_then_ends_the_program(scene, ada, name, number):
    page, terminal = at_question(scene, ada, *QUESTIONS[name])
    os.kill(terminal.child, number)
    assert terminal.wait() == -number
    assert "cancelled" in terminal.shown
    assert is_cancelled(page)


@pytest.mark.parametrize("name", QUESTIONS)
def test_control_c_cancels_the_login(scene, ada, name):
    page, terminal = at_question(scene, ada, *QUESTIONS[name])
    os.write(terminal.terminal, b"\x03")
    assert terminal.wait() == -signal.SIGINT
    assert is_cancelled(page)


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_closed_terminal_cancels_the_login(scene, ada, name):
    page, terminal = at_question(scene, ada, *QUESTIONS[name])
    os.close(terminal.terminal)
    os.waitpid(terminal.child, 0)
    assert is_cancelled(page)


def test_a_closed_terminal_of_a_shell_cancels_the_login(scene, ada):
    page = scene.login_page()
    shell = Terminal("bash", "--norc", "-i")
    shell.type(shlex.join(map(str, ada.command("login", "--scanned", page.process_data, "--yes"))))
    shell.expect("PIN:")
    # The shell passes SIGHUP on, and ends: then the system sends it once more.
    os.close(shell.terminal)
    os.waitpid(shell.child, 0)
    wait_until(lambda: is_cancelled(page))


@pytest.mark.parametrize("name", QUESTIONS)
def test_control_z_asks_again(scene, ada, name):
    question, options = QUESTIONS[name]
    page = scene.login_page()
    # A program is stopped where a shell can continue it.
    shell = Terminal("bash", "--norc", "-i")
    shell.type(shlex.join(map(str, ada.command("login", "--scanned", page.process_data, *options))))
    shell.expect(question)
    os.write(shell.terminal, b"\x1a")
    shell.expect("Stopped")
    assert page.state in ("scanned", "confirming")
    shell.type("fg")
    shell.expect(question)
    os.write(shell.terminal, b"\x03")
    shell.expect("cancelled")
    assert is_cancelled(page)
    shell.type("exit")
    shell.wait()


def test_a_signal_while_a_pin_is_read_from_a_script_cancels_the_login(scene, ada):
    page = scene.login_page()
    login = ada.begin_login(page.process_data)
    wait_until(lambda: page.state == "confirming" and catches(login.pid, signal.SIGTERM))
    login.send_signal(signal.SIGTERM)
    _, errors = login.communicate(timeout=10)
    assert login.returncode == -signal.SIGTERM
    assert "cancelled" in errors
    assert is_cancelled(page)


def test_a_manager_that_does_not_answer_holds_nobody_for_longer_than_two_seconds(scene, ada):
    page, terminal = at_question(scene, ada, *QUESTIONS["pin"])
    scene.manager.process.child.send_signal(signal.SIGSTOP)
    try:
        os.kill(terminal.child, signal.SIGTERM)
        assert terminal.wait(seconds=8) == -signal.SIGTERM
        assert "cancelled" not in terminal.shown
    finally:
        scene.manager.process.child.send_signal(signal.SIGCONT)


def test_what_was_ignored_at_the_start_stays_ignored(scene, ada):
    page = scene.login_page()
    login = subprocess.Popen(
        ada.command("login", "--scanned", page.process_data, "--yes", "--pin-stdin"),
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    wait_until(lambda: page.state == "confirming" and catches(login.pid, signal.SIGTERM))
    login.send_signal(signal.SIGHUP)
    _, errors = login.communicate(f"{ada.pin}\n", timeout=30)
    assert login.returncode == 0, errors


class Request:
    """A request of a login at a terminal that the manager does not answer before `answer` is called."""

    def __init__(self, scene, ada, operation: str):
        self.scene, self.child = scene, scene.manager.process.child
        scene.interceptor.recorded.clear()
        self.page = scene.login_page()
        process_data = self.page.process_data
        if operation == "start":
            self.child.send_signal(signal.SIGSTOP)
        self.terminal = Terminal(*ada.command("login", "--scanned", process_data))
        if operation != "start":
            self.answer_questions(ada, operation)
        wait_until(lambda: operation in scene.interceptor.operations())

    def answer_questions(self, ada, operation: str) -> None:
        self.terminal.expect("Log in?")
        if operation == "prepare":
            self.child.send_signal(signal.SIGSTOP)
        self.terminal.type("y")
        if operation == "finish":
            self.terminal.expect("PIN:")
            self.child.send_signal(signal.SIGSTOP)
            self.terminal.type(ada.pin)

    def answer(self) -> None:
        self.child.send_signal(signal.SIGCONT)

    def __enter__(self) -> "Request":
        return self

    def __exit__(self, *_) -> None:
        self.answer()


@pytest.mark.parametrize("operation", ["start", "prepare"])
@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_a_signal_during_a_request_cancels_the_login_and_then_ends_the_program(scene, ada, operation, number):
    with Request(scene, ada, operation) as request:
        os.kill(request.terminal.child, number)
        # A closed terminal is told of twice, and `timeout` sends its signal twice.
        os.kill(request.terminal.child, number)
        request.answer()
        assert request.terminal.wait() == -number
        assert "The login is cancelled." in request.terminal.shown
        assert is_cancelled(request.page)


@pytest.mark.parametrize("operation", ["start", "prepare", "finish"])
def test_a_request_without_an_answer_holds_nobody_for_longer_than_two_seconds(scene, ada, operation):
    with Request(scene, ada, operation) as request:
        began = time.monotonic()
        os.kill(request.terminal.child, signal.SIGINT)
        assert request.terminal.wait(seconds=8) == -signal.SIGINT
        assert 1.5 < time.monotonic() - began < 4
        assert "cancelled" not in request.terminal.shown


def test_after_a_statement_was_sent_without_an_answer_nothing_is_said_to_be_cancelled(scene, ada):
    with Request(scene, ada, "finish") as request:
        os.kill(request.terminal.child, signal.SIGTERM)
        request.answer()
        assert request.terminal.wait() == -signal.SIGTERM
        assert "cancelled" not in request.terminal.shown
        assert "The login page shows whether the login was confirmed" in request.terminal.shown


@pytest.mark.parametrize("operation", ["start", "finish"])
def test_a_second_signal_ends_the_program_at_once(scene, ada, operation):
    with Request(scene, ada, operation) as request:
        began = time.monotonic()
        os.kill(request.terminal.child, signal.SIGINT)
        # Within 0.1 s the same one would count as one. The system chooses the order of two that arrive together.
        os.kill(request.terminal.child, signal.SIGTERM)
        assert request.terminal.wait(seconds=8) in (-signal.SIGTERM, -signal.SIGINT)
        assert time.monotonic() - began < 1.5


def test_an_answer_that_takes_long_does_not_delay_the_cancellation(scene, ada):
    page, terminal = at_question(scene, ada, *QUESTIONS["consent"])
    scene.interceptor.recorded.clear()
    is_over = Event()
    scene.interceptor.once("prepare", Moment.ANSWER, lambda: is_over.wait(30))
    try:
        terminal.type("y")
        wait_until(lambda: "prepare" in scene.interceptor.operations())
        os.kill(terminal.child, signal.SIGTERM)
        assert terminal.wait() == -signal.SIGTERM
        assert "The login is cancelled." in terminal.shown
        assert is_cancelled(page)
    finally:
        is_over.set()
