"""Child processes that always end with their parent."""

import contextlib
import itertools
import os
import random
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

REPOSITORY = Path(__file__).parents[2]
PROGRAMS = REPOSITORY / ".build" / "debug"
# The folder of `xignin-manager` and `xign`. `make test` names that of the release builds, which people install.
INSTALLED_PROGRAMS = Path(os.environ.get("XIGN_TEST_PROGRAMS") or PROGRAMS).absolute()


def candidates() -> Iterator[int]:
    """Ports below those that Linux gives to outgoing connections, again and again, from a random one.

    Each worker of pytest-xdist (`gw0`, `gw1`, ...) has its own: a server may bind its port long after it was chosen.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    ports = range(12_000 + worker % 8, 32_000, 8)
    first = random.randrange(len(ports))
    return itertools.cycle([*ports[first:], *ports[:first]])


ports = candidates()


def free_port() -> int:
    """Returns an unused port of 127.0.0.1 that was not returned before."""
    while True:
        port = next(ports)
        with socket.socket() as listener, contextlib.suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port


def wait_until(condition, seconds: float = 30) -> None:
    """Waits until `condition()` is true. Raises `TimeoutError` after the time limit."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {seconds} s in vain")
        time.sleep(0.02)


def ending_with_parent(*command, user: str | None = None, ending: str = "TERM") -> list[str]:
    """Returns the command such that the kernel sends it a signal when its parent ends, even if that is killed."""
    identity = [f"--reuid={user}", f"--regid={user}", "--init-groups"] if user else []
    return ["setpriv", *identity, f"--pdeathsig={ending}", "--", *map(str, command)]


class Process:
    """A server that runs until `stop`, with its output in `log`."""

    running: ClassVar[list["Process"]] = []

    def __init__(self, command, log: Path, *, user=None, environment=None, stop_signal=signal.SIGTERM):
        self.log = log
        self.stop_signal = stop_signal
        with log.open("ab") as output:
            self.child = subprocess.Popen(
                ending_with_parent(*command, user=user, ending=stop_signal.name.removeprefix("SIG")),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=os.environ | (environment or {}),
                # Its own group: Ctrl-C in the terminal does not reach it, and its children end with it.
                start_new_session=True,
            )
        Process.running.append(self)

    def wait_until(self, ready, seconds: float = 30) -> None:
        """Waits until `ready()` is true. Raises if the process ends before, or after the time limit."""

        def decided() -> bool:
            if self.child.poll() is not None:
                raise ProcessFailure(f"{self.child.args} ended with status {self.child.returncode}:\n{self.tail()}")
            return ready()

        try:
            wait_until(decided, seconds)
        except TimeoutError:
            raise ProcessFailure(f"{self.child.args} is not ready after {seconds} s:\n{self.tail()}") from None

    def stop(self, seconds: float = 15) -> int:
        """Ends the process, if necessary with SIGKILL. Returns the exit status; a negative one is the ending signal."""
        if self in Process.running:
            Process.running.remove(self)
        if self.child.poll() is None:
            self.child.send_signal(self.stop_signal)
        try:
            return self.child.wait(seconds)
        except subprocess.TimeoutExpired:
            self.child.kill()
            return self.child.wait()
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.child.pid, signal.SIGKILL)

    def kill(self) -> None:
        """Kills the process."""
        self.child.kill()
        self.stop()

    def tail(self, lines: int = 30) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])


def end_by_exception() -> None:
    """Makes the ending signals raise `SystemExit`, so that `with` and `finally` clean up."""

    def end(number, _):
        raise SystemExit(128 + number)

    for number in (signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, end)
    # A shell starts background processes with SIGINT ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)


class ProcessFailure(Exception):
    """A process failed."""


def run(*command, input: str | None = None, seconds: float = 60, environment=None) -> subprocess.CompletedProcess:
    """Runs a command to its end, with any exit status. `input` is its standard input, by default empty."""
    return subprocess.run(
        ending_with_parent(*command),
        input=input or "",
        capture_output=True,
        text=True,
        timeout=seconds,
        env=os.environ | (environment or {}),
    )


def run_or_fail(*command, **options) -> str:
    """Runs a command that must succeed, and returns its output."""
    finished = run(*command, **options)
    if finished.returncode != 0:
        shown = " ".join(map(str, command))
        raise ProcessFailure(f"{shown}\nended with status {finished.returncode}:\n{finished.stderr}{finished.stdout}")
    return finished.stdout
