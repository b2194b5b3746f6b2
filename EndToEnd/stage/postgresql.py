"""A PostgreSQL cluster for the tests, on a socket in a folder."""

import contextlib
import json
import os
import shutil
import signal
from pathlib import Path

from .processes import Process, ending_with_parent, run, run_or_fail, wait_until

# PostgreSQL refuses to run as root.
USER = "postgres" if os.geteuid() == 0 else None


def programs() -> Path:
    """The folder with the programs of the newest installed PostgreSQL."""
    return max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))


class PostgreSQL:
    """A cluster that lives as long as the tests. Every local user with access to the folder may connect."""

    settings = ("fsync=off",)

    def __init__(self, folder: Path, *, address: str = ""):
        """`address` is one to listen at besides the socket, at the port that PGPORT names."""
        self.folder = folder
        self.address = address
        folder.mkdir(parents=True)
        if USER:
            shutil.chown(folder, USER)
        self.make()
        self.databases = 0
        self.start()

    def make(self) -> None:
        data = self.folder / "data"
        self.as_user(programs() / "initdb", "--pgdata", data, "--auth=trust", "--username=xign", "--no-sync")

    def start(self) -> None:
        self.process = Process(
            [
                *(programs() / "postgres", "-D", self.folder / "data"),
                *("-c", f"listen_addresses={self.address}", "-c", f"unix_socket_directories={self.folder}"),
                *(argument for setting in self.settings for argument in ("-c", setting)),
            ],
            self.folder.parent / "postgresql.log",
            user=USER,
            stop_signal=signal.SIGINT,
        )
        self.process.wait_until(lambda: run(programs() / "pg_isready", "--host", self.folder).returncode == 0)

    def as_user(self, *command) -> str:
        return run_or_fail(*(ending_with_parent(*command, user=USER) if USER else command))

    def new_database(self) -> str:
        """Creates an empty database, and returns its URL."""
        self.databases += 1
        name = f"xign{self.databases}"
        run_or_fail(programs() / "createdb", "--host", self.folder, "--username=xign", name)
        # PostgreSQL's own programs read the variable, and the manager does not.
        port = f"&port={os.environ['PGPORT']}" if "PGPORT" in os.environ else ""
        return f"postgresql:///{name}?host={self.folder}&user=xign{port}"

    def run(self, *statements: str) -> None:
        """Runs statements one by one as the server's administrator."""
        commands = [f"--command={statement}" for statement in statements]
        run_or_fail(programs() / "psql", "--host", self.folder, "--username=xign", *commands, "postgres")

    def rows(self, statement: str) -> list[tuple]:
        """Runs a query as the server's administrator, and returns the rows."""
        return rows(f"postgresql:///postgres?host={self.folder}&user=xign", statement)

    def wait_for(self, statement: str) -> None:
        """Waits until a query returns a row."""
        wait_until(lambda: self.rows(statement))

    def kill(self) -> None:
        """Kills the server with each of its processes, as a power failure of its machine does.

        Returns when all have ended: a server does not start while a process of the former one has its memory.
        """
        killed = self.signal(signal.SIGKILL)
        self.process.stop()
        wait_until(lambda: not any(Path(f"/proc/{process}").exists() for process in killed))

    def signal(self, number: signal.Signals) -> list[int]:
        """Sends a signal to the server and to each of its processes, which have their own sessions.

        Returns the processes.
        """
        processes = [self.process.child.pid, *self.children()]
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)
        return processes

    def cpu(self) -> float:
        """The CPU seconds of all processes of the server, also of those that have ended."""
        while True:
            children, ticks = self.children(), sum(ticks_of(self.process.child.pid))
            # A child that ends in between is looked for again: the server then has its time.
            with contextlib.suppress(FileNotFoundError):
                ticks += sum(sum(ticks_of(child)[:2]) for child in children)
                if children == self.children():
                    return ticks / os.sysconf("SC_CLK_TCK")

    def children(self) -> list[int]:
        server = self.process.child.pid
        return [int(child) for child in Path(f"/proc/{server}/task/{server}/children").read_text().split()]

    def stop(self) -> None:
        self.process.stop()


class DurablePostgreSQL(PostgreSQL):
    """A cluster as operators have it, for measurements."""

    settings = ()


class Standby(PostgreSQL):
    """A second cluster, which has all that the first has answered: a commit waits until it is stored here too."""

    def __init__(self, folder: Path, primary: PostgreSQL):
        self.primary = primary
        super().__init__(folder)
        primary.run("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
        primary.wait_for("SELECT pid FROM pg_stat_replication WHERE sync_state = 'sync'")

    def make(self) -> None:
        options = ["--write-recovery-conf", "--checkpoint=fast", "--no-sync", "--username=xign"]
        folders = ["--pgdata", self.folder / "data", "--host", self.primary.folder]
        self.as_user(programs() / "pg_basebackup", *folders, *options)

    def promote(self) -> None:
        """Makes it the primary, and returns when it takes writes."""
        self.as_user(programs() / "pg_ctl", "promote", "-D", self.folder / "data", "--wait")


def ticks_of(process: int | str) -> list[int]:
    """The CPU ticks of a process, in user and in kernel mode, and those of its children that have ended (proc(5))."""
    return [int(field) for field in Path(f"/proc/{process}/stat").read_text().rsplit(") ", 1)[1].split()[11:15]]


def rows(url: str, statement: str, *values: str | bytes) -> list[tuple]:
    """Runs a query with values in place of the question marks, and returns the rows. Bytes are returned in hexadecimal.

    Each column of the result needs its own name.
    """
    first, *parts = statement.split("?")
    query = first + "".join(literal(value) + part for value, part in zip(values, parts, strict=True))
    as_json = f"SELECT coalesce(json_agg(found), '[]') FROM ({query}) AS found"
    psql = [programs() / "psql", "--no-psqlrc", "--tuples-only", "--no-align", "--quiet"]
    return [tuple(row.values()) for row in json.loads(run_or_fail(*psql, f"--command={as_json}", url))]


def execute(url: str, statement: str) -> None:
    """Changes a database, as its owner can."""
    run_or_fail(programs() / "psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", f"--command={statement}", url)


def literal(value: str | bytes) -> str:
    return f"decode('{value.hex()}', 'hex')" if isinstance(value, bytes) else "'" + value.replace("'", "''") + "'"


def dump(url: str) -> str:
    """Returns a dump of a database in SQL."""
    return run_or_fail(programs() / "pg_dump", f"--dbname={url}")
