"""The Kotlin listings of the guides, as the sources of one package: each guide becomes a file."""

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GUIDES = ROOT / "Kotlin" / "guides"
LISTING = re.compile(r"^```kotlin\n(.*?)^```$", re.MULTILINE | re.DOTALL)

HEADER = """\
package guides

import android.content.Context
import java.io.File
import java.net.URL
import java.time.Instant
import org.xign.sdk.*
import org.xign.sdk.android.AndroidPlatform
import org.xign.sdk.jvm.JvmPlatform
import org.xign.sdk.testing.*
"""


def source(guide: str) -> str:
    """The source of a guide, whose listings have the lines of the guide, so that an error names its place."""
    lines = guide.splitlines()
    is_listing = False
    for number, line in enumerate(lines):
        is_fence = line.startswith("```")
        if is_fence:
            is_listing = line == "```kotlin"
        if is_fence or not is_listing:
            lines[number] = ""
    # A guide begins with its title and a sentence: there is room for the header in its first line.
    return "; ".join(HEADER.split("\n")).replace("; ; ", "; ").rstrip("; ") + "\n" + "\n".join(lines[1:]) + "\n"


def write(folder: Path) -> Path:
    """Writes the sources into a folder, which is emptied before."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path in sorted(GUIDES.glob("*.md")):
        text = path.read_text()
        if LISTING.search(text):
            (folder / f"{path.stem}.kt").write_text(source(text))
    return folder
