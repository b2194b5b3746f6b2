"""Clean Debian machines: containers that boot with systemd, with addresses and files of their own."""

import fcntl
import hashlib
import os
import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path

from .processes import REPOSITORY, Process, ProcessFailure, ending_with_parent, run_or_fail

PACKAGES = REPOSITORY / "scripts" / "machine-packages.txt"
SUITE = "bookworm"
SOURCES = Path("/etc/apt/sources.list.d/debian.sources")

# The settings of a shell on a machine. Nothing of the tests' own environment arrives there.
ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "TERM": "dumb",
    "DEBIAN_FRONTEND": "noninteractive",
}

# What is done to a root file system after its packages are installed.
PREPARATION = """
systemctl disable haproxy.service   # Only one of the proxies can have the ports.
systemd-machine-id-setup            # Without an id, each boot would ask for one.
rm /etc/hostname                    # Each machine has a name of its own.
"""

# The mounts are seen by the container alone, and vanish with it. Changes of the root stay in memory.
BOOT = """
set -e
mount -t tmpfs -o mode=0755 machine "$1"
mkdir "$1/changes" "$1/work" "$1/root"
mount -t overlay -o "lowerdir=$2,upperdir=$1/changes,workdir=$1/work" machine "$1/root"
folder=$1
shift 2
exec systemd-nspawn --quiet --directory="$folder/root" --boot --register=no --keep-unit --console=pipe \\
    --resolv-conf=off --timezone=off --link-journal=no "$@"
"""


