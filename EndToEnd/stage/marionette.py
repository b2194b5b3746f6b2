"""The way from Selenium to Firefox: Firefox speaks Marionette, the protocol of WebDriver over a connection of its own.

Debian has no `geckodriver`, which does this otherwise.
"""

import json
import socket

from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.remote_connection import RemoteConnection

COMMANDS = {
    Command.NEW_SESSION: "WebDriver:NewSession",
    Command.QUIT: "Marionette:Quit",
    Command.GET: "WebDriver:Navigate",
    Command.REFRESH: "WebDriver:Refresh",
    Command.GO_BACK: "WebDriver:Back",
    Command.GET_CURRENT_URL: "WebDriver:GetCurrentURL",
    Command.GET_TITLE: "WebDriver:GetTitle",
    Command.GET_PAGE_SOURCE: "WebDriver:GetPageSource",
    Command.FIND_ELEMENT: "WebDriver:FindElement",
    Command.FIND_ELEMENTS: "WebDriver:FindElements",
    Command.CLICK_ELEMENT: "WebDriver:ElementClick",
    Command.CLEAR_ELEMENT: "WebDriver:ElementClear",
    Command.SEND_KEYS_TO_ELEMENT: "WebDriver:ElementSendKeys",
    Command.GET_ELEMENT_TEXT: "WebDriver:GetElementText",
    Command.GET_ELEMENT_TAG_NAME: "WebDriver:GetElementTagName",
    Command.GET_ELEMENT_PROPERTY: "WebDriver:GetElementProperty",
    Command.GET_ELEMENT_RECT: "WebDriver:GetElementRect",
    Command.GET_ELEMENT_ARIA_LABEL: "WebDriver:GetComputedLabel",
    Command.W3C_EXECUTE_SCRIPT: "WebDriver:ExecuteScript",
    Command.W3C_GET_ACTIVE_ELEMENT: "WebDriver:GetActiveElement",
    Command.GET_ALL_COOKIES: "WebDriver:GetCookies",
    Command.SCREENSHOT: "WebDriver:TakeScreenshot",
}
# Parameters that the protocols do not share.
ADDED = {Command.QUIT: {"flags": ["eForceQuit"]}, Command.SCREENSHOT: {"full": False}}


class Marionette(RemoteConnection):
    """Answers Selenium's commands by those of one Firefox."""

    def __init__(self, port: int, seconds: float = 60):
        super().__init__(client_config=ClientConfig(f"http://127.0.0.1:{port}"))
        self.connection = socket.create_connection(("127.0.0.1", port), timeout=seconds)
        self.answers = self.connection.makefile("rb")
        self.number = 0
        self.read()

    def execute(self, command: str, params: dict | None) -> dict:
        given = {name: value for name, value in (params or {}).items() if name != "sessionId"}
        error, result = self.send(COMMANDS[command], given | ADDED.get(command, {}))
        if error:
            return {"status": 500, "value": json.dumps({"value": error})}
        return {"value": result["value"] if isinstance(result, dict) and set(result) == {"value"} else result}

    def send(self, name: str, parameters: dict) -> tuple[dict | None, object]:
        """Sends a command. Returns its error, or its result."""
        self.number += 1
        content = json.dumps([0, self.number, name, parameters]).encode()
        self.connection.sendall(b"%d:%s" % (len(content), content))
        _, number, error, result = self.read()
        assert number == self.number, f"{name}: the answer to command {number} instead of {self.number}"
        return error, result

    def read(self) -> list | dict:
        """Reads a message: its length, a colon, JSON."""
        length = b""
        while (digit := self.answers.read(1)) not in (b":", b""):
            length += digit
        if not length:
            raise ConnectionError("Firefox has ended")
        return json.loads(self.answers.read(int(length)))

    def close(self) -> None:
        self.connection.close()
