"""System calls: a trace, to compare the times of writing to disk and of answering, and an end at a given call."""

import re
from dataclasses import dataclass
from pathlib import Path

from .processes import Process, ProcessFailure, run_or_fail

TRACING = ["strace", "-f", "-yy", "-s", "200", "-e", "trace=pwrite64,fdatasync,fsync,sendto,recvfrom"]
# A debugger that only watches: it is attached to every thread of what it runs, and prints nothing.
DEBUGGER = ["strace", "-f", "-qq", "-e", "trace=none", "-e", "signal=none"]
LINE = re.compile(r"(?P<thread>\d+) +(?P<call>.*)")
RESUMED = re.compile(r"<\.\.\. \w+ resumed>")
CALL = re.compile(r"(?P<name>\w+)\(\d+<(?P<target>.*?)>(?=[,)])(?P<arguments>.*)\) += (?P<result>-?\d+)")
UNFINISHED = " <unfinished ...>"


def killing_at(system_call: str, number: int, *command, in_any_thread: bool = False) -> list[str]:
    """Returns the command such that it is killed before the nth call of this system call in its first thread.

    With `in_any_thread`, each thread is watched, and counts its own calls.
    """
    tracing = ["-qq", "-o", "/dev/null", "-e", f"trace={system_call}", *(["-f"] if in_any_thread else [])]
    return ["strace", *tracing, "-e", f"inject={system_call}:signal=KILL:when={number}", *map(str, command)]


def kill_at(system_call: str, traced: Process, log: Path) -> Process:
    """Kills a running process before the next call of this system call in any of its threads.

    Returns the tracer, which ends with the process.
    """
    injection = ["-e", f"trace={system_call}", "-e", f"inject={system_call}:signal=KILL:when=1"]
    tracer = Process(["strace", "-f", "-o", "/dev/null", *injection, "-p", traced.child.pid], log)
    tracer.wait_until(lambda: "attached" in tracer.tail())
    return tracer


@dataclass(frozen=True)
class Call:
    """A system call. `began` and `ended` are its lines in the trace."""

    name: str
    target: str
    """The file's path, or the connection's two ends."""
    arguments: str
    result: int
    began: int
    ended: int


@dataclass(frozen=True)
class Answer:
    """An answered request: from the arrival of its first byte to the sending of the answer's first byte."""

    request: str
    received: int
    sent: int


class Tracer:
    """A tracer attached to every thread of a process until `stop`, or until the process ends."""

    def __init__(self, traced: Process, file: Path):
        self.file = file
        self.process = Process(
            [*TRACING, "-e", "signal=none", "-o", file, "-p", traced.child.pid], file.with_suffix(".log")
        )
        try:
            self.process.wait_until(lambda: "attached" in self.process.tail())
        except ProcessFailure as failure:
            raise ProcessFailure(f"strace must be allowed to trace (ptrace) what this user runs: {failure}") from None

    def stop(self) -> "Trace":
        self.process.stop()
        return Trace(self.file.read_text())


def trace_of(file: Path, *command) -> "Trace":
    """Runs a command, which must succeed, and returns its trace."""
    run_or_fail(*TRACING, "-o", file, *command)
    return Trace(file.read_text())


class Trace:
    """A process's system calls in order. The order is exact, since each call waits for the tracer."""

    def __init__(self, text: str):
        self.calls = sorted(calls(text), key=lambda call: call.began)

    def answers(self, request: str) -> list[Answer]:
        """The answers to requests whose first line matches."""
        return [answer for answer in self.all_answers() if re.match(request, answer.request)]

    def all_answers(self) -> list[Answer]:
        arrived: dict[str, Call] = {}
        found = []
        for call in self.calls:
            if not call.target.startswith("TCP") or call.result <= 0:
                continue
            if call.name == "recvfrom":
                arrived.setdefault(call.target, call)
            elif call.name == "sendto" and call.target in arrived:
                first = arrived.pop(call.target)
                found.append(Answer(first.arguments.removeprefix(', "'), first.ended, call.began))
        return found

    def writes(self, log: Path, answer: Answer) -> list[Call]:
        """The writes to a file between the arrival of the request and the sending of the answer."""
        return [
            call for call in self.to_file(log, "pwrite64") if call.ended > answer.received and call.began < answer.sent
        ]

    def is_durable(self, log: Path, answer: Answer) -> bool:
        """Returns true if all writes to the file were on the disk when the answer was sent."""
        written = [call.ended for call in self.to_file(log, "pwrite64") if call.began < answer.sent]
        return any(
            call.result == 0 and call.began > max(written, default=0) and call.ended < answer.sent
            for call in self.to_file(log, "fdatasync", "fsync")
        )

    def to_file(self, file: Path, *names: str) -> list[Call]:
        return [call for call in self.calls if call.name in names and call.target == str(file)]


def calls(text: str):
    """Parses the calls of a trace. An interrupted call occupies two lines."""
    begun: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(text.splitlines()):
        thread, call = LINE.fullmatch(line).group("thread", "call")
        began = number
        if resumed := RESUMED.match(call):
            began, beginning = begun.pop(thread)
            call = beginning + call[resumed.end() :]
        if call.endswith(UNFINISHED):
            begun[thread] = (number, call.removesuffix(UNFINISHED))
        elif found := CALL.match(call):
            name, target, arguments, result = found.group("name", "target", "arguments", "result")
            yield Call(name, target, arguments, int(result), began, number)
