"""`user letters`: both files are printed by a browser, and devices scan codes from the paper.

`XIGN_TEST_LETTERS=2000` takes the number of people that a school or a company has.
"""

import base64
import os
import re
import resource
from html import unescape
from pathlib import Path

import pytest
from stage.authenticator import Authenticator
from stage.browser import Browser
from stage.declarations import SHOP
from stage.manager import PROGRAM, Activation, Manager
from stage.processes import run_or_fail

COUNT = int(os.environ.get("XIGN_TEST_LETTERS", "12"))
SCANNED = 5
CPU_SECONDS_OF_2000 = 480


@pytest.fixture
def manager(tmp_path, database):
    manager = Manager(tmp_path, database=database)
    manager.apply(SHOP)
    people = tmp_path / "people.csv"
    lines = [f"person{number:04},{'de' if number % 2 else 'en'}" for number in range(COUNT)]
    people.write_text("\n".join(["name,language", *lines, ""]))
    manager.command("people", "import", people, "--organization", "Example Inc.")
    manager.start()
    yield manager
    manager.stop()


def letters(manager: Manager, folder: Path) -> tuple[Path, Path]:
    files = (folder / "codes.html", folder / "pins.html")
    # Longer than the limit of other commands: the PINs are stretched.
    printed = run_or_fail(
        PROGRAM, "user", "letters", "--organization", "Example Inc.", "--valid", "21d", "--codes", files[0],
        "--pins", files[1], "--data", manager.data, seconds=1200,
    )  # fmt: skip
    assert f"Wrote the letters of {COUNT} people." in printed
    return files


def names(file: Path) -> list[str]:
    return [unescape(name) for name in re.findall("<h1>[^<]*<bdi>([^<]+)</bdi>", file.read_text())]


def pages(browser: Browser, file: Path) -> int:
    """The number of pages of the printed file."""
    browser.open(file.as_uri())
    printed = base64.b64decode(browser.devtools("Page.printToPDF", preferCSSPageSize=True)["data"])
    return len(re.findall(rb"/Type\s*/Page\b", printed))


def test_each_letter_is_a_page_and_its_code_connects_a_device_that_scans_it(manager, tmp_path):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    codes, pins = letters(manager, tmp_path)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if COUNT >= 2000:
        assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < CPU_SECONDS_OF_2000 * COUNT / 2000
    people = [f"person{number:04}" for number in range(COUNT)]
    assert names(codes) == people
    assert names(pins) == people
    drawn = re.findall(r"<code>(\d{8})</code>", pins.read_text())
    assert len(set(drawn)) == COUNT

    folder = tmp_path / "browser"
    folder.mkdir()
    browser = Browser(folder)
    try:
        assert pages(browser, pins) == COUNT
        assert pages(browser, codes) == COUNT
        shown = browser.find_all(".code")
        for number in range(0, COUNT, max(1, COUNT // SCANNED)):
            browser.scroll_to(shown[number])
            picture = browser.screenshot(tmp_path / f"{people[number]}.png")
            device = Authenticator(tmp_path / people[number])
            device.trust(manager.key_material())
            device.activate(Activation(picture, drawn[number], ""))
            assert "active" in manager.command("device", "list", people[number])
    finally:
        browser.stop()
