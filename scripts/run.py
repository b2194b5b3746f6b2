"""`make run`: manager and example website stay up with demo data, and the terminal says what to click and type."""

import shutil
import signal
import socket
import sys
from pathlib import Path

from stage.processes import PROGRAMS, REPOSITORY, ProcessFailure, end_by_exception
from stage.scene import Scene

FOLDER = REPOSITORY / ".build" / "run"
MANAGER_PORT, WEBSITE_PORT = 8080, 8090

INSTRUCTIONS = """
  Website   {website}
  Manager   {issuer}/.well-known/openid-configuration

Once, in a second terminal: turn `xign` into Ada's authenticator. Her activation PIN is {pin}; choose a PIN of your own.

  cd {folder}
  {xign} --home ada trust key-material.json
     shows words to compare: {fingerprint}
  {xign} --home ada activate ada.png

Then log in, as often as you like:

  1. Open {website} and click “Log in”.
  2. Either copy the address of “Open in app”, below the QR code, and then:
       {xign} --home ada login 'LINK'
     or take a screenshot of the QR code, and within 20 seconds:
       {xign} --home ada login SCREENSHOT.png
  3. Agree, and type your PIN. After a link, open in the same browser the address that `xign` tells; after a
     screenshot the browser goes on by itself.

Look behind the curtain:  {manager} audit list --data data

Ctrl-C ends it all. The next `make run` begins afresh.
"""


def require_free_port(port: int) -> None:
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", port))
        except OSError:
            raise ProcessFailure(
                f"Port {port} is taken: is another `make run` up? Else: ss -ltnp | grep {port}"
            ) from None


def main() -> None:
    end_by_exception()
    for port in (MANAGER_PORT, WEBSITE_PORT):
        require_free_port(port)
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with Scene(FOLDER, manager_port=MANAGER_PORT, website_port=WEBSITE_PORT, attributes=True) as scene:
        activation = scene.manager.invite("ada")
        key_material = scene.manager.key_material()
        here = Path.cwd()
        print(
            INSTRUCTIONS.format(
                website=scene.website.url,
                issuer=scene.manager.issuer,
                pin=activation.pin,
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
        sys.exit(f"It could not start. {failure}")
