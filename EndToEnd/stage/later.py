"""Programs whose clock is ahead, by Debian's `faketime`."""

from pathlib import Path

LIBRARIES = Path("/usr/lib")


def variables(minutes: int) -> dict[str, str]:
    """The environment of a program that believes to run so many minutes later."""
    [library] = LIBRARIES.glob("*/faketime/libfaketimeMT.so.1")
    return {"LD_PRELOAD": str(library), "FAKETIME": f"+{minutes}m"}
