"""A TPM 2.0 in software (swtpm), with its state in a folder."""

import socket
from pathlib import Path

from .processes import Process, run_or_fail


class SoftwareTPM:
    """A TPM that runs until `stop`. Who opens its sockets uses it, as with the device file of a chip."""

    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir()
        self.start()

    def __enter__(self) -> "SoftwareTPM":
        return self

    def __exit__(self, *_) -> None:
        self.stop()

    @property
    def address(self) -> str:
        """The address for tpm2-tss."""
        return f"swtpm:path={self.socket}"

    @property
    def socket(self) -> Path:
        return self.folder / "socket"

    @property
    def control_socket(self) -> Path:
        """tpm2-tss derives this path."""
        return self.folder / "socket.ctrl"

    def start(self) -> None:
        """Switches the TPM on, with the state that it had."""
        self.process = Process(
            [
                *("swtpm", "socket", "--tpm2", "--tpmstate", f"dir={self.folder}"),
                *("--server", f"type=unixio,path={self.socket}", "--ctrl", f"type=unixio,path={self.control_socket}"),
                *("--flags", "not-need-init,startup-clear"),
            ],
            self.folder / "swtpm.log",
        )
        self.process.wait_until(lambda: all(map(is_listening, (self.socket, self.control_socket))))

    def stop(self) -> None:
        """Switches the TPM off."""
        self.process.stop()
        for path in (self.socket, self.control_socket):
            path.unlink(missing_ok=True)

    def restart(self) -> None:
        self.stop()
        self.start()

    def replace(self) -> None:
        """Replaces the chip by a new one at the same address. `bring_back` undoes it."""
        self.stop()
        self.state.rename(self.folder / "removed")
        self.start()

    def bring_back(self) -> None:
        self.stop()
        (self.folder / "removed").rename(self.state)
        self.start()

    def run(self, command: str) -> str:
        """Runs a command of tpm2-tools, as an administrator of the machine does."""
        return run_or_fail("env", f"--chdir={self.folder}", f"TPM2TOOLS_TCTI={self.address}", "sh", "-c", command)

    @property
    def state(self) -> Path:
        return self.folder / "tpm2-00.permall"


def is_listening(path: Path) -> bool:
    """The file of a socket exists before the program listens."""
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(str(path)) == 0
