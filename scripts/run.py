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

CONFIGURATION = ("surfaces: [account, authenticator]",)

INSTRUCTIONS = """
  Website   {website}
  Account   {issuer}/account
  Manager   {issuer}/.well-known/openid-configuration

Ada has an invitation, with the activation PIN {pin}. Use it once, in one of these ways.

With nothing but a browser, which becomes her authenticator:

  1. Open the invitation, type the activation PIN, and choose a new PIN.
       {link}
  2. In the same browser, open {website} and click “Log in”, then “Open in app” below the QR code.
     Press “Log in” there, and type your new PIN. The website greets you.

Or with `xign`, the authenticator for the terminal. Once, in a second terminal:

  cd {folder}
  {xign} --home ada trust key-material.json
     Compare the words: {fingerprint}
  {xign} --home ada activate ada.png
     Type the activation PIN, then choose a new PIN.

Then log in, as often as you like:

  1. Open {website} and click “Log in”.
  2. Either copy the link “Open in app” below the QR code:
       {xign} --home ada login 'LINK'
     or take a screenshot of the QR code, and within 20 seconds:
       {xign} --home ada login SCREENSHOT.png
  3. Answer y, and type your new PIN. With a screenshot, the browser continues by itself. With a link, `xign` opens
     the browser or shows the address to open in it.

See the manager's audit log:  {manager} audit list --data data

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
        FOLDER, manager_port=MANAGER_PORT, website_port=WEBSITE_PORT, attributes=True, configuration=CONFIGURATION
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
                xign=PROGRAMS / "xign",
                manager=PROGRAMS / "xignin-manager",
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
