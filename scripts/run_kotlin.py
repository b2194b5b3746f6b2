"""`make run-kotlin`: the desktop sample of the Kotlin SDK beside the manager of `make run`."""

import os
import sys

import kotlin_packages
from stage.processes import REPOSITORY

FOLDER = REPOSITORY / ".build" / "run"

INSTRUCTIONS = """
The desktop sample of XignSDK for Kotlin. Its activation and keys are in {device}.

  1. Paste the invitation of Ada, which `make run` has printed, and type the activation PIN. Choose a new PIN.
  2. Open the website in a browser, click "Log in", and copy the address of the link below the QR code. Paste it here.
  3. Type the new PIN, and open the address that is printed then in the same browser.
"""


def main() -> None:
    key_material = FOLDER / "key-material.json"
    if not key_material.exists():
        sys.exit("Start `make run` in another terminal first.")
    device = FOLDER / "kotlin"
    print(INSTRUCTIONS.format(device=device.relative_to(REPOSITORY)), flush=True)
    command = kotlin_packages.sample_command()
    os.execvp(command[0], [*command, str(key_material), str(device)])


if __name__ == "__main__":
    main()