def debian_root() -> Path:
    """Returns the folder of a root file system that no machine changes. It is made when its list changes."""
    packages = [line for line in PACKAGES.read_text().splitlines() if line and not line.startswith("#")]
    recipe = " ".join([SUITE, *sorted(packages), PREPARATION])
    folder = REPOSITORY / ".build" / f"debian-root-{hashlib.sha256(recipe.encode()).hexdigest()[:12]}"
    with (REPOSITORY / ".build" / "debian-root.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            for old in folder.parent.glob("debian-root-*"):
                shutil.rmtree(old)
            unfinished = folder.with_name("debian-root-unfinished")
            sources = [SOURCES] if SOURCES.exists() else []
            include = f"--include={','.join(packages)}"
            run_or_fail("mmdebstrap", "--variant=apt", include, SUITE, unfinished, *sources, seconds=600)
            run_or_fail("chroot", unfinished, "sh", "-ec", PREPARATION)
            unfinished.rename(folder)
    return folder


class Network:
    """A network of machines. This host has its first address, and reaches all of them."""

    def __init__(self):
        number = os.getpid() % 512
        # 198.18.0.0/15 is for networks of tests (RFC 2544): nobody has it.
        self.prefix = f"198.{18 + number // 256}.{number % 256}"
        self.zone = f"xign{number}"
        """The name of the bridge that `systemd-nspawn` makes for the first machine and removes with the last one."""
        self.addresses = (f"{self.prefix}.{last}" for last in range(2, 255))
        self.address = f"{self.prefix}.1"

    def new_address(self) -> str:
        return next(self.addresses)

    def use(self) -> None:
        """Gives this host its address. The bridge exists while a machine runs."""
        run_or_fail("ip", "address", "replace", f"{self.address}/24", "dev", f"vz-{self.zone}")
        run_or_fail("ip", "link", "set", f"vz-{self.zone}", "up")


class Machine:
    """A Debian machine that runs from its creation until `stop`.

    Its file system is new, and forgotten at the end. It has systemd, an address in `network`, and no way to the
    internet. Root of this host is needed.
    """

    def __init__(
        self,
        network: Network,
        name: str,
        folder: Path,
        *,
        read_only: tuple[Path, ...] = (),
        mounts: dict[str, Path] | None = None,
    ):
        """`folder` exists; it gets the log of the machine, with its journal. The machine sees the folders of
        `read_only` at their paths here. `mounts` has folders of this host by the paths that they have there, as media
        that can be carried from one machine to another."""
        self.name = name
        self.address = network.new_address()
        root = folder / f"{name}-root"
        root.mkdir()
        options = [f"--machine={name}-{network.zone}", f"--hostname={name}", f"--network-zone={network.zone}"]
        options += [f"--bind-ro={path}" for path in read_only]
        options += [f"--bind={path}:{point}" for point, path in (mounts or {}).items()]
        # The journal is in the log, which the report of a failed test shows.
        journal = ["--", "systemd.journald.forward_to_console=1", "systemd.show_status=0"]
        boot = ["unshare", "--mount", "sh", "-c", BOOT, "boot", root, debian_root(), *options, *journal]
        with ExitStack() as started:
            self.process = Process(boot, folder / f"{name}.log")
            started.callback(self.process.stop)
            self.process.wait_until(self.has_booted)
            network.use()
            self.sh(f"ip link set host0 up && ip address add {self.address}/24 dev host0")
            # Everything has started: from here on, `stop` ends it.
            started.pop_all()

    def __enter__(self) -> "Machine":
        return self

    def __exit__(self, *_) -> None:
        self.stop()

    @property
    def init(self) -> int | None:
        """The id that the first process of the machine has here."""
        boot = self.process.child.pid
        for child in Path(f"/proc/{boot}/task/{boot}/children").read_text().split():
            status = Path(f"/proc/{child}/status").read_text()
            ids = next(line for line in status.splitlines() if line.startswith("NSpid:")).split()
            if ids[2:] == ["1"]:
                return int(child)
        return None

    def has_booted(self) -> bool:
        try:
            state = self.init and self.run("systemctl is-system-running")
        except (FileNotFoundError, ProcessLookupError):
            return False  # a process that has ended meanwhile
        return bool(state) and state.stdout.strip() in ("running", "degraded")

    def run(self, block: str, *, input: str | bytes = "", seconds: float = 60) -> subprocess.CompletedProcess:
        """Runs what an operator types, as root in a shell that ends at the first failure; any exit status.

        Nothing of the shell is left for the next call. The output is text, both streams apart.
        """
        settings = [f"{name}={value}" for name, value in ENVIRONMENT.items()]
        shell = ["env", "--ignore-environment", "--chdir=/root", *settings, "bash", "-e", "-o", "pipefail", "-c", block]
        given = input if isinstance(input, bytes) else input.encode()
        finished = subprocess.run(
            ending_with_parent("nsenter", f"--target={self.init}", "--all", *shell),
            input=given,
            capture_output=True,
            timeout=seconds,
        )
        finished.stdout, finished.stderr = finished.stdout.decode(), finished.stderr.decode()
        return finished

    def sh(self, block: str, **options) -> str:
        """Runs what an operator types, which must succeed. Returns the standard output."""
        finished = self.run(block, **options)
        if finished.returncode != 0:
            output = finished.stderr + finished.stdout
            raise ProcessFailure(f"{self.name}# {block}\nended with status {finished.returncode}:\n{output}")
        return finished.stdout

    def write(self, path: str, content: str | bytes, mode: int = 0o644) -> None:
        """Writes a file of root's. Its folder exists."""
        self.sh(f"umask 077 && rm -f '{path}' && cat >'{path}' && chmod {mode:o} '{path}'", input=content)

    def put(self, file: Path, folder: str = "/root") -> str:
        """Copies a file of this host into a folder of the machine, and returns its path there."""
        path = f"{folder}/{file.name}"
        self.write(path, file.read_bytes(), file.stat().st_mode & 0o777)
        return path

    def read(self, path: str) -> bytes:
        """The content of a file."""
        return Path(f"/proc/{self.init}/root{path}").read_bytes()

    def know(self, host: str, address: str) -> None:
        """Adds a name to the machine's list of hosts, in place of a name server."""
        self.sh(f"echo '{address} {host}' >>/etc/hosts")

    def trust(self, authority: Path) -> None:
        """Adds a certificate authority to those that the machine's system trusts."""
        self.put(authority, "/usr/local/share/ca-certificates")
        name = authority.stem
        self.sh(f"cd /usr/local/share/ca-certificates && mv {authority.name} {name}.crt && update-ca-certificates")

    def stop(self) -> None:
        """Shuts the machine down."""
        self.process.stop()
