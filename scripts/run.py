"""`make run`: runs a manager and the example website with demo data, and prints instructions for a login."""

import shutil
import signal
import socket
import sys
from pathlib import Path

from stage.processes import PROGRAMS, REPOSITORY, ProcessFailure, end_by_exception
from stage.scene import Scene

FOLDER = REPOSITORY / ".build" / "run"
MANAGER_PORT, WEBSITE_PORT = 8080, 8090

CONFIGURATION = ("surfaces: [account, console, authenticator]",)
SETTINGS = "settings:\n  operator:\n    name: Example Inc.\n"

INSTRUCTIONS = """
  Website   {website}
  Account   {issuer}/account
  Console   {issuer}/console, for administrators
  Manager   {issuer}/.well-known/openid-configuration

Ada is a customer of the website, and Grace administers the manager. Each has an invitation, which works once, with
the activation PIN {pin}.

Ada, with nothing but a browser, which becomes her authenticator:

  1. Open the invitation, type the activation PIN, and choose a new PIN.
       {link}
  2. In the same browser, open {website} and click “Log in”, then the link below the QR code.
     Press “Log in” there, and type your new PIN. The website greets you.

Grace, with `xign`, the authenticator for the terminal. A browser is not enough for the console. In a second terminal:

  cd {folder}
  export PATH={programs}:$PATH XIGN_HOME=grace
  xign trust key-material.json
     Compare the words: {fingerprint}
  xign activate grace.png
     Type the activation PIN, then choose a new PIN.

Then log in as Grace:

  1. Open {issuer}/console and click “Log in with your device”.
  2. Copy the address of the link below the QR code, and type:
       xign login 'LINK'
     Or take a screenshot of the QR code, and within 20 seconds:
       xign login SCREENSHOT.png
  3. Answer y, and type your new PIN. With a link, `xign` opens the browser or shows the address to open in it.
     With a screenshot, the browser continues by itself.
  4. Find the account ada. You confirm what you change there in the same way.

To be Ada in the terminal, too: export XIGN_HOME=ada, trust key-material.json, activate ada.png in place of opening the
link above, and log in at the website.

See the manager's audit log:  xignin-manager audit list --data data

Ctrl-C ends everything. The next `make run` starts with new data.
"""


def require_free_port(port: int) -> None:
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", port))
        except OSError:
            raise ProcessFailure(
                f"Port {port} is in use, perhaps by another `make run`: ss -ltnp | grep {port}"
            ) from None


def main() -> None:
    end_by_exception()
    for port in (MANAGER_PORT, WEBSITE_PORT):
        require_free_port(port)
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with Scene(
        FOLDER,
        manager_port=MANAGER_PORT,
        website_port=WEBSITE_PORT,
        settings=SETTINGS,
        attributes=True,
        administrator="grace",
        configuration=CONFIGURATION,
    ) as scene:
        activation = scene.manager.invite("ada")
        key_material = scene.manager.key_material()
        here = Path.cwd()
        print(
            INSTRUCTIONS.format(
                website=scene.website.url,
                issuer=scene.manager.issuer,
                pin=activation.pin,
                link=activation.link,
                fingerprint=key_material.fingerprint,
                folder=FOLDER.relative_to(here) if FOLDER.is_relative_to(here) else FOLDER,
                programs=PROGRAMS,
            ),
            flush=True,
        )
        signal.pause()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        print()
    except ProcessFailure as failure:
        sys.exit(f"The start failed. {failure}")
