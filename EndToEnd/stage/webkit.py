"""WebKitGTK's MiniBrowser, in a window of a screen that nobody sees.

The pictures are those of the screen: WebKitGTK's driver takes none. A window manager gives windows their sizes.
"""

import random
import re
import struct
import zlib
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.options import Options

from .browser import Window, is_listening
from .driven_browser import DrivenBrowser
from .processes import Process, free_port, wait_until

# Room for the largest window of a test, and for a contact sheet.
SCREEN_WIDTH, SCREEN_HEIGHT = 2000, 4000
# Without `setpriv`, MiniBrowser would outlive its driver.
LAUNCHER = """#!/bin/sh
exec setpriv --pdeathsig=KILL -- {program} "$@"
"""
# Windows are at the corner of the screen, without a frame.
WINDOW_MANAGER = """<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc"><applications><application class="*">
<decor>no</decor><focus>yes</focus><position force="yes"><x>0</x><y>0</y></position>
</application></applications>
<theme><keepBorder>no</keepBorder></theme></openbox_config>
"""
# The toolbar would keep the window wider than a phone.
NARROW_TOOLBAR = "* { padding: 0; margin: 0; min-width: 0; border-width: 0; font-size: 1px; }"

# Two pixels that tell the picture of the page as it is now from an older one: the page comes to the screen later.
MARK = """
(() => {
  const mark = document.createElement("div");
  mark.id = "mark-of-picture";
  Object.assign(mark.style, {
    position: "fixed", left: 0, top: 0, width: "2px", height: "1px", zIndex: 99, background: "#COLOUR",
  });
  document.documentElement.append(mark);
})()
"""


class WebKit(DrivenBrowser):
    """One person's MiniBrowser. It stores nothing longer than it runs."""

    # An answer that a page takes with it when it is left.
    passing_errors = ("does not belong to the document", "before the unload event")

    def start(self) -> None:
        home = self.folder / "webkit"
        (home / ".config/gtk-3.0").mkdir(parents=True, exist_ok=True)
        (home / ".config/gtk-3.0/gtk.css").write_text(NARROW_TOOLBAR)
        (home / "openbox.xml").write_text(WINDOW_MANAGER)
        launcher = home / "minibrowser"
        launcher.write_text(LAUNCHER.format(program=minibrowser()))
        launcher.chmod(0o700)
        self.screen = Screen(home)
        environment = {"HOME": str(home), "DISPLAY": self.screen.display, "WAYLAND_DISPLAY": ""}
        self.manager = Process(
            ["openbox", "--config-file", home / "openbox.xml"], home / "openbox.log", environment=environment
        )
        port = free_port()
        self.process = Process(["WebKitWebDriver", f"--port={port}"], home / "driver.log", environment=environment)
        self.process.wait_until(lambda: is_listening(port))
        options = Options()
        options.binary_location = str(launcher)
        options.add_argument("--automation")
        driver = RemoteConnection(client_config=ClientConfig(f"http://127.0.0.1:{port}"))
        self.driver = webdriver.Remote(driver, options=options)
        self.waiting = self.patience()

    def resize(self, window: Window) -> None:
        width, height = self.evaluate("[outerWidth - innerWidth, outerHeight - innerHeight]")
        self.driver.set_window_rect(x=0, y=0, width=window.width + width, height=window.height + height)
        wait_until(lambda: self.evaluate("[innerWidth, innerHeight]") == [window.width, window.height])

    def ask_for_language(self, language: str) -> None:
        """Does nothing: WebKitGTK asks for the system's language, which is English here."""
        assert language == "en", language

    def forget(self) -> None:
        """Deletes the cookies of the page's host, and leaves the page."""
        self.driver.delete_all_cookies()
        self.open("about:blank")

    def screenshot(self, path: Path) -> Path:
        width, height, top = self.evaluate("[innerWidth, innerHeight, outerHeight - innerHeight]")
        mark = random.randbytes(3)
        self.evaluate(MARK.replace("COLOUR", mark.hex()))
        path.write_bytes(png(self.screen.rows(top, width, height, mark), width, height))
        self.evaluate("document.querySelector('#mark-of-picture').remove()")
        return path

    def stop(self) -> None:
        try:
            super().stop()
        finally:
            self.manager.stop()
            self.screen.stop()


def minibrowser() -> Path:
    """Debian has it in the library's folder."""
    return next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"))


class Screen:
    """A screen in memory, of which pictures are read."""

    def __init__(self, folder: Path):
        self.pixels = folder / "Xvfb_screen0"
        log = folder / "screen.log"
        log.unlink(missing_ok=True)
        size = f"{SCREEN_WIDTH}x{SCREEN_HEIGHT}x24"
        # The number of the display is written to the log: the server chooses a free one.
        self.process = Process(
            ["Xvfb", "-nocursor", "-displayfd", "1", "-screen", "0", size, "-fbdir", folder, "-nolisten", "tcp"], log
        )
        # The log also names the displays of others, but not as numbers alone.
        number = re.compile(r"^(\d+)\n", re.MULTILINE)
        self.process.wait_until(lambda: number.search(log.read_text()))
        self.display = f":{number.search(log.read_text())[1]}"

    def rows(self, top: int, width: int, height: int, mark: bytes) -> list[bytes]:
        """Reads the part of the screen below `top` once it begins with a mark, and no longer changes."""
        rows: list[bytes] = []

        def is_there() -> bool:
            nonlocal rows
            before, rows = rows, self._rows(top, width, height)
            return rows[0].startswith(mark * 2) and rows == before

        wait_until(is_there)
        return rows

    def _rows(self, top: int, width: int, height: int) -> list[bytes]:
        """Reads the red, green and blue of each pixel, in rows. The file is a dump of X11 (XWDFile.h)."""
        rows = []
        with self.pixels.open("rb") as dump:
            header = struct.unpack(">25I", dump.read(100))
            line_length, colours = header[12], header[19]
            dump.seek(header[0] + 12 * colours + top * line_length)
            for _ in range(height):
                line, row = dump.read(line_length), bytearray(3 * width)
                row[0::3], row[1::3], row[2::3] = (line[first : 4 * width : 4] for first in (2, 1, 0))
                rows.append(bytes(row))
        return rows

    def stop(self) -> None:
        self.process.stop()


def png(rows: list[bytes], width: int, height: int) -> bytes:
    """Makes a PNG file of rows of red, green and blue."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        checked = kind + content
        return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 6)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
