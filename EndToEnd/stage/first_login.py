"""The end of `docs/install.md`: a website, a person, a device, and their first login."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from . import runbook
from .authenticator import Authenticator
from .processes import run_or_fail
from .relying_party import RelyingParty

MANUAL = "docs/install.md"
CALLBACK = "https://shop.example.org/callback"


@dataclass(frozen=True)
class Handout:
    """The words that an operator reads on the screen, for the website and for the person."""

    client_id: str
    client_secret: str
    fingerprint: str
    link: str
    pin: str

    @classmethod
    def read(cls, typed: Callable[[str], str], command: str = "xignin-manager") -> "Handout":
        """Types what the manual says.

        - typed: runs a block on the operator's machine, and returns what it shows.
        - command: what the manual has there in place of `xignin-manager`.
        """
        assert f"`{command}`" in runbook.text(MANUAL)
        blocks = [
            re.sub("^xignin-manager", command, block, flags=re.MULTILINE)
            for block in runbook.blocks(MANUAL, "The first login")
        ]
        website, person = (typed(block) for block in blocks)
        shown = dict(re.findall(r"\b(Client id|Client secret|Link|PIN): +(\S+)", website + person))
        fingerprint = person.splitlines()[0]
        return cls(shown["Client id"], shown["Client secret"], fingerprint, shown["Link"], shown["PIN"])


def first_login(handout: Handout, issuer: str, device: Authenticator) -> None:
    """Activates the device, and logs the person in at the website."""
    run_or_fail(*device.command("trust", issuer, "--fingerprint", handout.fingerprint))
    pins = f"{handout.pin}\n{device.pin}\n"
    run_or_fail(*device.command("activate", handout.link, "--pin-stdin"), input=pins)
    website = RelyingParty(issuer, handout.client_id, handout.client_secret, CALLBACK)
    assert website.user_info(website.log_in(device)).json()["sub"]
