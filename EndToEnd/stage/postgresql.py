"""A PostgreSQL cluster of our own, on a socket in a folder; the system's is left alone."""

import os
import shutil
import signal
from pathlib import Path

from .processes import Process, ending_with_parent, run, run_or_fail

# PostgreSQL refuses to run as root.
USER = "postgres" if os.geteuid() == 0 else None


def programs() -> Path:
    """Where the newest installed PostgreSQL has its programs."""
    return max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))


class PostgreSQL:
    """A cluster that lives as long as the tests. Everybody on this machine who can reach the folder may connect."""

    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir(parents=True)
        if USER:
            shutil.chown(folder, USER)
        self.as_user(programs() / "initdb", "--pgdata", folder / "data", "--auth=trust", "--username=xign", "--no-sync")
        self.process = Process(
            [
                *(programs() / "postgres", "-D", folder / "data"),
                *("-c", "listen_addresses=", "-c", f"unix_socket_directories={folder}", "-c", "fsync=off"),
            ],
            folder.parent / "postgresql.log",
            user=USER,
            stop_signal=signal.SIGINT,
        )
        self.process.wait_until(lambda: run(programs() / "pg_isready", "--host", folder).returncode == 0)
        self.databases = 0

    def as_user(self, *command) -> str:
        return run_or_fail(*(ending_with_parent(*command, user=USER) if USER else command))

    def new_database(self) -> str:
        """Makes an empty database. Its URL."""
        self.databases += 1
        name = f"xign{self.databases}"
        run_or_fail(programs() / "createdb", "--host", self.folder, "--username=xign", name)
        return f"postgresql:///{name}?host={self.folder}&user=xign"

    def stop(self) -> None:
        self.process.stop()
