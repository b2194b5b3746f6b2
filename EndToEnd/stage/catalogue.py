"""The names and limits of the protocol, as XignProtocol has them."""

import json
import subprocess
from functools import cache

from .processes import PROGRAMS


@cache
def catalogue() -> dict:
    """Returns the `operations`, `attributes`, `textLimits` and `addressPartLimit`."""
    judge = subprocess.run([PROGRAMS / "ProtocolJudge", "catalogue"], text=True, capture_output=True, check=True)
    return json.loads(judge.stdout)
