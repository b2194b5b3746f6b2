"""A camera that finds the QR code in a picture, by the reader of `xign`."""

import subprocess
from pathlib import Path

from .authenticator import PROGRAM

# By this name, `xign` reads a picture from its standard input in a sandbox, and does nothing else.
READER = "xign-picture-reader"


def read_code(picture: Path) -> str:
    """Returns the text of the only QR code in a picture."""
    answer = subprocess.run(
        [READER], executable=PROGRAM, input=picture.read_bytes(), capture_output=True, timeout=30, check=True
    ).stdout.decode()
    assert answer.startswith("t"), f"{picture}: {answer}"
    return answer.removeprefix("t")
