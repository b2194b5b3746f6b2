"""Images in the place of those that no test can fetch: Caddy from PyPI, and PostgreSQL from Debian."""

import io
import re
import sys
import tarfile
from pathlib import Path

from .containers import Containers
from .postgresql import programs
from .processes import run

# What the entry point of the image of PostgreSQL's makers does, without passwords.
ENTRYPOINT = """#!/bin/sh
set -e
PATH={programs}:/usr/bin:/bin
export PATH
chown postgres /var/lib/postgresql/data /run/postgresql
chmod 0700 /var/lib/postgresql/data
chmod 03775 /run/postgresql
as_postgres="setpriv --reuid=postgres --regid=postgres --clear-groups"
if [ ! -e /var/lib/postgresql/data/PG_VERSION ]; then
    $as_postgres initdb --pgdata=/var/lib/postgresql/data --auth=trust --username="$POSTGRES_USER" $POSTGRES_INITDB_ARGS
    echo "CREATE DATABASE $POSTGRES_DB" |
        $as_postgres postgres --single -D /var/lib/postgresql/data postgres
fi
exec $as_postgres postgres -D /var/lib/postgresql/data "$@"
"""


def caddy(containers: Containers, name: str) -> None:
    """Makes the image of Caddy under a name."""
    with RootFolder(containers.folder / "caddy.tar") as root:
        root.copy(Path(sys.executable).parent / "caddy", "usr/bin/caddy")
        root.folders("etc/caddy", "data", "config", "tmp")
    command = '["/usr/bin/caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]'
    changes = ["ENV XDG_DATA_HOME=/data", "ENV XDG_CONFIG_HOME=/config", f"CMD {command}"]
    root.load(containers, name, changes)


def postgresql(containers: Containers, name: str) -> None:
    """Makes the image of PostgreSQL under a name."""
    server = programs()
    tools = [server / tool for tool in ("postgres", "initdb")]
    tools += [Path("/usr/bin", tool) for tool in ("setpriv", "dash", "chown", "chmod", "locale")]
    with RootFolder(containers.folder / "postgresql.tar") as root:
        for tool in tools:
            root.copy(tool.resolve())
        # Compilation at run time needs a compiler's libraries, and may be missing.
        for library in set(server.parent.glob("lib/*.so")) - set(server.parent.glob("lib/llvmjit*")):
            root.copy(library)
        root.copy_folder(Path("/usr/share/postgresql") / server.parent.name)
        root.link("bin", "usr/bin")
        root.link("usr/bin/sh", "dash")
        for folder in ("lib", "lib64"):
            root.link(folder, f"usr/{folder}")
        root.link("var/run", "/run")
        root.write("etc/passwd", "root:x:0:0:root:/:/bin/sh\npostgres:x:999:999::/var/lib/postgresql:/bin/sh\n")
        root.write("etc/group", "root:x:0:\npostgres:x:999:\n")
        root.write("usr/bin/entrypoint", ENTRYPOINT.format(programs=server), 0o755)
        root.folders("var/lib/postgresql/data", "run/postgresql", "tmp", "dev/shm")
    root.load(containers, name, ['ENTRYPOINT ["/usr/bin/entrypoint"]'])


class RootFolder:
    """The root of an image, as an archive: programs of this machine with the libraries that they load."""

    def __init__(self, file: Path):
        self.file = file
        self.archive = tarfile.open(file, "w")
        self.names: set[str] = set()

    def __enter__(self) -> "RootFolder":
        return self

    def __exit__(self, *_) -> None:
        self.archive.close()

    def load(self, containers: Containers, name: str, changes: list[str]) -> None:
        containers.podman("import", *(f"--change={change}" for change in changes), self.file, name, seconds=120)
        self.file.unlink()

    def copy(self, file: Path, name: str | None = None) -> None:
        """Adds a file with what it loads, by default at the path that it has here."""
        name = name or str(file).lstrip("/")
        if name in self.names:
            return
        self.names.add(name)
        self.archive.add(file, name, recursive=False, filter=of_root)
        for library in re.findall(r"(/\S+) \(0x", run("ldd", file).stdout):
            # Debian 12 has merged /lib into /usr/lib.
            self.copy(Path(library).resolve(), f"usr{library.removeprefix('/usr')}")

    def copy_folder(self, folder: Path) -> None:
        """Adds a folder without programs."""
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                self.archive.add(file.resolve(), str(file).lstrip("/"), recursive=False, filter=of_root)

    def write(self, name: str, text: str, mode: int = 0o644) -> None:
        entry = tarfile.TarInfo(name)
        entry.size, entry.mode = len(text.encode()), mode
        self.archive.addfile(entry, io.BytesIO(text.encode()))

    def link(self, name: str, target: str) -> None:
        entry = tarfile.TarInfo(name)
        entry.type, entry.linkname = tarfile.SYMTYPE, target
        self.archive.addfile(entry)

    def folders(self, *names: str) -> None:
        for name in names:
            entry = tarfile.TarInfo(name)
            entry.type, entry.mode = tarfile.DIRTYPE, 0o1777 if name in ("tmp", "dev/shm") else 0o755
            self.archive.addfile(entry)


def of_root(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry
