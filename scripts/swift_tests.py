"""Runs Swift tests, and ends the run when a test takes too long: swift_tests.py LOG OUTPUT COMMAND ...

Each test writes to LOG when it begins and when it ends (Tests/TestCase/TestCase.swift). A test that takes longer than
its limit is printed, with the stacks of all threads of the test process and of the processes that it has started. Then
all of them are killed. What the command prints goes to OUTPUT; without the tests that begin and pass, it is shown, too.
"""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

# Seconds. A test of half a second takes a minute where the machine does other work, and where tests that wait for
# programs hold the threads that it would go on with.
LIMIT = 240

# Tests that may take longer, by a beginning of "Suite name".
LONGER: dict[str, int] = {}

# A run without any test that ends takes at most this long: then no test writes to LOG, or none has begun.
LIMIT_OF_RUN = 40 * 60


def limit(test: str) -> int:
    return next((seconds for beginning, seconds in LONGER.items() if test.startswith(beginning)), LIMIT)


class Log:
    """The tests that have begun and not ended."""

    def __init__(self, path: Path):
        self.file = path.open()
        self.rest = ""
        self.begun: dict[str, float] = {}
        self.ended = 0
        self.left_out = 0

    def read(self) -> None:
        *lines, self.rest = (self.rest + self.file.read()).split("\n")
        for line in lines:
            event, suite, name = line.split("\t", 2)
            test = f"{suite} {name}"
            if event == "began":
                self.begun[test] = time.monotonic()
            elif event == "ended":
                self.begun.pop(test, None)
                self.ended += 1
            else:
                self.left_out += 1

    def late(self) -> list[str]:
        now = time.monotonic()
        return [test for test, begin in self.begun.items() if now - begin > limit(test)]


def descendants(process: int) -> Iterator[int]:
    for thread in Path(f"/proc/{process}/task").glob("*"):
        try:
            children = (thread / "children").read_text().split()
        except OSError:
            continue
        for child in map(int, children):
            yield child
            yield from descendants(child)


def program(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")[0].decode()
    except OSError:
        return ""


FRAME = re.compile(r"#\d+ +(?:0x[0-9a-f]+ in )?(\S+)")


def print_stacks(process: int) -> None:
    """Prints the stacks of a process and of all that it has started: each stack once, with its number of threads."""
    for child in [process, *descendants(process)]:
        print(f"--- stacks of process {child}, {program(child)}")
        gdb = ["gdb", "--batch", "--nx", "-p", str(child), "-ex", "thread apply all bt 60"]
        text = subprocess.run(
            gdb, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False
        ).stdout
        stacks = Counter("\n".join(FRAME.findall(thread)) for thread in text.split("\nThread ")[1:])
        for stack, threads in stacks.most_common():
            print(f"-- {threads} threads:\n{stack}")
    sys.stdout.flush()


def kill(process: subprocess.Popen[str]) -> None:
    for child in [*descendants(process.pid), process.pid]:
        try:
            os.kill(child, signal.SIGKILL)
        except ProcessLookupError:
            pass


def copy(process: subprocess.Popen[str], output: Path) -> None:
    with output.open("w") as file:
        for line in process.stdout:
            file.write(line)
            # The marks of Testing for what begins and what has passed, and suites of which XIGN_TEST selects no test.
            is_quiet = "◇" in line or "✔" in line or "No test cases found" in line
            if not is_quiet or "Test run with" in line:
                sys.stdout.write(line)
                sys.stdout.flush()


def main(log_path: str, output: str, *command: str) -> int:
    log_file = Path(log_path)
    log_file.write_text("")
    log = Log(log_file)
    environment = os.environ | {"XIGN_TEST_LOG": log_path}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    copying = threading.Thread(target=copy, args=(process, Path(output)))
    copying.start()
    begin = time.monotonic()
    late: list[str] = []
    while not late:
        try:
            process.wait(1)
            break
        except subprocess.TimeoutExpired:
            log.read()
            late = log.late()
            if time.monotonic() - begin > LIMIT_OF_RUN:
                late = [*log.begun, "the run"]
    if late:
        for test in late:
            print(f"did not end within {limit(test)} s: {test}", flush=True)
        print_stacks(process.pid)
        kill(process)
    copying.join()
    process.wait()
    log.read()
    # A test process that has died names no test: these were running.
    if process.returncode != 0 and not late:
        for test in log.begun:
            print(f"did not end: {test}", flush=True)
    if log.left_out:
        print(f"Left out: {log.left_out} runs of tests, by XIGN_TEST_WITHOUT={environment['XIGN_TEST_WITHOUT']}")
    # A package whose tests are not in lists, such as the sample app, writes no log. XIGN_TEST selects from lists alone.
    passed = "XIGN_TEST" not in environment and re.search(r"✔\S* Test ", Path(output).read_text())
    if process.returncode == 0 and log.ended == 0 and not passed:
        print("No test ran: check the filter or XIGN_TEST, and build with --build-tests.", file=sys.stderr)
        return 1
    return 1 if late else process.returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
