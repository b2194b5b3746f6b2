"""A person at a terminal, who reads a program's output and types."""

import codecs
import contextlib
import os
import pty
import select
import signal
import termios
import time


class Terminal:
    """A program on its own terminal, which is its controlling terminal."""

    def __init__(self, *command, is_plain: bool = True, window: tuple[int, int] | None = None):
        """Unless `is_plain`, the program may use bold letters. `window` is its size: lines, columns."""
        self.shown = ""
        # A read may end within a character.
        self.decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            if window:
                termios.tcsetwinsize(0, window)
            if is_plain:
                os.environ["NO_COLOR"] = "1"
            else:
                os.environ["TERM"] = "xterm"
            os.execvp(command[0], [str(word) for word in command])

    def expect(self, text: str, seconds: float = 30) -> str:
        """Waits until the text is shown. Returns the output since the last call."""
        deadline = time.monotonic() + seconds
        while text not in self.shown:
            if not self._read(deadline - time.monotonic()):
                raise AssertionError(f"{text!r} is not shown, but:\n{self.shown}")
        before, _, self.shown = self.shown.partition(text)
        return before + text

    def type(self, line: str) -> None:
        os.write(self.terminal, f"{line}\n".encode())

    def wait(self, seconds: float = 30) -> int:
        """Waits for the end of the program, and returns its exit status. The last output is in `shown`."""
        deadline = time.monotonic() + seconds
        while self._read(deadline - time.monotonic()):
            pass
        if time.monotonic() > deadline:
            os.kill(self.child, signal.SIGKILL)
        _, status = os.waitpid(self.child, 0)
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(status)

    def _read(self, seconds: float) -> bool:
        """Reads output. Returns False at the end of the program or of the time."""
        if not select.select([self.terminal], [], [], max(seconds, 0))[0]:
            return False
        # Linux reports the end of the last program on a terminal as an error.
        with contextlib.suppress(OSError):
            content = os.read(self.terminal, 4096)
            self.shown = (self.shown + self.decoder.decode(content)).replace("\r\n", "\n")
            return bool(content)
        return False
