"""Standard streams, signals and arguments of both programs, as a shell, a service manager or a debugger leaves them."""

import fcntl
import os
import shlex
import signal
import subprocess

import pytest
import requests
from stage.authenticator import PROGRAM as AUTHENTICATOR
from stage.manager import PROGRAM, Manager
from stage.processes import ending_with_parent, run, run_or_fail, wait_until

F_SETPIPE_SZ = 1031


@pytest.fixture
def manager(tmp_path):
    manager = Manager(tmp_path)
    # A line for each answer.
    manager.configure("log: debug")
    return manager


def serving(manager, *, redirected: str = "", **streams) -> subprocess.Popen:
    """Starts `serve`, with redirections of a shell, and returns when it answers."""
    command = shlex.join([str(PROGRAM), "serve", "--data", str(manager.data), "--port", str(manager.listening_port)])
    process = subprocess.Popen(ending_with_parent("sh", "-c", f"exec {command} {redirected}"), **streams)
    wait_until(lambda: process.poll() is not None or answers(manager))
    return process


def answers(manager) -> bool:
    try:
        return requests.get(f"{manager.issuer}/health/live", timeout=10).ok
    except requests.ConnectionError:
        return False


def ended(process: subprocess.Popen) -> int:
    """Waits for the end, for less than the time in which `serve` gives requests up."""
    try:
        return process.wait(8)
    finally:
        process.kill()


def test_a_log_that_nobody_reads_keeps_nobody_waiting(manager):
    reader, writer = os.pipe()
    fcntl.fcntl(writer, F_SETPIPE_SZ, 4096)
    process = serving(manager, stderr=writer)
    # 100 bytes and more for each.
    assert all(answers(manager) for _ in range(200))
    process.send_signal(signal.SIGTERM)
    assert ended(process) == 0
    os.close(reader)
    os.close(writer)


def test_a_reader_of_the_log_that_has_gone_is_no_failure(manager):
    reader, writer = os.pipe()
    process = serving(manager, stderr=writer)
    os.close(writer)
    os.close(reader)
    assert all(answers(manager) for _ in range(5))
    process.send_signal(signal.SIGTERM)
    assert ended(process) == 0


def test_a_manager_without_standard_streams_writes_its_log_into_no_file(manager):
    process = serving(manager, redirected="<&- >&- 2>&-")
    assert all(answers(manager) for _ in range(5))
    process.send_signal(signal.SIGTERM)
    assert ended(process) == 0
    for file in manager.data.iterdir():
        assert b'"event":"request"' not in file.read_bytes(), file
    assert run(PROGRAM, "user", "list", "--data", manager.data).returncode == 0


def test_a_closed_terminal_ends_the_manager_and_other_signals_do_not(manager):
    process = serving(manager, stderr=subprocess.DEVNULL)
    for number in (signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM):
        process.send_signal(number)
    assert answers(manager)
    process.send_signal(signal.SIGHUP)
    assert ended(process) == 0


def test_a_closed_terminal_does_not_end_a_manager_under_nohup(manager):
    process = serving(
        manager,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
    )
    process.send_signal(signal.SIGHUP)
    assert all(answers(manager) for _ in range(5))
    process.send_signal(signal.SIGTERM)
    assert ended(process) == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_command_of_the_manager_ends_by_a_signal(manager, number):
    command = [PROGRAM, "apply", "--data", manager.data, "-"]
    # A shell starts background processes with SIGINT ignored.
    process = subprocess.Popen(
        ending_with_parent(*command),
        stdin=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    wait_until(lambda: b"apply" in open(f"/proc/{process.pid}/cmdline", "rb").read().split(b"\0")[:4])
    process.send_signal(number)
    assert ended(process) == -number


@pytest.mark.parametrize("program", [PROGRAM, AUTHENTICATOR], ids=["xignin-manager", "xign"])
def test_output_that_nobody_takes_is_a_failure_with_a_status(program):
    reader, writer = os.pipe()
    os.close(reader)
    finished = subprocess.run([program, "--help"], stdout=writer, stderr=subprocess.PIPE, text=True, timeout=30)
    os.close(writer)
    assert finished.returncode == 74
    assert "output could not be written" in finished.stderr


@pytest.mark.parametrize("program", [PROGRAM, AUTHENTICATOR], ids=["xignin-manager", "xign"])
def test_a_library_that_changes_the_environment_first_takes_no_arguments_away(program, tmp_path):
    source, library = tmp_path / "early.c", tmp_path / "early.so"
    source.write_text(
        "#include <stdlib.h>\n__attribute__((constructor)) static void set(void) {\n"
        # Removed first: `setpriv`, which starts the program, has the library, too.
        'unsetenv("EARLY"); setenv("EARLY", "1", 1); }\n'
    )
    run_or_fail("clang", "-shared", "-fPIC", "-o", library, source)
    shown = run(program, "--version", environment={"LD_PRELOAD": str(library)})
    assert shown.returncode == 0, shown.stderr


@pytest.mark.parametrize("program", [PROGRAM, AUTHENTICATOR], ids=["xignin-manager", "xign"])
def test_an_argument_that_is_no_text_is_refused_and_becomes_no_other_name(program, tmp_path):
    latin = os.fsdecode("café".encode("latin-1"))
    option, command = ("--data", ["init"]) if program == PROGRAM else ("--home", ["accounts"])
    for arguments in [[*command, option, tmp_path / latin], [*command, f"{option}={tmp_path / latin}"], [latin]]:
        refused = run(program, *arguments)
        assert refused.returncode == 64, refused.stderr
        assert f"argument {len(arguments)} is not valid UTF-8" in refused.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("variable", ["XIGN_HOME", "HOME"])
def test_a_variable_that_is_no_text_becomes_no_other_name(variable, tmp_path):
    refused = run(AUTHENTICATOR, "accounts", environment={variable: os.fsdecode(bytes(tmp_path) + b"/caf\xe9")})
    assert refused.returncode == 64, refused.stderr
    assert f"${variable} is not valid UTF-8" in refused.stderr


LINES = ["", "--", "--h", "user --", "user sh", "login --y", "--home /tmp --", "--data /tmp user l", "no-command --x "]


@pytest.mark.parametrize("program", [PROGRAM, AUTHENTICATOR], ids=["xignin-manager", "xign"])
def test_fish_completes_without_an_error_after_options_and_within_words(program, tmp_path):
    script = tmp_path / "completion.fish"
    script.write_text(run_or_fail(program, "completion", "fish"))
    asked = "; ".join(f"complete --do-complete {shlex.quote(f'{program.name} {line}')}" for line in LINES)
    completed = run("fish", "--no-config", "-c", f"source {script}; {asked}")
    assert "--help" in completed.stdout
    assert completed.stderr == ""


@pytest.mark.parametrize("program", [PROGRAM, AUTHENTICATOR], ids=["xignin-manager", "xign"])
def test_bash_completes_without_an_error_after_options_and_within_words(program, tmp_path):
    script = tmp_path / "completion.bash"
    script.write_text(run_or_fail(program, "completion", "bash"))
    function = f"_{program.name.replace('-', '_')}"
    ask = f"COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); COMPREPLY=(); {function}; printf '%s\\n' \"${{COMPREPLY[@]-}}\""
    asked = "; ".join(f"COMP_WORDS=({program.name} {line.strip()}); {ask}" for line in LINES)
    completed = run("bash", "--norc", "-c", f"set -u; compopt() {{ :; }}; source {script}; {asked}")
    assert "--help" in completed.stdout
    assert completed.stderr == ""
