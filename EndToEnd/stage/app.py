"""A person's device with an app of its own: XignSDK with a biometric factor, driven step by step."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from .manager import KeyMaterial
from .processes import PROGRAMS, REPOSITORY, ending_with_parent

COMMANDS = {
    "Swift": [PROGRAMS / "TestApp"],
    "Kotlin": [sys.executable, REPOSITORY / "scripts" / "kotlin.py", "app"],
}
"""The commands that run an app, by the language of its SDK."""


class AppRefusal(Exception):
    """The SDK threw an error. `code` is its code."""

    def __init__(self, code: str, message: str):
        super().__init__(f"{code}: {message}")
        self.code = code


class App:
    """A running app. `pin` is the PIN that its owner has chosen."""

    def __init__(
        self,
        home: Path,
        key_material: KeyMaterial,
        pin: str = "735198",
        *,
        services: Sequence[Path] = (),
        variables: dict[str, str] | None = None,
        language: str = "Swift",
    ):
        """
        `services` are the service configurations of the app, and `variables` are added to its environment. `language`
        is that of its SDK.
        """
        self.home = home
        self.language = language
        self.services = services
        self.variables = variables or {}
        self.key_material = key_material
        self.pin = pin
        self.factors: list[str] = []
        """The factors of the activation, as the app knew them after the last step."""
        self.start()

    def start(self, under: Callable[..., list] = lambda *command: [*command]) -> None:
        """Starts the app. `under` adds another program before its command."""
        self.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        command = under(*COMMANDS[self.language], self.home, self.key_material.file, *self.services)
        self.child = subprocess.Popen(
            ending_with_parent(*command),
            env=os.environ | self.variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def stop(self) -> None:
        if self.child.poll() is None:
            self.child.communicate()

    def kill(self) -> None:
        """Kills the app. Any thread may call it: another one may read its answer, and start the app again at once."""
        child = self.child
        child.kill()
        child.wait()

    def begin(self, name: str, **values) -> None:
        """Begins a step. The answer is read with `answer`."""
        self.child.stdin.write(json.dumps({"name": name} | values) + "\n")
        self.child.stdin.flush()

    def answer(self) -> dict:
        line = self.child.stdout.readline()
        if not line:
            raise AppRefusal("ended", "the app was killed, or failed")
        answer = json.loads(line)
        self.factors = answer.get("factors", [])
        if "error" in answer:
            raise AppRefusal(answer["error"], answer.get("message", ""))
        return answer

    def step(self, name: str, **values) -> dict:
        """Performs a step (`Step.swift`), and returns the answer. Raises `AppRefusal` for an error of the SDK."""
        self.begin(name, **values)
        return self.answer()

    def refusal(self, name: str, **values) -> str:
        """Performs a step that the SDK must refuse, and returns the code of its error."""
        try:
            answer = self.step(name, **values)
        except AppRefusal as refusal:
            return refusal.code
        raise AssertionError(f"{name} was not refused: {answer}")

    def activate(self, code: str, pin: str, **values) -> None:
        """Activates the app with a scanned code and its PIN."""
        assert self.step("open", code=code, pin=pin, newPin=self.pin, **values)["result"] == "personalize"

    def authenticate(self, **values) -> str:
        """Authenticates what was begun, by default with device and PIN. Returns the name of the result."""
        return self.step("authenticate", **({"pin": self.pin} | values))["result"]

    def confirm(self, process: str, **values) -> None:
        """Begins a process and authenticates it."""
        self.step("start", process=process, **values)
        self.authenticate()

    def login(self, code: str, **values) -> str:
        """Scans a login's code and authenticates. Returns the name of the result."""
        self.step("start", code=code)
        return self.authenticate(**values)
